/// The kind of a message, and where its payload lies.
struct TaggedPayload {
  var tag: UInt16
  var cursor: ByteCursor

  /// Steps over a header and its payload.
  ///
  /// - Parameters:
  ///   - bytes: Whole messages.
  ///   - position: Where the next one starts; left behind it, or at the end where its length is unknown.
  ///   - limit: Most bytes in a message, header included.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` or `tooLong`, with the byte.
  static func next(in bytes: RawSpan, position: inout Int, limit: Int) throws(WireError) -> TaggedPayload? {
    guard position < bytes.byteCount else { return nil }
    var header = ByteCursor(position: position, end: bytes.byteCount)
    position = bytes.byteCount
    let tag: UInt16 = try header.integer(bytes)
    let lengthByte = header.position
    let length = Int(try header.integer(bytes) as UInt16)
    guard length + 4 <= limit else {
      throw .tooLong(byte: lengthByte, length: length + 4, limit: limit)
    }
    let start = header.position
    _ = try header.take(length)
    position = header.position
    return TaggedPayload(tag: tag, cursor: ByteCursor(position: start, end: position))
  }
}
