extension EnvelopePyramid {
  /// The maximum number of blocks that one call returns; further ones are left out.
  public static let blockLimit: UInt64 = 1 << 16

  /// Returns the first stored block of a level.
  ///
  /// Levels are 0 ... 24. If no block is stored, the result is `completeBlocks(level:)` or above.
  public func firstBlock(level: Int) -> UInt64 {
    let stored = firstStored(level / 2)
    guard level & 1 == 1 else { return stored }
    // At the stream's beginning, half a block is all the data there is. After the ring has forgotten data,
    // half a block is not enough.
    return (originSequence >> UInt64(level & ~1)) == stored ? stored >> 1 : (stored + 1) >> 1
  }

  /// Returns the first sample with stored data at a level.
  ///
  /// Levels are 0 ... 24.
  public func firstSequence(level: Int) -> UInt64 {
    Swift.max(originSequence, firstBlock(level: level) << UInt64(level))
  }

  /// Returns the number below which all blocks of a level are complete.
  ///
  /// Complete blocks do not change. Levels are 0 ... 24.
  public func completeBlocks(level: Int) -> UInt64 { endSequence >> UInt64(level) }

  /// Appends the extremes of blocks.
  ///
  /// Level 0 gives one Float for each sample; levels above give minimum and maximum for each block of 2^level
  /// samples. NaN means that all samples are missing, have not arrived yet, or are no longer stored. The
  /// newest block, which is incomplete, has the samples so far.
  /// - Parameters:
  ///   - level: 0 ... 24.
  ///   - blocks: The numbers of the blocks on the level's lattice, at most `blockLimit` of them.
  ///   - values: Receives the extremes at its end.
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

  /// Returns a block of 2^level samples with the samples so far; empty if there are none, or none are stored.
  ///
  /// - Complexity: O(1) for complete blocks, O(level) for the newest one; no allocation.
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

  /// Returns the reading of a stretch of samples, from as few blocks as possible.
  ///
  /// Samples that are stored only as part of a block that extends beyond the stretch are left out;
  /// `validCount` is the number of samples used.
  /// - Complexity: O(log samples), and one step for each of the coarsest blocks in it; no allocation.
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

  /// Returns the newest stored sample of a stretch that is not missing; NaN if there is none.
  private func lastSample(_ sequences: Range<UInt64>) -> Float {
    let first = Swift.max(sequences.lowerBound, firstStored(0))
    var position = sequences.upperBound
    while position > first {
      var level = 0
      // Empty blocks are skipped as a whole.
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

  /// Returns the level of the longest complete block of 4^level samples that starts at a number and ends
  /// before another.
  ///
  /// It is nil if no such block is stored.
  private func coarsestBlock(startingAt position: UInt64, before upper: UInt64, finest: Int) -> Int? {
    guard finest <= rings.count, finest == 0 || position & ((1 << UInt64(2 * finest)) - 1) == 0 else {
      return nil
    }
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

  /// Returns the finest stored level that reaches back to a number.
  private func finestLevel(at position: UInt64) -> Int {
    var level = 0
    while level < rings.count, firstHeld(level) > position { level += 1 }
    return level
  }

  private func nextBoundary(_ position: UInt64, _ level: Int) -> UInt64 {
    ((position >> UInt64(2 * level)) + 1) << UInt64(2 * level)
  }

  private func firstHeld(_ level: Int) -> UInt64 { firstStored(level) << UInt64(2 * level) }

  /// Returns the first block of 4^level samples that the ring stores.
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
    // The newest block is open on this level and on all levels below.
    var sum = EnvelopeSum()
    for level in 0..<level { sum.merge(rings[level].open) }
    return sum.block
  }
}
