import WaveWire

extension Message {
  /// Appends the encoded message.
  ///
  /// A frame of the connection contains one or more messages.
  ///
  /// A text longer than `WireLimits.text` bytes is truncated at a character boundary. A row must have
  /// `planes.count * columns` values and at most `WireLimits.columns` columns.
  /// - Complexity: O(*n*) in the values of the message; allocates if `bytes` has to grow, plus 20 kB of
  ///   working memory for a row, which a `MessageWriter` reuses.
  public func encode(into bytes: inout [UInt8]) {
    switch self {
    case .hello, .show, .acknowledge, .clockRequest, .command, .fetch: encodeFromClient(into: &bytes)
    case .welcome(let payload): payload.encode(into: &bytes)
    case .source(let payload): payload.encode(into: &bytes)
    case .clockReply(let payload): payload.encode(into: &bytes)
    case .axis(let payload): payload.encode(into: &bytes)
    case .row(let payload): payload.encode(into: &bytes)
    case .meter(let payload): payload.encode(into: &bytes)
    case .timeMap(let payload): payload.encode(into: &bytes)
    case .fetched(let payload): payload.encode(into: &bytes)
    case .artefacts(let payload): payload.encode(into: &bytes)
    case .controls(let payload): payload.encode(into: &bytes)
    case .notice(let payload): payload.encode(into: &bytes)
    case .annotations(let payload): payload.encode(into: &bytes)
    case .steering(let payload): payload.encode(into: &bytes)
    }
  }

  /// Appends the encoded message if it is one that clients send; otherwise does nothing.
  ///
  /// A client that uses only this method and `MessageReader.nextFromServer(in:)` does not link code for
  /// messages that it never writes or reads.
  ///
  /// - Complexity: O(1); allocates only if `bytes` has to grow.
  public func encodeFromClient(into bytes: inout [UInt8]) {
    switch self {
    case .hello(let payload): payload.encode(into: &bytes)
    case .show(let payload): payload.encode(into: &bytes)
    case .acknowledge(let payload): payload.encode(into: &bytes)
    case .clockRequest(let payload): payload.encode(into: &bytes)
    case .command(let payload): payload.encode(into: &bytes)
    case .fetch(let payload): payload.encode(into: &bytes)
    default: break
    }
  }

  /// Whether the message is one that clients send to servers.
  public var isFromClient: Bool {
    switch self {
    case .hello, .show, .acknowledge, .clockRequest, .command, .fetch: true
    case .welcome, .source, .clockReply, .axis, .row, .meter, .timeMap, .fetched, .artefacts, .notice,
      .annotations, .controls, .steering:
      false
    }
  }
}
