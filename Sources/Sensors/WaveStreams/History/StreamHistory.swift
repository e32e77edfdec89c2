/// The newest samples and envelopes of channels with the same rate, including the positions of missing
/// frames.
///
/// At all times, received + missing = end − first, in frames. Memory is allocated at the start and does not
/// grow, and gaps need no memory. Sequence numbers only increase; if a device restarts its count, the caller
/// must adjust the numbers.
public struct StreamHistory: Sendable {
  private var pyramids: [EnvelopePyramid]
  private var hasBegun = false

  /// The number of frames received.
  public private(set) var receivedCount: UInt64 = 0
  /// The number of missing frames, according to their sequence numbers.
  public private(set) var missingCount: UInt64 = 0
  /// The number of frames skipped because they had already been received.
  public private(set) var repeatedCount: UInt64 = 0
  /// The number of frames skipped because their sequence numbers exceed `EnvelopePyramid.sequenceLimit`.
  public private(set) var refusedCount: UInt64 = 0

  /// Allocates the memory for a number of channels.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels, at least one.
  ///   - sampleCapacity: The number of samples to store for each channel, 16 to 2^26.
  ///   - blockCapacity: The number of blocks to store at each higher level.
  ///   - reachSamples: The number of samples that the coarse levels must cover.
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
  /// The sequence number of the first frame; 0 if there are no frames yet.
  public var originSequence: UInt64 { pyramids[0].originSequence }
  /// The sequence number expected for the next frame.
  public var endSequence: UInt64 { pyramids[0].endSequence }
  /// The memory used by samples and blocks, in bytes.
  public var byteCount: Int { pyramids.reduce(0) { $0 + $1.byteCount } }

  /// Appends a block.
  ///
  /// Frames whose sequence numbers already exist are skipped; omitted numbers leave a gap.
  /// - Parameter block: The block to append, which must have `channelCount` channels.
  /// - Complexity: O(samples), plus the cost of `appendGap(count:)`, without allocation.
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
  /// - Complexity: The complexity of `EnvelopePyramid.appendGap(count:)`, for each channel.
  public mutating func appendGap(count: UInt64) {
    let before = endSequence
    for channel in pyramids.indices { pyramids[channel].appendGap(count: count) }
    hasBegun = true
    missingCount += endSequence - before
  }

  /// Sets the sequence number of the first frame; has no effect if there already are frames.
  public mutating func begin(at sequence: UInt64) {
    guard !hasBegun else { return }
    hasBegun = true
    guard sequence != originSequence else { return }
    for channel in pyramids.indices { pyramids[channel].restart(at: sequence) }
  }

  /// Adds a channel after the existing ones.
  ///
  /// The channel has the same sequence numbers as the others. Samples that are not given are missing, and
  /// given samples outside the history are ignored. A channel can therefore be added at any time.
  /// - Parameters:
  ///   - samples: The samples of the channel; NaN is a missing sample.
  ///   - first: The sequence number of the first sample.
  ///   - sampleCapacity: The number of samples to store, 16 to 2^26.
  ///   - blockCapacity: The number of blocks to store at each higher level.
  ///   - reachSamples: The number of samples that the coarse levels must cover.
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

  /// Removes a channel; the last remaining channel cannot be removed.
  public mutating func removeChannel(_ channel: Int) {
    guard pyramids.count > 1, pyramids.indices.contains(channel) else { return }
    pyramids.remove(at: channel)
  }

  /// Returns the sequence number of the first stored sample at a level.
  ///
  /// Valid levels are 0 to 24.
  public func firstSequence(level: Int) -> UInt64 { pyramids[0].firstSequence(level: level) }

  /// Returns the number of the first stored block of a level.
  ///
  /// Valid levels are 0 to 24.
  public func firstBlock(level: Int) -> UInt64 { pyramids[0].firstBlock(level: level) }

  /// Returns the number of the first incomplete block of a level.
  ///
  /// The blocks before it are complete and do not change. Valid levels are 0 to 24.
  public func completeBlocks(level: Int) -> UInt64 { pyramids[0].completeBlocks(level: level) }

  /// Returns the number of a channel's samples that are not missing.
  public func validCount(channel: Int) -> UInt64 { pyramids[channel].validCount }

  /// Appends the extremes of a channel's blocks; see `EnvelopePyramid.envelope(level:blocks:into:)`.
  ///
  /// - Parameters:
  ///   - channel: The index of the channel, below `channelCount`.
  ///   - level: The level, 0 ... 24.
  ///   - blocks: The numbers of the blocks at this level, at most `EnvelopePyramid.blockLimit` of them.
  ///   - values: The list to which the extremes are appended: a Float for each sample at level 0, the minimum
  ///     and maximum of each block at other levels.
  public func envelope(channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]) {
    pyramids[channel].envelope(level: level, blocks: blocks, into: &values)
  }

  /// Summarizes a range of a channel's samples; see `EnvelopePyramid.reading(_:)`.
  ///
  /// - Parameters:
  ///   - channel: The index of the channel, below `channelCount`.
  ///   - sequences: The range of samples, which can extend beyond the stored ones.
  /// - Returns: A summary of the stored samples.
  /// - Complexity: O(log samples), without allocation.
  public func reading(channel: Int, sequences: Range<UInt64>) -> StreamReading {
    pyramids[channel].reading(sequences)
  }
}
