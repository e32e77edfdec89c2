public import WaveWire

/// A message between server and client about streams; both sides use the same encoding.
///
/// Messages with tags below 64 are sent by clients, all others by servers. Some messages also belong to the
/// Spectrum instrument (`Message`), with the same meaning.
public enum SensorsMessage: Equatable, Sendable {
  /// The client's first message.
  case hello(SensorsHello)
  /// The view that the client shows from now on; the server sends samples only for this view.
  case show(ShowStreams)
  /// A request to set, move or remove a mark.
  case setMark(SetMark)
  /// The appearance of a source on the client's screen, sent while the source is being recorded.
  case setLook(StreamLookPart)
  /// The number of column messages that the client has drawn. This grants the server credit to send as many
  /// again.
  case acknowledge(Acknowledge)
  /// The request in a clock-offset exchange.
  case clockRequest(ClockRequest)
  /// A command for the source: a speed, a position or a control.
  case command(Command)
  /// A request for a window of past data that the client lacks.
  case fetch(Fetch)
  /// A request to derive a stream from others, or to remove a derived one.
  indirect case setMixture(SetMixture)
  /// A request for the spectrum of a stream.
  indirect case showSpectrum(ShowSpectrum)

  /// The server's first message.
  case welcome(Welcome)
  /// The description of a source; sent again when it changes.
  case source(StreamSource)
  /// The reply in a clock-offset exchange.
  case clockReply(ClockReply)
  /// Blocks of samples or of their extremes.
  case columns(StreamColumns)
  /// The times of samples, starting at a given sample.
  case times(SampleTimes)
  /// The current readings of channels.
  case readings(StreamReadings)
  /// All marks of a source.
  case marks(StreamMarks)
  /// The appearance of a source when it was recorded.
  case look(StreamLookPart)
  /// The mapping from server time to recorded time, starting at a given time.
  case timeMap(TimeMap)
  /// The end of the response to a fetch.
  case fetched(Fetched)
  /// The controls of a source.
  case controls(SourceControls)
  /// A notice to show on the screen.
  case notice(Notice)
  /// A report on which client controls a source.
  case steering(Steering)
  /// The streams of a source that are derived from others.
  indirect case mixtures(StreamMixtures)
  /// The spectrum of a stream.
  indirect case spectrum(StreamSpectrum)
}

extension SensorsMessage {
  /// Encodes and appends the message if it is sent by clients; otherwise, does nothing.
  public func encodeFromClient(into bytes: inout [UInt8]) {
    switch self {
    case .hello(let payload): payload.encode(into: &bytes)
    case .show(let payload): payload.encode(into: &bytes)
    case .setMark(let payload): payload.encode(into: &bytes)
    case .setLook(let payload): payload.encode(into: &bytes)
    case .acknowledge(let payload): payload.encode(into: &bytes)
    case .clockRequest(let payload): payload.encode(into: &bytes)
    case .command(let payload): payload.encode(into: &bytes)
    case .fetch(let payload): payload.encode(into: &bytes)
    case .setMixture(let payload): payload.encode(into: &bytes)
    case .showSpectrum(let payload): payload.encode(into: &bytes)
    default: break
    }
  }

  /// Encodes and appends the message if it is sent by servers; otherwise, does nothing.
  public func encodeFromServer(into bytes: inout [UInt8]) {
    switch self {
    case .mixtures(let payload): payload.encode(into: &bytes)
    case .spectrum(let payload): payload.encode(into: &bytes)
    default: encodeFromPlainServer(into: &bytes)
    }
  }

  /// Encodes and appends the message if it is sent by servers that do not support derived streams and
  /// spectra; otherwise, does nothing.
  ///
  /// The server inside the web page uses this, so that its module contains no unused code.
  public func encodeFromPlainServer(into bytes: inout [UInt8]) {
    switch self {
    case .welcome(let payload): payload.encode(into: &bytes)
    case .source(let payload): payload.encode(into: &bytes)
    case .clockReply(let payload): payload.encode(into: &bytes)
    case .columns(let payload): payload.encode(into: &bytes)
    case .times(let payload): payload.encode(into: &bytes)
    case .readings(let payload): payload.encode(into: &bytes)
    case .marks(let payload): payload.encode(into: &bytes)
    case .look(let payload): payload.encodeFromServer(into: &bytes)
    case .timeMap(let payload): payload.encode(into: &bytes)
    case .fetched(let payload): payload.encode(into: &bytes)
    case .controls(let payload): payload.encode(into: &bytes)
    case .notice(let payload): payload.encode(into: &bytes)
    case .steering(let payload): payload.encode(into: &bytes)
    default: break
    }
  }
}

/// A reader for messages about streams, which skips unknown types.
///
/// Pass the same bytes to every call, as with `MessageReader`. After an error, the reader continues after the
/// invalid message, or at the end if the message's length is unknown. Further calls are safe.
public struct SensorsMessageReader: Sendable {
  private var steps: MessageSteps

  /// The maximum size of a message in bytes, including its header.
  public var limit: Int { steps.limit }
  /// The position of the next message.
  public var position: Int { steps.position }

  /// Creates a reader at the first byte.
  /// - Parameter limit: The maximum size of a message in bytes, including its header, such as
  ///   `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message from a client.
  ///
  /// - Parameter bytes: The same bytes in every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` if the bytes end inside a message, `tooLong` if a length exceeds its limit,
  ///   `invalid` if the value of a field is not allowed.
  /// - Complexity: O(*n*) in the bytes read; allocates only text values.
  public mutating func nextFromClient(in bytes: RawSpan) throws(WireError) -> SensorsMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case SetMixture.tag: .setMixture(SetMixture(&fields))
      case ShowSpectrum.tag: .showSpectrum(ShowSpectrum(&fields))
      case StreamLookPart.tag: .setLook(StreamLookPart(&fields))
      default: Self.plain(tag, &fields)
      }
    }
  }

  /// Reads the next message from a client to a server that does not support derived streams and spectra; see
  /// `nextFromClient`.
  public mutating func nextFromClientOfPlainServer(in bytes: RawSpan) throws(WireError) -> SensorsMessage? {
    try steps.next(in: bytes, Self.plain)
  }

  private static func plain(_ tag: UInt16, _ fields: inout UnsafeFieldReader) -> SensorsMessage? {
    switch tag {
    case SensorsHello.tag: .hello(SensorsHello(&fields))
    case ShowStreams.tag: .show(ShowStreams(&fields))
    case SetMark.tag: .setMark(SetMark(&fields))
    case Acknowledge.tag: .acknowledge(Acknowledge(&fields))
    case ClockRequest.tag: .clockRequest(ClockRequest(&fields))
    case Command.tag: .command(Command(&fields))
    case Fetch.tag: .fetch(Fetch(&fields))
    default: nil
    }
  }

  /// Reads the next message from a server.
  ///
  /// - Parameter bytes: The same bytes in every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: The same errors as `nextFromClient(in:)`.
  /// - Complexity: O(*n*) in the bytes read; allocates only the values of columns, text and lists.
  public mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> SensorsMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case Welcome.tag: .welcome(Welcome(&fields))
      case StreamSource.tag: .source(StreamSource(&fields))
      case ClockReply.tag: .clockReply(ClockReply(&fields))
      case StreamColumns.tag: .columns(StreamColumns(&fields))
      case SampleTimes.tag: .times(SampleTimes(&fields))
      case StreamReadings.tag: .readings(StreamReadings(&fields))
      case StreamMarks.tag: .marks(StreamMarks(&fields))
      case StreamLookPart.serverTag: .look(StreamLookPart(&fields))
      case TimeMap.tag: .timeMap(TimeMap(&fields))
      case Fetched.tag: .fetched(Fetched(&fields))
      case SourceControls.tag: .controls(SourceControls(&fields))
      case Notice.tag: .notice(Notice(&fields))
      case Steering.tag: .steering(Steering(&fields))
      case StreamMixtures.tag: .mixtures(StreamMixtures(&fields))
      case StreamSpectrum.tag: .spectrum(StreamSpectrum(&fields))
      default: nil
      }
    }
  }

  /// Returns whether the first message in the bytes is the Hello of a Sensors client.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == SensorsHello.tag
  }
}
