public import WaveCoverageWire
public import WaveWire

/// Decides which tiles and blocks one client is sent and when, without a clock or I/O.
///
/// It is what page and server share. `CoverageFeed` adds maps and downloads, which a page does not have.
/// Pass in messages, answers of the source, and its changes. After each, ask the source for all blocks from
/// `nextBlock()`, then call `collect` while `isDue` and the client has room for messages, and ask again. A
/// source that answers at once should read one block for each `collect`, so that the client can withdraw the
/// others.
public struct TerrainFeed: Sendable {
  /// The maximum number of waiting answers for a client that does not read them.
  static let answersLimit = 256

  /// Whether the client has said hello.
  public private(set) var isGreeted = false
  /// The newest catalog of the source.
  public private(set) var catalog: TerrainCatalog
  /// The catalog that the client knows.
  private var known = TerrainCatalog()
  private let offers: [CoverageMessage]
  private var answers: [CoverageMessage] = []
  private var blocks = BlockRequests()

  /// Starts before the client's first message.
  ///
  /// - Parameters:
  ///   - catalog: The tiles and surface models.
  ///   - offers: What else the client is sent after its hello.
  public init(_ catalog: TerrainCatalog, offers: [CoverageMessage] = []) {
    self.catalog = catalog
    self.offers = offers
  }

  /// Receives a message from the client; requests for maps and downloads are ignored.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: Server time in microseconds.
  /// - Throws: The violation of the protocol, for which the connection has to be closed.
  public mutating func receive(_ message: CoverageMessage, at now: Int64) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    if case .hello(let hello) = message {
      guard hello.version == WireVersion.current else { throw .version(hello.version) }
      isGreeted = true
      let count = UInt16(clamping: catalog.tiles.count)
      answers.append(.welcome(Welcome(sourceCount: count, serverMicroseconds: now)))
      answers += catalog.messages(since: TerrainCatalog())
      known = catalog
      answers += offers
      return
    }
    guard isGreeted else { throw .notGreeted }
    switch message {
    case .ask(let ask): try blocks.append(ask.key)
    case .cancelBlock(let withdrawal): blocks.withdraw(withdrawal.key)
    case .fetch, .coverageRequest, .coverageCancellation: break
    case .clockRequest(let request):
      answers.append(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    default: throw .serverMessage
    }
  }

  /// Sends an answer that does not depend on tiles.
  mutating func answer(_ message: CoverageMessage) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    answers.append(message)
  }

  /// Returns the next block to read, and the number of the question; nil if there is none now.
  public mutating func nextBlock() -> (key: TerrainBlockKey, number: UInt32)? { blocks.next() }

  /// Receives the answer to the question with a number.
  public mutating func accept(_ answer: BlockAnswer, to number: UInt32) { blocks.accept(answer, to: number) }

  /// Receives the newest catalog; the client is sent what has changed before any block of it.
  public mutating func accept(_ catalog: TerrainCatalog) { self.catalog = catalog }

  /// Whether there are messages to send now.
  public var isDue: Bool {
    !answers.isEmpty || blocks.isDue || isGreeted && catalog.revision != known.revision
  }

  /// Returns the messages to send, in order: answers, changes of tiles, blocks.
  public mutating func collect() -> [CoverageMessage] {
    var messages = answers
    answers = []
    if isGreeted, catalog.revision != known.revision {
      messages += catalog.messages(since: known)
      known = catalog
    }
    // A block is sent only if the client knows the contents that it was read from.
    blocks.collect(known, into: &messages)
    return messages
  }
}
