/// Reads the messages of one frame of the connection, one by one.
///
/// The bytes are handed to every call, so that the reader can live beside them without borrowing them:
///
///     var reader = MessageReader(limit: WireLimits.clientMessageBytes)
///     while let message = try reader.next(in: bytes.span.bytes) { … }
///
/// After an error the reader stands behind the faulty message, or at the end where that is unknown; calling on is safe.
public struct MessageReader: Sendable {
  /// Most bytes in a message, header included.
  public let limit: Int
  /// Where the next message starts.
  public private(set) var position = 0

  /// Starts at the first byte.
  /// - Parameter limit: Most bytes in a message, header included, such as `WireLimits.clientMessageBytes`.
  public init(limit: Int) { self.limit = limit }

  /// Reads the next message of a known kind; messages of unknown kinds are skipped.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` where the bytes end inside a message, `tooLong` where a length is over its limit,
  ///   `invalid` where a field has a value that is not allowed.
  /// - Complexity: O(*n*) in the bytes read; allocates the values of a row or the bytes of a text, nothing else.
  public mutating func next(in bytes: RawSpan) throws(WireError) -> Message? {
    while position < bytes.byteCount {
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
      var cursor = ByteCursor(position: start, end: header.position)
      if let message = try Self.message(tag: tag, &cursor, bytes) { return message }
    }
    return nil
  }

  /// Reads a payload by its tag.
  private static func message(
    tag: UInt16, _ cursor: inout ByteCursor, _ bytes: RawSpan
  ) throws(WireError) -> Message? {
    switch tag {
    case Hello.tag: .hello(try Hello(&cursor, bytes))
    case ShowView.tag: .show(try ShowView(&cursor, bytes))
    case Acknowledge.tag: .acknowledge(try Acknowledge(&cursor, bytes))
    case ClockRequest.tag: .clockRequest(try ClockRequest(&cursor, bytes))
    case Command.tag: .command(try Command(&cursor, bytes))
    case Fetch.tag: .fetch(try Fetch(&cursor, bytes))
    case Welcome.tag: .welcome(try Welcome(&cursor, bytes))
    case SourceInfo.tag: .source(try SourceInfo(&cursor, bytes))
    case ClockReply.tag: .clockReply(try ClockReply(&cursor, bytes))
    case AxisInfo.tag: .axis(try AxisInfo(&cursor, bytes))
    case RowMessage.tag: .row(try RowMessage(&cursor, bytes))
    case MeterMessage.tag: .meter(try MeterMessage(&cursor, bytes))
    case TimeMap.tag: .timeMap(try TimeMap(&cursor, bytes))
    case Fetched.tag: .fetched(try Fetched(&cursor, bytes))
    case Artefacts.tag: .artefacts(try Artefacts(&cursor, bytes))
    case Notice.tag: .notice(try Notice(&cursor, bytes))
    default: nil
    }
  }
}
