/// The byte offsets of a group's summaries and chunks that no higher-level summary contains.
struct StoreGroupIndex: Equatable, Sendable {
  /// A summary record and its byte offset.
  struct Node: Equatable, Sendable {
    var level: Int
    var index: UInt64
    var place: UInt64
  }

  /// A chunk and the byte offset of its last run.
  struct Chunk: Equatable, Sendable {
    var block: UInt64
    var place: UInt64
  }

  /// The maximum number of summaries that no higher-level summary contains; an undamaged file has at most
  /// three per level.
  static let nodeLimit = 256
  /// The maximum number of chunks that no summary contains; if summaries are damaged, there can be more than
  /// 64.
  static let chunkLimit = 4096

  /// The sequence number of the first frame; undefined until a frame arrives.
  private(set) var origin: UInt64 = 0
  /// One more than the newest frame's sequence number.
  private(set) var end: UInt64 = 0
  /// The number of frames received.
  private(set) var receivedCount: UInt64 = 0
  private(set) var nodes: [Node] = []
  private(set) var chunks: [Chunk] = []

  /// The number of frames missing between the first frame and the newest.
  var missingCount: UInt64 { end - origin - receivedCount }

  /// Returns the lowest sequence number allowed for the next frame.
  ///
  /// If sequence numbers jumped ahead just before an interruption, a summary can cover blocks after the
  /// newest stored frame. Such a summary is complete and not reopened, so the next frame must follow its
  /// blocks.
  func next(chunkExponent: Int) -> UInt64 {
    nodes.reduce(end) { next, node in
      let shift = UInt64(chunkExponent + 2 * node.level + 6)
      guard shift <= 62, node.index < StoreFormat.sequenceLimit >> shift else { return next }
      return Swift.max(next, (node.index + 1) << shift)
    }
  }

  /// Records a run, or returns false if it cannot follow the earlier runs.
  mutating func note(
    run sequence: UInt64, count: Int, previous: UInt64, place: UInt64, chunkExponent: Int
  ) -> Bool {
    let runEnd = sequence + UInt64(count)
    let block = sequence >> UInt64(chunkExponent)
    guard receivedCount == 0 || sequence >= end, (runEnd - 1) >> UInt64(chunkExponent) == block else {
      return false
    }
    if receivedCount == 0 { origin = sequence }
    end = runEnd
    receivedCount += UInt64(count)
    if let last = chunks.last, last.block == block {
      // A run must refer back to the latest known run, which would otherwise be hidden, or to a later run
      // that is damaged.
      guard previous >= last.place else { return false }
      chunks[chunks.count - 1].place = place
    } else {
      if chunks.count == Self.chunkLimit { chunks.removeFirst() }
      chunks.append(Chunk(block: block, place: place))
    }
    return true
  }

  /// Records a summary, which replaces the records that it summarises.
  mutating func note(level: Int, index: UInt64, place: UInt64) {
    if level == 0 {
      chunks.removeAll { $0.block >> 6 == index }
    } else {
      nodes.removeAll { $0.level == level - 1 && $0.index >> 2 == index }
    }
    if nodes.count == Self.nodeLimit { nodes.removeFirst() }
    nodes.append(Node(level: level, index: index, place: place))
  }
}

extension StoreGroupIndex: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&origin)
    coder.integer(&end)
    coder.integer(&receivedCount)
    coder.require(origin <= end && end <= StoreFormat.sequenceLimit && receivedCount <= end &- origin)
    let nodeCount = coder.count(nodes.count, limit: Self.nodeLimit)
    let chunkCount = coder.count(chunks.count, limit: Self.chunkLimit)
    coder.items(&nodes, count: nodeCount, blank: Node(level: 0, index: 0, place: 0))
    coder.items(&chunks, count: chunkCount, blank: Chunk(block: 0, place: 0))
  }
}

extension StoreGroupIndex.Node: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&level, as: UInt64.self)
    coder.integer(&index)
    coder.integer(&place)
    coder.require(level <= 28 && place < coder.place && index <= StoreFormat.sequenceLimit >> 6)
  }
}

extension StoreGroupIndex.Chunk: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&block)
    coder.integer(&place)
    coder.require(place < coder.place && block <= StoreFormat.sequenceLimit)
  }
}
