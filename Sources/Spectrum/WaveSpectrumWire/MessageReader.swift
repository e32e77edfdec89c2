public import WaveWire

/// Reads the messages in one frame of the connection, one by one.
///
/// The bytes are passed to every call, so that the reader can be stored next to them without borrowing them:
///
///     var reader = MessageReader(limit: WireLimits.clientMessageBytes)
///     while let message = try reader.next(in: bytes.span.bytes) { … }
///
/// After an error the reader continues after the faulty message, or at the end if the message's length is
/// unknown. Further calls are safe.
public struct MessageReader: Sendable {
  private var steps: MessageSteps

  /// The byte offset of the next message.
  public var position: Int { steps.position }

  /// Creates a reader that starts at the first byte.
  /// - Parameter limit: The maximum number of bytes in a message, including its header, such as
  ///   `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message of a known type.
  ///
  /// Messages of unknown types are skipped.
  ///
  /// - Parameter bytes: The bytes of the frame, the same for every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` if the bytes end inside a message, `tooLong` if a length exceeds its limit, or
  ///   `invalid` if a field has an invalid value.
  /// - Complexity: O(*n*) in the bytes read; allocates only the values of a row, the bytes of a text, or a
  ///   list of annotations.
  public mutating func next(in bytes: RawSpan) throws(WireError) -> Message? {
    try steps.next(in: bytes) { tag, fields in
      if let message = Self.fromClient(tag, &fields) { return message }
      return Self.fromServer(tag, &fields)
    }
  }

  /// Reads the next message that servers send.
  ///
  /// Other messages are skipped, as are messages of unknown types.
  ///
  /// - Parameter bytes: The bytes of the frame, the same for every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: The same errors as `next(in:)`.
  /// - Complexity: As for `next(in:)`.
  public mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> Message? {
    try steps.next(in: bytes) { tag, fields in Self.fromServer(tag, &fields) }
  }

  private static func fromClient(_ tag: UInt16, _ fields: inout UnsafeFieldReader) -> Message? {
    switch tag {
    case Hello.tag: .hello(Hello(&fields))
    case ShowView.tag: .show(ShowView(&fields))
    case Acknowledge.tag: .acknowledge(Acknowledge(&fields))
    case ClockRequest.tag: .clockRequest(ClockRequest(&fields))
    case Command.tag: .command(Command(&fields))
    case Fetch.tag: .fetch(Fetch(&fields))
    default: nil
    }
  }

  private static func fromServer(_ tag: UInt16, _ fields: inout UnsafeFieldReader) -> Message? {
    switch tag {
    case Welcome.tag: .welcome(Welcome(&fields))
    case SourceInfo.tag: .source(SourceInfo(&fields))
    case ClockReply.tag: .clockReply(ClockReply(&fields))
    case AxisInfo.tag: .axis(AxisInfo(&fields))
    case RowMessage.tag: .row(RowMessage(&fields))
    case MeterMessage.tag: .meter(MeterMessage(&fields))
    case TimeMap.tag: .timeMap(TimeMap(&fields))
    case Fetched.tag: .fetched(Fetched(&fields))
    case Artefacts.tag: .artefacts(Artefacts(&fields))
    case Notice.tag: .notice(Notice(&fields))
    case Annotations.tag: .annotations(Annotations(&fields))
    case SourceControls.tag: .controls(SourceControls(&fields))
    case Steering.tag: .steering(Steering(&fields))
    default: nil
    }
  }
}
