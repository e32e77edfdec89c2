/// The channels of one rate: their newest samples and envelopes, with every frame that is missing in its
/// place.
///
/// received + missing = end − first, in frames, at every time. Memory is taken with the first frames and
/// stays; gaps cost none. A device that begins to count anew is the source's to notice: numbers here only
/// grow.
public struct StreamHistory: Sendable {
  private var pyramids: [EnvelopePyramid]
  private var hasBegun = false

  /// Frames that came.
  public private(set) var receivedCount: UInt64 = 0
  /// Frames that never came, by their numbers.
  public private(set) var missingCount: UInt64 = 0
  /// Frames that had come before, and were passed over.
  public private(set) var repeatedCount: UInt64 = 0
  /// Frames with numbers beyond `EnvelopePyramid.sequenceLimit`, which were passed over.
  public private(set) var refusedCount: UInt64 = 0

  /// Makes room for channels.
  ///
  /// - Parameters:
  ///   - channelCount: One at least.
  ///   - sampleCapacity: Samples held of each, 16 to 2^26.
  ///   - blockCapacity: Blocks held of each level above.
  ///   - reachSamples: How far back coarse levels have to reach.
  /// - Complexity: O(channels × capacity).
  public init(
    channelCount: Int, sampleCapacity: Int, blockCapacity: Int = 8192, reachSamples: UInt64 = .max
  ) {
    pyramids = (0..<Swift.max(1, channelCount)).map { _ in
      EnvelopePyramid(
        sampleCapacity: sampleCapacity, blockCapacity: blockCapacity, reachSamples: reachSamples)
    }
  }

  /// Channels of a frame.
  public var channelCount: Int { pyramids.count }
  /// The number of the first frame ever; 0 before it.
  public var originSequence: UInt64 { pyramids[0].originSequence }
  /// The number that the next frame should have.
  public var endSequence: UInt64 { pyramids[0].endSequence }
  /// Bytes that samples and blocks take.
  public var byteCount: Int { pyramids.reduce(0) { $0 + $1.byteCount } }

  /// Takes in a block.
  ///
  /// Frames whose numbers were there before are passed over; numbers that are skipped are a gap.
  /// - Parameter block: Must have as many channels.
  /// - Complexity: O(samples), and what `appendGap(count:)` takes; no allocation.
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

  /// Takes note of frames that are missing.
  ///
  /// - Complexity: As `EnvelopePyramid.appendGap(count:)`, for each channel.
  public mutating func appendGap(count: UInt64) {
    let before = endSequence
    for channel in pyramids.indices { pyramids[channel].appendGap(count: count) }
    hasBegun = true
    missingCount += endSequence - before
  }

  /// Says which number the first frame will have; of no effect once there are frames.
  public mutating func begin(at sequence: UInt64) {
    guard !hasBegun else { return }
    hasBegun = true
    guard sequence != originSequence else { return }
    for channel in pyramids.indices { pyramids[channel].restart(at: sequence) }
  }

  /// Adds a channel behind the others.
  ///
  /// It has the numbers that they have: it is missing where no samples are given for them, and samples of
  /// other numbers are left out. So one that is added late fits a history whenever that began.
  /// - Parameters:
  ///   - samples: Samples of the channel; NaN is a missing one.
  ///   - first: The number of the first of them.
  ///   - sampleCapacity: Samples held of it, 16 to 2^26.
  ///   - blockCapacity: Blocks held of each level above.
  ///   - reachSamples: How far back coarse levels have to reach.
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

  /// Takes a channel away; the last one stays.
  public mutating func removeChannel(_ channel: Int) {
    guard pyramids.count > 1, pyramids.indices.contains(channel) else { return }
    pyramids.remove(at: channel)
  }

  /// The first sample of which something is held at a level.
  ///
  /// Levels are 0 ... 24.
  public func firstSequence(level: Int) -> UInt64 { pyramids[0].firstSequence(level: level) }

  /// The first block of a level that is held.
  ///
  /// Levels are 0 ... 24.
  public func firstBlock(level: Int) -> UInt64 { pyramids[0].firstBlock(level: level) }

  /// Blocks of a level below this number are complete.
  ///
  /// They change no more. Levels are 0 ... 24.
  public func completeBlocks(level: Int) -> UInt64 { pyramids[0].completeBlocks(level: level) }

  /// Samples of a channel that came and are there: numbers, not NaN.
  public func validCount(channel: Int) -> UInt64 { pyramids[channel].validCount }

  /// Appends the extremes of a channel's blocks; see `EnvelopePyramid.envelope(level:blocks:into:)`.
  ///
  /// - Parameters:
  ///   - channel: Below `channelCount`.
  ///   - level: 0 ... 24.
  ///   - blocks: Numbers on the level's lattice; `EnvelopePyramid.blockLimit` of them at most.
  ///   - values: Is appended to: a Float for each sample at level 0, above it minimum and maximum for each
  ///     block.
  public func envelope(channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]) {
    pyramids[channel].envelope(level: level, blocks: blocks, into: &values)
  }

  /// What a stretch of a channel comes to; see `EnvelopePyramid.reading(_:)`.
  ///
  /// - Parameters:
  ///   - channel: Below `channelCount`.
  ///   - sequences: Samples, which may reach beyond what is held.
  /// - Returns: Extremes and the rest of what is held of them.
  /// - Complexity: O(log samples), no allocation.
  public func reading(channel: Int, sequences: Range<UInt64>) -> StreamReading {
    pyramids[channel].reading(sequences)
  }
}
