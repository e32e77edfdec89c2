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
    bytes.reserveCapacity(bytes.count + reservedBytes)
    bytes.append(littleEndian: Self.tag)
    let lengthByte = bytes.count
    bytes.append(littleEndian: 0 as UInt16)
    append(to: &bytes)
    let length = bytes.count - lengthByte - 2
    bytes[lengthByte] = UInt8(truncatingIfNeeded: length)
    bytes[lengthByte + 1] = UInt8(truncatingIfNeeded: length >> 8)
  }
}
