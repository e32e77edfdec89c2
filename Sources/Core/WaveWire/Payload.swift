/// One kind of message: its tag and the layout of its payload, as tabled in Documentation/wire.md.
protocol Payload {
  /// The tag in the header.
  static var tag: UInt16 { get }
  /// Bytes to reserve, header included.
  var reservedBytes: Int { get }
  /// Appends the payload.
  func append(to bytes: inout [UInt8])
  /// Reads the payload; bytes after the fields known here belong to a newer version and are ignored.
  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError)
}

extension Payload {
  var reservedBytes: Int { 64 }

  /// Appends header and payload.
  func encode(into bytes: inout [UInt8]) {
    let start = beginMessage(in: &bytes)
    append(to: &bytes)
    Self.endMessage(from: start, in: &bytes)
  }

  /// Appends the header of a payload that follows; gives where that begins.
  func beginMessage(in bytes: inout [UInt8]) -> Int {
    bytes.reserveCapacity(bytes.count + reservedBytes)
    bytes.append(littleEndian: Self.tag)
    bytes.append(littleEndian: 0 as UInt16)
    return bytes.count
  }

  /// Writes the length of the payload that has been appended into its header.
  static func endMessage(from start: Int, in bytes: inout [UInt8]) {
    let length = bytes.count - start
    bytes[start - 2] = UInt8(truncatingIfNeeded: length)
    bytes[start - 1] = UInt8(truncatingIfNeeded: length >> 8)
  }
}
