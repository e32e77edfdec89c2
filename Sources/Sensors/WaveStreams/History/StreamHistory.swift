/// The channels of one rate: their newest samples and envelopes, with every missing frame in its place.
///
/// At all times, received + missing = end − first, in frames. Memory is allocated at the start and stays the
/// same; gaps need none. Sequence numbers here only grow: if a device starts to count again, its source has
/// to handle that.
public struct StreamHistory: Sendable {
  private var pyramids: [EnvelopePyramid]
  private var hasBegun = false

  /// The number of frames received.
  public private(set) var receivedCount: UInt64 = 0
  /// The number of frames missing, by their numbers.
  public private(set) var missingCount: UInt64 = 0
  /// The number of frames that had already been received, and were skipped.
  public private(set) var repeatedCount: UInt64 = 0
  /// The number of frames skipped because their numbers exceed `EnvelopePyramid.sequenceLimit`.
  public private(set) var refusedCount: UInt64 = 0

  /// Allocates memory for channels.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels, at least one.
  ///   - sampleCapacity: The number of samples stored of each channel, 16 to 2^26.
  ///   - blockCapacity: The number of blocks stored of each level above.
  ///   - reachSamples: The number of samples back to which coarse levels have to reach.
  /// - Complexity: O(channels × capacity).
  public init(
    channelCount: Int, sampleCapacity: Int, blockCapacity: Int = 8192, reachSamples: UInt64 = .max
  ) {
    pyramids = (0..<Swift.max(1, channelCount)).map { _ in
      EnvelopePyramid(
        sampleCapacity: sampleCapacity, blockCapacity: blockCapacity, reachSamples: reachSamples)
    }
  }

  /// The number of channels in a frame.
  public var channelCount: Int { pyramids.count }
  /// The number of the very first frame; 0 before it.
  public var originSequence: UInt64 { pyramids[0].originSequence }
  /// The number that the next frame should have.
  public var endSequence: UInt64 { pyramids[0].endSequence }
  /// The size of samples and blocks in bytes.
  public var byteCount: Int { pyramids.reduce(0) { $0 + $1.byteCount } }

  /// Appends a block.
  ///
  /// Frames whose numbers already exist are skipped; numbers that are left out are a gap.
  /// - Parameter block: The block; it must have the same number of channels.
  /// - Complexity: O(samples), and the cost of `appendGap(count:)`; no allocation.
  public mutating func append(_ block: SampleBlock) {
    precondition(block.channelCount == channelCount, "a history keeps its channels")
    let count = block.count
    guard count > 0 else { return }
    guard block.sequence <= EnvelopePyramid.sequenceLimit - UInt64(count) else {
      refusedCount += UInt64(count)
      return
    }
    begin(at: block.sequence)
    let expected = endSequence
    var first = 0
    if block.sequence > expected {
      appendGap(count: block.sequence - expected)
    } else {
      first = Int(Swift.min(expected - block.sequence, UInt64(count)))
      repeatedCount += UInt64(first)
    }
    guard first < count else { return }
    receivedCount += UInt64(count - first)
    let samples = block.samples.span
    for channel in pyramids.indices {
      pyramids[channel].append(samples.extracting((channel * count + first)..<((channel + 1) * count)))
    }
  }

  /// Appends missing frames.
  ///
  /// - Complexity: As `EnvelopePyramid.appendGap(count:)`, for each channel.
  public mutating func appendGap(count: UInt64) {
    let before = endSequence
    for channel in pyramids.indices { pyramids[channel].appendGap(count: count) }
    hasBegun = true
    missingCount += endSequence - before
  }

  /// Sets the number of the first frame; without effect once there are frames.
  public mutating func begin(at sequence: UInt64) {
    guard !hasBegun else { return }
    hasBegun = true
    guard sequence != originSequence else { return }
    for channel in pyramids.indices { pyramids[channel].restart(at: sequence) }
  }

  /// Adds a channel after the others.
  ///
  /// It has the same sequence numbers: numbers without given samples are missing, and samples with other
  /// numbers are left out. A channel that is added late therefore fits any history.
  /// - Parameters:
  ///   - samples: The samples of the channel; NaN is a missing one.
  ///   - first: The number of the first sample.
  ///   - sampleCapacity: The number of samples stored, 16 to 2^26.
  ///   - blockCapacity: The number of blocks stored of each level above.
  ///   - reachSamples: The number of samples back to which coarse levels have to reach.
  /// - Complexity: O(samples + capacity).
  public mutating func addChannel(
    _ samples: Span<Double>, from first: UInt64, sampleCapacity: Int, blockCapacity: Int = 8192,
    reachSamples: UInt64 = .max
  ) {
    var pyramid = EnvelopePyramid(
      startingAt: originSequence, sampleCapacity: sampleCapacity, blockCapacity: blockCapacity,
      reachSamples: reachSamples)
    let start = Swift.min(Swift.max(first, originSequence), endSequence)
    pyramid.appendGap(count: start - originSequence)
    let early = start > first ? Int(clamping: start - first) : 0
    let fitting = samples.extracting(droppingFirst: Swift.min(early, samples.count))
    pyramid.append(fitting.extracting(first: Swift.min(fitting.count, Int(clamping: endSequence - start))))
    pyramid.appendGap(count: endSequence - pyramid.endSequence)
    pyramids.append(pyramid)
  }

  /// Removes a channel; the last one stays.
  public mutating func removeChannel(_ channel: Int) {
    guard pyramids.count > 1, pyramids.indices.contains(channel) else { return }
    pyramids.remove(at: channel)
  }

  /// Returns the first sample with stored data at a level.
  ///
  /// Levels are 0 ... 24.
  public func firstSequence(level: Int) -> UInt64 { pyramids[0].firstSequence(level: level) }

  /// Returns the first stored block of a level.
  ///
  /// Levels are 0 ... 24.
  public func firstBlock(level: Int) -> UInt64 { pyramids[0].firstBlock(level: level) }

  /// Returns the number below which all blocks of a level are complete.
  ///
  /// Complete blocks do not change. Levels are 0 ... 24.
  public func completeBlocks(level: Int) -> UInt64 { pyramids[0].completeBlocks(level: level) }

  /// Returns the number of a channel's samples that are not missing.
  public func validCount(channel: Int) -> UInt64 { pyramids[channel].validCount }

  /// Appends the extremes of a channel's blocks; see `EnvelopePyramid.envelope(level:blocks:into:)`.
  ///
  /// - Parameters:
  ///   - channel: Below `channelCount`.
  ///   - level: 0 ... 24.
  ///   - blocks: The numbers of the blocks on the level's lattice, at most `EnvelopePyramid.blockLimit` of
  ///     them.
  ///   - values: Receives the extremes at its end: a Float for each sample at level 0, minimum and maximum
  ///     for each block of other levels.
  public func envelope(channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]) {
    pyramids[channel].envelope(level: level, blocks: blocks, into: &values)
  }

  /// Returns the reading of a stretch of a channel; see `EnvelopePyramid.reading(_:)`.
  ///
  /// - Parameters:
  ///   - channel: Below `channelCount`.
  ///   - sequences: The samples; they may extend beyond the stored ones.
  /// - Returns: The reading of the stored samples.
  /// - Complexity: O(log samples), no allocation.
  public func reading(channel: Int, sequences: Range<UInt64>) -> StreamReading {
    pyramids[channel].reading(sequences)
  }
}
