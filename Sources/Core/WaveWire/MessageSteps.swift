/// An iterator over the messages of one frame.
package struct MessageSteps: Sendable {
  /// The maximum number of bytes in a message, including its header.
  package let limit: Int
  /// The byte offset of the next message.
  package private(set) var position = 0

  package init(limit: Int) { self.limit = limit }

  /// Returns the next message that `read` recognises, skipping all other messages.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the frame, which consists of whole messages.
  ///   - read: A closure that creates a message from its tag and fields, or returns nil for an unknown tag.
  /// - Returns: The message, or nil at the end of the frame.
  /// - Throws: `truncated` or `tooLong` for a header, or the fault that `read` found in the fields. After an
  ///   error, the next call continues after the message, or at the end if the message's length is unknown.
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
