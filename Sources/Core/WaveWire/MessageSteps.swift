/// Steps through the messages of one frame of the connection.
package struct MessageSteps: Sendable {
  /// Most bytes in a message, header included.
  package let limit: Int
  /// Where the next message starts.
  package private(set) var position = 0

  package init(limit: Int) { self.limit = limit }

  /// Reads the next message that `read` knows; others are stepped over.
  ///
  /// - Parameters:
  ///   - bytes: Whole messages.
  ///   - read: Makes a message from a tag and the fields, or nil of a tag that it does not know.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` or `tooLong` of a header, and what is wrong with the fields that `read` reads. Calling on after that is safe: it goes on behind
  ///   the message, or at the end where its length is unknown.
  package mutating func next<M>(
    in bytes: RawSpan, _ read: (UInt16, inout UnsafeFieldReader) -> M?
  ) throws(WireError) -> M? {
    try bytes.withUnsafeBytes { (bytes) throws(WireError) in
      while position < bytes.count {
        var header = UnsafeFieldReader(bytes, position: position, end: bytes.count)
        position = bytes.count
        var tag: UInt16 = 0
        header.integer(&tag)
        let lengthByte = header.position
        var field: UInt16 = 0
        header.integer(&field)
        try header.finish()
        let length = Int(field)
        guard length + 4 <= limit else {
          throw .tooLong(byte: lengthByte, length: length + 4, limit: limit)
        }
        let start = header.position
        _ = header.hasLeft(length)
        try header.finish()
        position = start + length
        var payload = UnsafeFieldReader(bytes, position: start, end: position)
        guard let message = read(tag, &payload) else { continue }
        try payload.finish()
        return message
      }
      return nil
    }
  }
}
