extension EnvelopePyramid {
  /// The maximum number of blocks returned by one call; further ones are omitted.
  public static let blockLimit: UInt64 = 1 << 16

  /// Returns the number of the first stored block of a level.
  ///
  /// Valid levels are 0 to 24. If no block is stored, the result is `completeBlocks(level:)` or greater.
  public func firstBlock(level: Int) -> UInt64 {
    let stored = firstStored(level / 2)
    guard level & 1 == 1 else { return stored }
    // At the start of the stream, there is no more data than half a block. Once the ring has discarded data,
    // half a block is not enough.
    return (originSequence >> UInt64(level & ~1)) == stored ? stored >> 1 : (stored + 1) >> 1
  }

  /// Returns the sequence number of the first stored sample at a level.
  ///
  /// Valid levels are 0 to 24.
  public func firstSequence(level: Int) -> UInt64 {
    Swift.max(originSequence, firstBlock(level: level) << UInt64(level))
  }

  /// Returns the number of the first incomplete block of a level.
  ///
  /// The blocks before it are complete and do not change. Valid levels are 0 to 24.
  public func completeBlocks(level: Int) -> UInt64 { endSequence >> UInt64(level) }

  /// Appends the extremes of blocks to a list.
  ///
  /// Level 0 yields one Float for each sample; higher levels yield the minimum and maximum of each block of
  /// 2^level samples. NaN means that all samples are missing, have not arrived yet, or are no longer stored.
  /// The newest block, which is incomplete, covers the samples received so far.
  /// - Parameters:
  ///   - level: The level, 0 ... 24.
  ///   - blocks: The numbers of the blocks at this level, at most `blockLimit` of them.
  ///   - values: The list to which the extremes are appended.
  /// - Complexity: O(blocks); allocates only if `values` has no room.
  public func envelope(level: Int, blocks: Range<UInt64>, into values: inout [Float]) {
    let end = Swift.min(
      blocks.upperBound, blocks.lowerBound + Swift.min(Self.blockLimit, .max - blocks.lowerBound))
    for index in blocks.lowerBound..<end {
      if level == 0 {
        values.append(sample(index))
      } else {
        let block = block(index, level: level)
        values.append(block.minimum)
        values.append(block.maximum)
      }
    }
  }

  /// Returns a sample; NaN if it is missing, has not arrived yet, or is no longer stored.
  public func sample(_ sequence: UInt64) -> Float {
    sequence < endSequence && sequence >= firstStored(0) ? samples[place(sequence)] : .nan
  }

  /// Returns a block of 2^level samples, covering the samples received so far; empty if none are stored.
  ///
  /// - Complexity: O(1) for complete blocks, O(level) for the newest one, without allocation.
  public func block(_ index: UInt64, level: Int) -> EnvelopeBlock {
    guard level & 1 == 1 else { return stored(index, level / 2) }
    guard index < .max >> 1, index >= firstBlock(level: level) else { return .empty }
    let (left, right) = (stored(2 * index, level / 2), stored(2 * index + 1, level / 2))
    if left.validCount == 0 { return right }
    if right.validCount == 0 { return left }
    var sum = EnvelopeSum(left)
    sum.merge(EnvelopeSum(right))
    return sum.block
  }

  /// Summarizes a range of samples, combining as few blocks as possible.
  ///
  /// Samples that are stored only in a block that extends beyond the range are omitted; `validCount` is the
  /// number of samples used.
  /// - Complexity: O(log samples), plus one step for each of the coarsest blocks in the range, without
  ///   allocation.
  public func reading(_ sequences: Range<UInt64>) -> StreamReading {
    let lower = Swift.max(sequences.lowerBound, firstSequence(level: Self.coarsestLevel))
    let upper = Swift.min(sequences.upperBound, endSequence)
    guard lower < upper else { return .empty }
    var sum = EnvelopeSum()
    var position = lower
    while position < upper {
      let finest = finestLevel(at: position)
      if let level = coarsestBlock(startingAt: position, before: upper, finest: finest) {
        if level == 0 {
          sum.add(sample(position))
        } else {
          sum.merge(EnvelopeSum(stored(position >> UInt64(2 * level), level)))
        }
        position += 1 << UInt64(2 * level)
      } else {
        position = Swift.min(nextBoundary(position, finest), firstHeld(finest - 1))
      }
    }
    return StreamReading(sum, last: lastSample(lower..<upper))
  }

  /// Returns the newest stored sample in a range that is not missing; NaN if there is none.
  private func lastSample(_ sequences: Range<UInt64>) -> Float {
    let first = Swift.max(sequences.lowerBound, firstStored(0))
    var position = sequences.upperBound
    while position > first {
      var level = 0
      // Skip each empty block as a whole.
      while level < rings.count, isEmptyBlock(endingAt: position, level + 1, notBefore: first) { level += 1 }
      if level == 0 {
        let value = sample(position - 1)
        if value == value { return value }
      }
      position -= 1 << UInt64(2 * level)
    }
    return .nan
  }

  private func isEmptyBlock(endingAt position: UInt64, _ level: Int, notBefore first: UInt64) -> Bool {
    let length: UInt64 = 1 << UInt64(2 * level)
    guard position & (length - 1) == 0, position - first >= length else { return false }
    return stored(position / length - 1, level).validCount == 0
  }

  /// Returns the level of the longest complete block of 4^level samples that starts at a sample and ends at
  /// or before a limit.
  ///
  /// Returns nil if no such block is stored.
  private func coarsestBlock(startingAt position: UInt64, before upper: UInt64, finest: Int) -> Int? {
    guard finest <= rings.count, finest == 0 || position & ((1 << UInt64(2 * finest)) - 1) == 0
    else { return nil }
    var found: Int?
    var level = finest
    while level <= rings.count {
      let length: UInt64 = 1 << UInt64(2 * level)
      guard position & (length - 1) == 0, upper - position >= length else { break }
      found = level
      level += 1
    }
    return found
  }

  /// Returns the finest level that is stored far enough back to include a sample.
  private func finestLevel(at position: UInt64) -> Int {
    var level = 0
    while level < rings.count, firstHeld(level) > position { level += 1 }
    return level
  }

  private func nextBoundary(_ position: UInt64, _ level: Int) -> UInt64 {
    ((position >> UInt64(2 * level)) + 1) << UInt64(2 * level)
  }

  private func firstHeld(_ level: Int) -> UInt64 { firstStored(level) << UInt64(2 * level) }

  /// Returns the number of the first block of 4^level samples that the ring stores.
  private func firstStored(_ level: Int) -> UInt64 {
    let shift = UInt64(2 * level)
    let count = UInt64(level == 0 ? samples.count : rings[level - 1].blocks.count)
    let end = endSequence >> shift
    return Swift.max(originSequence >> shift, end - Swift.min(end, count))
  }

  /// Returns a block of 4^level samples; empty if it is not stored.
  private func stored(_ index: UInt64, _ level: Int) -> EnvelopeBlock {
    guard level > 0 else {
      var sum = EnvelopeSum()
      sum.add(sample(index))
      return sum.block
    }
    let complete = endSequence >> UInt64(2 * level)
    guard index <= complete, index >= firstStored(level) else { return .empty }
    let ring = rings[level - 1]
    guard index == complete else { return ring.blocks[ring.place(index)] }
    // The newest block is incomplete at this level and at all levels below.
    var sum = EnvelopeSum()
    for level in 0..<level { sum.merge(rings[level].open) }
    return sum.block
  }
}
