/// A message with its tag and fields, as specified in Documentation/wire.md.
///
/// Bytes after the last known field come from a newer version and are ignored.
@usableFromInline
package protocol Payload: FieldList {
  /// The tag in the message header.
  static var tag: UInt16 { get }
  /// The number of bytes to reserve, including the header.
  var reservedBytes: Int { get }
}

extension Payload {
  @usableFromInline package var reservedBytes: Int { 64 }

  /// Creates a message by reading its fields; the message is valid only if the reader has found no fault.
  @inlinable package init(_ reader: inout UnsafeFieldReader) {
    self.init(blank: ())
    fields(&reader)
  }

  /// Appends the message's header and fields.
  @inlinable package func encode(into bytes: inout [UInt8]) {
    let start = beginMessage(in: &bytes)
    var message = self
    var writer = FieldWriter(reusing: &bytes)
    message.fields(&writer)
    writer.returnBuffer(to: &bytes)
    Self.endMessage(from: start, in: &bytes)
  }

  /// Appends a message header, and returns the offset of the payload that follows.
  @inlinable package func beginMessage(in bytes: inout [UInt8]) -> Int {
    bytes.reserveCapacity(bytes.count + reservedBytes)
    bytes.append(littleEndian: Self.tag)
    bytes.append(littleEndian: 0 as UInt16)
    return bytes.count
  }

  /// Writes the length of the appended payload into the message header.
  @inlinable package static func endMessage(from start: Int, in bytes: inout [UInt8]) {
    let length = bytes.count - start
    bytes[start - 2] = UInt8(truncatingIfNeeded: length)
    bytes[start - 1] = UInt8(truncatingIfNeeded: length >> 8)
  }
}
