public import WaveWire

/// One message between server and client about streams of samples; the same codec serves both ends.
///
/// Tags below 64 travel from client to server, the others from server to client. Some are messages of the
/// spectrum instrument, too (`Message`): they mean the same.
public enum StreamMessage: Equatable, Sendable {
  /// The client's first message.
  case hello(StreamsHello)
  /// What the client can show from now on; the server never sends more.
  case show(ShowStreams)
  /// A mark is set, moved or taken away.
  case setMark(SetMark)
  /// How the client looks at a source that is recorded.
  case setLook(StreamLookPart)
  /// Messages of columns that the client drew: credit for the server to send as many again.
  case acknowledge(Acknowledge)
  /// One half of a clock-offset exchange.
  case clockRequest(ClockRequest)
  /// A wish for the source: speed, position, a control.
  case command(Command)
  /// A window of the past that the client lacks.
  case fetch(Fetch)
  /// A stream is to be made of others, or taken away.
  indirect case setMixture(SetMixture)
  /// The spectrum of a stream is to be seen.
  indirect case showSpectrum(ShowSpectrum)

  /// The server's first message.
  case welcome(Welcome)
  /// What a source is; sent again when it changes.
  case source(StreamSource)
  /// The other half of a clock-offset exchange.
  case clockReply(ClockReply)
  /// Blocks of samples.
  case columns(StreamColumns)
  /// From a sample on, samples were made at these times.
  case times(SampleTimes)
  /// What channels read.
  case readings(StreamReadings)
  /// All marks of a source.
  case marks(StreamMarks)
  /// How a source was looked at while it was recorded.
  case look(StreamLookPart)
  /// From this server time on, recorded time runs like this.
  case timeMap(TimeMap)
  /// A fetch is complete.
  case fetched(Fetched)
  /// What can be set at a source.
  case controls(SourceControls)
  /// Something to be said on the screen.
  case notice(Notice)
  /// Who steers a source.
  case steering(Steering)
  /// The streams that were made of others.
  indirect case mixtures(StreamMixtures)
  /// The spectrum of a stream.
  indirect case spectrum(StreamSpectrum)
}

extension StreamMessage {
  /// Appends a client's message; one of a server is passed over.
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

  /// Appends a server's message; one of a client is passed over.
  public func encodeFromServer(into bytes: inout [UInt8]) {
    switch self {
    case .mixtures(let payload): payload.encode(into: &bytes)
    case .spectrum(let payload): payload.encode(into: &bytes)
    default: encodeFromPlainServer(into: &bytes)
    }
  }

  /// Appends a message of a server that makes no streams of others and no spectra; any other is passed over.
  ///
  /// For the server within the page, whose module carries nothing that it does not use.
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

/// Reads messages about streams, one by one; unknown kinds are skipped.
///
/// The bytes are handed to every call, as with `MessageReader`. After an error it stands behind the faulty
/// message, or at the end where that is unknown; calling on is safe.
public struct StreamMessageReader: Sendable {
  private var steps: MessageSteps

  /// Most bytes in a message, header included.
  public var limit: Int { steps.limit }
  /// Where the next message starts.
  public var position: Int { steps.position }

  /// Starts at the first byte.
  /// - Parameter limit: Most bytes in a message, header included, such as `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message that a client sends.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` where the bytes end inside a message, `tooLong` where a length is over its limit,
  ///   `invalid` where a field has a value that is not allowed.
  /// - Complexity: O(*n*) in the bytes read; allocates a text, nothing else.
  public mutating func nextFromClient(in bytes: RawSpan) throws(WireError) -> StreamMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case SetMixture.tag: .setMixture(SetMixture(&fields))
      case ShowSpectrum.tag: .showSpectrum(ShowSpectrum(&fields))
      case StreamLookPart.tag: .setLook(StreamLookPart(&fields))
      default: Self.plain(tag, &fields)
      }
    }
  }

  /// Reads the next message that a client sends to a server that makes no streams of others and no spectra;
  /// see `nextFromClient`.
  public mutating func nextFromClientOfPlainServer(in bytes: RawSpan) throws(WireError) -> StreamMessage? {
    try steps.next(in: bytes, Self.plain)
  }

  private static func plain(
    _ tag: UInt16, _ fields: inout UnsafeFieldReader
  ) -> StreamMessage? {
    switch tag {
    case StreamsHello.tag: .hello(StreamsHello(&fields))
    case ShowStreams.tag: .show(ShowStreams(&fields))
    case SetMark.tag: .setMark(SetMark(&fields))
    case Acknowledge.tag: .acknowledge(Acknowledge(&fields))
    case ClockRequest.tag: .clockRequest(ClockRequest(&fields))
    case Command.tag: .command(Command(&fields))
    case Fetch.tag: .fetch(Fetch(&fields))
    default: nil
    }
  }

  /// Reads the next message that a server sends.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: As `nextFromClient(in:)`.
  /// - Complexity: O(*n*) in the bytes read; allocates the values of columns, texts and lists, nothing else.
  public mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> StreamMessage? {
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

  /// Whether the first message in these bytes is a hello for streams rather than for spectra.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == StreamsHello.tag
  }
}
