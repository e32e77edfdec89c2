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
  /// - Complexity: O(*n*) in the bytes read; allocates the values of a row, the bytes of a text or a list of annotations, nothing else.
  public mutating func next(in bytes: RawSpan) throws(WireError) -> Message? {
    while var payload = try nextPayload(in: bytes) {
      let message = try Self.fromClient(&payload, bytes)
      if let message { return message }
      if let message = try Self.fromServer(&payload, bytes) { return message }
    }
    return nil
  }

  /// Reads the next message that a server sends; others are skipped like unknown ones.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: As `next(in:)`.
  /// - Complexity: As `next(in:)`.
  public mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> Message? {
    while var payload = try nextPayload(in: bytes) {
      if let message = try Self.fromServer(&payload, bytes) { return message }
    }
    return nil
  }

  /// Steps over a header and its payload.
  private mutating func nextPayload(in bytes: RawSpan) throws(WireError) -> TaggedPayload? {
    try TaggedPayload.next(in: bytes, position: &position, limit: limit)
  }

  private static func fromClient(
    _ payload: inout TaggedPayload, _ bytes: RawSpan
  ) throws(WireError) -> Message? {
    switch payload.tag {
    case Hello.tag: .hello(try Hello(&payload.cursor, bytes))
    case ShowView.tag: .show(try ShowView(&payload.cursor, bytes))
    case Acknowledge.tag: .acknowledge(try Acknowledge(&payload.cursor, bytes))
    case ClockRequest.tag: .clockRequest(try ClockRequest(&payload.cursor, bytes))
    case Command.tag: .command(try Command(&payload.cursor, bytes))
    case Fetch.tag: .fetch(try Fetch(&payload.cursor, bytes))
    default: nil
    }
  }

  private static func fromServer(
    _ payload: inout TaggedPayload, _ bytes: RawSpan
  ) throws(WireError) -> Message? {
    switch payload.tag {
    case Welcome.tag: .welcome(try Welcome(&payload.cursor, bytes))
    case SourceInfo.tag: .source(try SourceInfo(&payload.cursor, bytes))
    case ClockReply.tag: .clockReply(try ClockReply(&payload.cursor, bytes))
    case AxisInfo.tag: .axis(try AxisInfo(&payload.cursor, bytes))
    case RowMessage.tag: .row(try RowMessage(&payload.cursor, bytes))
    case MeterMessage.tag: .meter(try MeterMessage(&payload.cursor, bytes))
    case TimeMap.tag: .timeMap(try TimeMap(&payload.cursor, bytes))
    case Fetched.tag: .fetched(try Fetched(&payload.cursor, bytes))
    case Artefacts.tag: .artefacts(try Artefacts(&payload.cursor, bytes))
    case Notice.tag: .notice(try Notice(&payload.cursor, bytes))
    case Annotations.tag: .annotations(try Annotations(&payload.cursor, bytes))
    case SourceControls.tag: .controls(try SourceControls(&payload.cursor, bytes))
    case Steering.tag: .steering(try Steering(&payload.cursor, bytes))
    default: nil
    }
  }
}
