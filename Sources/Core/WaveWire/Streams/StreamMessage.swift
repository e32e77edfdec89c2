/// One message between server and client about streams of samples; the same codec serves both ends.
///
/// Tags below 64 travel from client to server, the others from server to client. Some are messages of the spectrum instrument,
/// too (`Message`): they mean the same.
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
/// The bytes are handed to every call, as with `MessageReader`. After an error it stands behind the faulty message, or at the end
/// where that is unknown; calling on is safe.
public struct StreamMessageReader: Sendable {
  /// Most bytes in a message, header included.
  public let limit: Int
  /// Where the next message starts.
  public private(set) var position = 0

  /// Starts at the first byte.
  /// - Parameter limit: Most bytes in a message, header included, such as `WireLimits.clientMessageBytes`.
  public init(limit: Int) { self.limit = limit }

  /// Reads the next message that a client sends.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` where the bytes end inside a message, `tooLong` where a length is over its limit,
  ///   `invalid` where a field has a value that is not allowed.
  /// - Complexity: O(*n*) in the bytes read; allocates a text, nothing else.
  public mutating func nextFromClient(in bytes: RawSpan) throws(WireError) -> StreamMessage? {
    while var payload = try TaggedPayload.next(in: bytes, position: &position, limit: limit) {
      switch payload.tag {
      case SetMixture.tag: return .setMixture(try SetMixture(&payload.cursor, bytes))
      case ShowSpectrum.tag: return .showSpectrum(try ShowSpectrum(&payload.cursor, bytes))
      case StreamLookPart.tag: return .setLook(try StreamLookPart(&payload.cursor, bytes))
      default: if let message = try Self.plain(&payload, bytes) { return message }
      }
    }
    return nil
  }

  /// Reads the next message that a client sends to a server that makes no streams of others and no spectra; see `nextFromClient`.
  public mutating func nextFromClientOfPlainServer(in bytes: RawSpan) throws(WireError) -> StreamMessage? {
    while var payload = try TaggedPayload.next(in: bytes, position: &position, limit: limit) {
      if let message = try Self.plain(&payload, bytes) { return message }
    }
    return nil
  }

  private static func plain(
    _ payload: inout TaggedPayload, _ bytes: RawSpan
  ) throws(WireError) -> StreamMessage? {
    switch payload.tag {
    case StreamsHello.tag: .hello(try StreamsHello(&payload.cursor, bytes))
    case ShowStreams.tag: .show(try ShowStreams(&payload.cursor, bytes))
    case SetMark.tag: .setMark(try SetMark(&payload.cursor, bytes))
    case Acknowledge.tag: .acknowledge(try Acknowledge(&payload.cursor, bytes))
    case ClockRequest.tag: .clockRequest(try ClockRequest(&payload.cursor, bytes))
    case Command.tag: .command(try Command(&payload.cursor, bytes))
    case Fetch.tag: .fetch(try Fetch(&payload.cursor, bytes))
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
    while var payload = try TaggedPayload.next(in: bytes, position: &position, limit: limit) {
      switch payload.tag {
      case Welcome.tag: return .welcome(try Welcome(&payload.cursor, bytes))
      case StreamSource.tag: return .source(try StreamSource(&payload.cursor, bytes))
      case ClockReply.tag: return .clockReply(try ClockReply(&payload.cursor, bytes))
      case StreamColumns.tag: return .columns(try StreamColumns(&payload.cursor, bytes))
      case SampleTimes.tag: return .times(try SampleTimes(&payload.cursor, bytes))
      case StreamReadings.tag: return .readings(try StreamReadings(&payload.cursor, bytes))
      case StreamMarks.tag: return .marks(try StreamMarks(&payload.cursor, bytes))
      case StreamLookPart.serverTag: return .look(try StreamLookPart(&payload.cursor, bytes))
      case TimeMap.tag: return .timeMap(try TimeMap(&payload.cursor, bytes))
      case Fetched.tag: return .fetched(try Fetched(&payload.cursor, bytes))
      case SourceControls.tag: return .controls(try SourceControls(&payload.cursor, bytes))
      case Notice.tag: return .notice(try Notice(&payload.cursor, bytes))
      case Steering.tag: return .steering(try Steering(&payload.cursor, bytes))
      case StreamMixtures.tag: return .mixtures(try StreamMixtures(&payload.cursor, bytes))
      case StreamSpectrum.tag: return .spectrum(try StreamSpectrum(&payload.cursor, bytes))
      default: continue
      }
    }
    return nil
  }

  /// Whether the first message in these bytes is a hello for streams rather than for spectra.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == StreamsHello.tag
  }
}
