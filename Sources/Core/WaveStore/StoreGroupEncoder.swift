/// An encoder for one group, which owns the open chunk and the open summaries.
struct StoreGroupEncoder: Sendable {
  private(set) var entry: StoreDirectory.Entry
  private let number: Int
  /// The samples of the open chunk, channel by channel, with room for a whole chunk per channel.
  private var pending: [Double]
  private var pendingCount = 0
  private var pendingSequence: UInt64 = 0
  private var summaries: [StoreSummary]
  /// The lowest sequence number allowed for the next frame when an interrupted recording is resumed.
  private let resumedSequence: UInt64
  private var levels: [StoreOpenNode] = []

  init(_ entry: StoreDirectory.Entry, number: Int) {
    self.entry = entry
    self.number = number
    resumedSequence = entry.index.next(chunkExponent: entry.group.chunkExponent)
    let channelCount = entry.group.channels.count
    pending = Array(repeating: 0, count: channelCount << entry.group.chunkExponent)
    summaries = Array(repeating: StoreSummary(), count: channelCount)
  }

  private var chunkExponent: Int { entry.group.chunkExponent }

  /// The sequence number of the first buffered frame, or nil if none is buffered.
  var waitingSequence: UInt64? { pendingCount > 0 ? pendingSequence : nil }

  /// The expected sequence number of the next frame, or nil before the first frame.
  private var expected: UInt64? {
    if pendingCount > 0 { return pendingSequence + UInt64(pendingCount) }
    return entry.index.receivedCount > 0 ? Swift.max(entry.index.end, resumedSequence) : nil
  }

  /// Appends frames, writes the chunks that become full, and returns the number of frames skipped as already
  /// stored.
  mutating func append(_ sequence: UInt64, _ count: Int, _ samples: Span<Double>, _ sink: inout StoreSink)
    -> Int
  {
    var first = 0
    if let expected, expected > sequence { first = Int(Swift.min(expected - sequence, UInt64(count))) }
    let repeated = first
    let stride = 1 << chunkExponent
    while first < count {
      let start = sequence + UInt64(first)
      if pendingCount > 0, expected != start { flush(&sink) }
      if pendingCount == 0 { pendingSequence = start }
      let offset = Int(truncatingIfNeeded: start & UInt64(stride - 1))
      let taken = Swift.min(count - first, stride - offset)
      for channel in entry.group.channels.indices {
        let place = channel * stride + pendingCount
        for index in 0..<taken { pending[place + index] = samples[channel * count + first + index] }
      }
      pendingCount += taken
      first += taken
      if offset + taken == stride { flush(&sink) }
    }
    return repeated
  }

  /// Writes the buffered frames.
  mutating func flush(_ sink: inout StoreSink) {
    guard pendingCount > 0 else { return }
    let block = pendingSequence >> UInt64(chunkExponent)
    closePassed(pendingSequence, &sink)
    var previous: UInt64 = 0
    if let last = entry.index.chunks.last, last.block == block { previous = last.place }
    summarize()
    let run = StoreRunWriter(
      group: number, sequence: pendingSequence, count: pendingCount, previous: previous,
      channels: entry.group.channels, stride: 1 << chunkExponent)
    let place = sink.record(.samples) { run.write(pending, summaries, to: &$0) }
    _ = entry.index.note(
      run: pendingSequence, count: pendingCount, previous: previous, place: place,
      chunkExponent: chunkExponent)
    merge(summaries, block: block, place: place)
    pendingCount = 0
    closePassed(&sink)
  }

  /// Writes the summaries whose blocks can receive no more frames.
  mutating func closePassed(_ sink: inout StoreSink) { closePassed(entry.index.end, &sink) }

  /// Restores the open summaries of an interrupted recording.
  mutating func resume<Source: StoreSource>(from reader: inout StoreReader<Source>) throws(StoreError) {
    for node in entry.index.nodes {
      // A summary that cannot be read is left out of the summaries above it.
      guard let summary = try reader.node(at: node.place, group: number, level: node.level, index: node.index)
      else { continue }
      merge(node, mask: summary.mask) { channel, ordinal, _ in
        summary.summary(channel: channel, ordinal: ordinal)
      }
    }
    for chunk in entry.index.chunks {
      var place = chunk.place
      while place != 0, let run = try reader.run(at: place, group: number, block: chunk.block) {
        for channel in summaries.indices { summaries[channel] = run.summary(channel: channel) }
        merge(summaries, block: chunk.block, place: chunk.place)
        place = run.previous
      }
    }
  }

  private mutating func summarize() {
    for channel in summaries.indices {
      var summary = StoreSummary()
      let start = channel << chunkExponent
      for index in start..<(start + pendingCount) { summary.add(pending[index]) }
      summaries[channel] = summary
    }
  }

  private mutating func merge(_ summaries: [StoreSummary], block: UInt64, place: UInt64) {
    open(0, index: block >> 6)
    let position = Int(block & 63)
    for channel in summaries.indices {
      levels[0].merge(summaries[channel], channel: channel, entry: position)
    }
    levels[0].setPlace(place, at: position)
  }

  /// Opens the summary of 64 blocks at a level, unless it is already open.
  private mutating func open(_ level: Int, index: UInt64) {
    while levels.count <= level { levels.append(StoreOpenNode(channelCount: summaries.count)) }
    guard !levels[level].isOpen || levels[level].index != index else { return }
    levels[level].open(index)
  }

  private mutating func closePassed(_ end: UInt64, _ sink: inout StoreSink) {
    var level = 0
    while level < levels.count {
      let shift = UInt64(chunkExponent + 2 * level + 6)
      guard shift <= 62 else { return }
      if levels[level].isOpen, levels[level].index < end >> shift { close(level, &sink) }
      level += 1
    }
  }

  /// Writes a summary and merges it into the level above.
  private mutating func close(_ level: Int, _ sink: inout StoreSink) {
    let closed = levels[level]
    let place = sink.record(.summary) { closed.write(group: number, level: level, to: &$0) }
    entry.index.note(level: level, index: closed.index, place: place)
    levels[level].close()
    guard chunkExponent + 2 * (level + 1) + 6 <= 62 else { return }
    let node = StoreGroupIndex.Node(level: level, index: closed.index, place: place)
    merge(node, mask: closed.mask) { channel, _, entry in closed.summary(channel: channel, entry: entry) }
  }

  /// Merges the summary of 64 blocks into the level above.
  ///
  /// - Parameters:
  ///   - node: The summary's place in the file.
  ///   - mask: A bitmap of the blocks that contain frames.
  ///   - summary: Returns a channel's summary of a block, given its ordinal in the mask and its position.
  private mutating func merge(
    _ node: StoreGroupIndex.Node, mask: UInt64, _ summary: (Int, Int, Int) -> StoreSummary
  ) {
    let above = node.level + 1
    open(above, index: node.index >> 2)
    for (ordinal, entry) in mask.setBits.enumerated() {
      let target = Int(node.index & 3) * 16 + entry / 4
      for channel in summaries.indices {
        levels[above].merge(summary(channel, ordinal, entry), channel: channel, entry: target)
      }
    }
    levels[above].setPlace(node.place, at: Int(node.index & 3))
  }
}
