public import WaveCoverageWire
public import WaveWire

/// The logic that decides which tiles and blocks to send to a client, and when.
///
/// It uses no clock and no I/O.
///
/// It is shared by pages and servers; `CoverageFeed` adds maps and downloads, which a page does not provide.
/// Pass in messages, the source's answers, and the catalog whenever it changes. After each of these, ask the
/// source for all blocks from `nextBlock()`, then call `collect` while `isDue` is true and the client has
/// room for messages, and ask again. A source that answers immediately should read one block per `collect`,
/// so that the client can withdraw the other requests.
public struct TerrainFeed: Sendable {
  /// The maximum number of unsent answers to a client that does not read them.
  static let answersLimit = 256

  /// Whether the client has sent its hello message.
  public private(set) var isGreeted = false
  /// The source's latest catalog.
  public private(set) var catalog: TerrainCatalog
  /// The catalog that the client knows.
  private var known = TerrainCatalog()
  private let offers: [CoverageMessage]
  private var answers: [CoverageMessage] = []
  private var blocks = BlockRequests()

  /// Creates a feed for a client that has not sent a message yet.
  ///
  /// - Parameters:
  ///   - catalog: The tiles and surface models.
  ///   - offers: Additional messages that follow the client's hello.
  public init(_ catalog: TerrainCatalog, offers: [CoverageMessage] = []) {
    self.catalog = catalog
    self.offers = offers
  }

  /// Receives a message from the client; requests for maps and downloads are ignored.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: Server time in microseconds.
  /// - Throws: The protocol violation, after which the connection must be closed.
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

  /// Queues an answer that does not depend on tiles.
  mutating func answer(_ message: CoverageMessage) throws(ProtocolViolation) {
    guard answers.count < Self.answersLimit else { throw .answersUnread }
    answers.append(message)
  }

  /// Returns the next block to read and the number of the source request, or nil if there is none.
  public mutating func nextBlock() -> (key: TerrainBlockKey, number: UInt32)? { blocks.next() }

  /// Receives the source's answer to the request with the given number.
  public mutating func accept(_ answer: BlockAnswer, to number: UInt32) { blocks.accept(answer, to: number) }

  /// Receives the latest catalog; its changes are sent to the client before any affected block.
  public mutating func accept(_ catalog: TerrainCatalog) { self.catalog = catalog }

  /// Whether there are messages to send now.
  public var isDue: Bool {
    !answers.isEmpty || blocks.isDue || isGreeted && catalog.revision != known.revision
  }

  /// Returns the messages to send, in order: answers, tile changes, blocks.
  public mutating func collect() -> [CoverageMessage] {
    var messages = answers
    answers = []
    if isGreeted, catalog.revision != known.revision {
      messages += catalog.messages(since: known)
      known = catalog
    }
    // A block is sent only if the client knows the contents from which it was read.
    blocks.collect(known, into: &messages)
    return messages
  }
}
