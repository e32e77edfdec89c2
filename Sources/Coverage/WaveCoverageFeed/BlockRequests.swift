import WaveCoverageWire
import WaveWire

/// The blocks that a client has requested and not yet received, in the order of its requests.
///
/// Blocks are sent in this order. Only a few blocks are read in advance for a client that is slow to receive
/// them.
struct BlockRequests {
  /// The maximum number of unanswered requests.
  ///
  /// A well-behaved client has at most a quarter of this number pending.
  static let limit = 4 * WireLimits.terrainAsks
  /// The maximum number of blocks being read: the current one and the next one, so that the source is never
  /// idle.
  static let readLimit = 2

  private enum State {
    case waiting
    /// The source is reading the block, for the source request with this number.
    case reading(UInt32)
    /// The answer to the request, and the content versions that the client must know before the answer is
    /// sent; nil for a refusal, which is always sent.
    case ready(CoverageMessage, of: TerrainCatalog.Content?)
  }

  private struct Request {
    let key: TerrainBlockKey
    var state = State.waiting
  }

  private var requests: [Request] = []
  /// The number of requests made to the source so far.
  private var questionCount: UInt32 = 0

  /// Whether an answer can be sent, or a block must be read again because its contents have changed.
  var isDue: Bool {
    if case .ready? = requests.first?.state { true } else { false }
  }

  /// Appends a request, unless the block has already been requested.
  ///
  /// - Throws: `ProtocolViolation.answersUnread` if too many requests are pending.
  mutating func append(_ key: TerrainBlockKey) throws(ProtocolViolation) {
    guard requests.count < Self.limit else { throw .answersUnread }
    if !requests.contains(where: { $0.key == key }) { requests.append(Request(key: key)) }
  }

  /// Removes a request if reading has not started.
  mutating func withdraw(_ key: TerrainBlockKey) {
    requests.removeAll {
      if case .waiting = $0.state { $0.key == key } else { false }
    }
  }

  /// Starts the oldest waiting request.
  ///
  /// - Returns: The block to read and the number of the source request, or nil if no block can be read now.
  mutating func next() -> (key: TerrainBlockKey, number: UInt32)? {
    var readCount = 0
    var next: Int?
    for index in requests.indices.prefix(WireLimits.terrainAsks) {
      switch requests[index].state {
      case .waiting: next = next ?? index
      case .reading: readCount += 1
      case .ready: break
      }
    }
    guard let next, readCount < Self.readLimit else { return nil }
    questionCount &+= 1
    requests[next].state = .reading(questionCount)
    return (requests[next].key, questionCount)
  }

  /// Receives the source's answer; answers to unknown or already answered source requests are ignored.
  mutating func accept(_ answer: BlockAnswer, to number: UInt32) {
    for index in requests.indices {
      guard case .reading(number) = requests[index].state else { continue }
      switch answer {
      case .block(let block, let content): requests[index].state = .ready(.block(block), of: content)
      case .refused(let reason):
        let refusal = TerrainRefusal(key: requests[index].key, text: reason)
        requests[index].state = .ready(.refusal(refusal), of: nil)
      case .outdated: requests[index].state = .waiting
      }
    }
  }

  /// Appends the ready answers to the messages to send, up to the first request whose answer is not ready.
  ///
  /// A block is read again if its content versions differ from those that the client knows.
  ///
  /// - Parameters:
  ///   - known: The catalog that the client knows.
  ///   - messages: Receives the answers.
  mutating func collect(_ known: TerrainCatalog, into messages: inout [CoverageMessage]) {
    var sentCount = 0
    while sentCount < requests.count {
      guard case .ready(let message, let content) = requests[sentCount].state else { break }
      if let content, content != known.content(of: requests[sentCount].key) {
        requests[sentCount].state = .waiting
        break
      }
      messages.append(message)
      sentCount += 1
    }
    requests.removeFirst(sentCount)
  }
}
