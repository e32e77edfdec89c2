import WaveUnits

/// Holds a stream's frames between who makes them and who takes them, and knows of each that is missing.
///
/// Blocks of any length go in, stretches of any length come out, in order. Frames that never came, by their
/// numbers, and frames that had to be dropped since nobody took them come out as a stretch that is missing,
/// in their place: at every time `produced == delivered + missing + waiting`, all in frames, as long as 64
/// bits hold these counts.
///
/// Memory is as much as its capacity says; a gap costs none, however long it is. A value type, for one thread
/// at a time.
public struct SampleRing: Sendable {
  /// What goes when there is no room.
  public enum DropPolicy: Sendable {
    /// The frames that have waited longest: a screen shows the newest.
    case oldest
    /// The frames that come: a recorder keeps what it has.
    case newest
  }

  /// Stretches that wait at most, beyond which frames are dropped as when memory is full: gaps without end do
  /// not take memory without end.
  public static let runLimit = 4096

  /// Channels of a frame.
  public let channelCount: Int
  /// Frames that fit.
  public let capacity: Int
  private let policy: DropPolicy
  /// Frame after frame, each with a sample of each channel.
  private var frames: [Double]
  /// Where the oldest frame lies.
  private var head = 0
  private var runs = RunQueue()

  /// Frames that wait, those that are missing not counted.
  public private(set) var waitingCount = 0
  /// Frames from the first to the newest one, by their numbers.
  public private(set) var producedCount: UInt64 = 0
  /// Frames that were taken.
  public private(set) var deliveredCount: UInt64 = 0
  /// Frames that were told as missing, or wait to be told.
  public private(set) var missingCount: UInt64 = 0
  /// Frames that had come before, and were passed over.
  public private(set) var repeatedCount: UInt64 = 0
  /// Frames with numbers beyond `EnvelopePyramid.sequenceLimit`, which were passed over.
  public private(set) var refusedCount: UInt64 = 0
  /// The number that the next frame should have; nil before the first.
  public private(set) var nextSequence: UInt64?

  /// Makes room for frames.
  ///
  /// - Parameters:
  ///   - channelCount: Channels of a frame; one at least.
  ///   - capacity: Frames that fit; one at least.
  ///   - policy: What goes when there is no room.
  public init(channelCount: Int, capacity: Int, policy: DropPolicy) {
    self.channelCount = Swift.max(1, channelCount)
    self.capacity = Swift.max(1, capacity)
    self.policy = policy
    frames = Array(repeating: 0, count: self.channelCount * self.capacity)
  }

  /// Takes in a block.
  ///
  /// Frames whose numbers were there before are passed over; numbers that are skipped are a gap. A block
  /// without frames says nothing.
  /// - Parameter block: Must have as many channels.
  /// - Complexity: O(samples), no allocation but for a gap's place in the queue.
  public mutating func produce(_ block: SampleBlock) {
    precondition(block.channelCount == channelCount, "a stream keeps its channels")
    guard block.count > 0 else { return }
    guard block.sequence <= EnvelopePyramid.sequenceLimit - UInt64(block.count) else {
      refusedCount += UInt64(block.count)
      return
    }
    var first = 0
    let expected = nextSequence ?? block.sequence
    if block.sequence > expected {
      let gap = block.sequence - expected
      append(SampleRun(sequence: expected, count: gap, isMissing: true))
    } else {
      first = Int(Swift.min(expected - block.sequence, UInt64(block.count)))
      repeatedCount += UInt64(first)
    }
    let sequence = block.sequence &+ UInt64(first)
    nextSequence = Swift.max(expected, block.sequence &+ UInt64(block.count))
    let count = block.count - first
    guard count > 0 else { return }
    let taken = makeRoom(for: count, at: sequence)
    for index in taken { put(block, index: index + first) }
    if !taken.isEmpty {
      append(
        SampleRun(
          sequence: sequence &+ UInt64(taken.lowerBound), count: UInt64(taken.count), isMissing: false))
    }
    if taken.upperBound < count {
      append(
        SampleRun(
          sequence: sequence &+ UInt64(taken.upperBound), count: UInt64(count - taken.upperBound),
          isMissing: true))
    }
  }

  /// Begins anew: the device counts from another number, and how many frames lie between nobody knows.
  ///
  /// What waits is still delivered.
  public mutating func restart() { nextSequence = nil }

  /// Takes out a stretch: frames, or word of frames that are missing.
  ///
  /// - Parameters:
  ///   - limit: Frames to take at most; of missing ones all are told at once.
  ///   - take: Is given the frames, one after the other, each with a sample of each channel, in one or two
  ///     pieces.
  /// - Returns: What was taken; nil where nothing waits.
  public mutating func consume(limit: Int = .max, _ take: (Span<Double>) -> Void) -> SampleRun? {
    guard var run = runs.first, limit > 0 else { return nil }
    if run.isMissing {
      runs.removeFirst()
      return run
    }
    let count = Int(Swift.min(run.count, UInt64(limit)))
    let untilEnd = Swift.min(count, capacity - head)
    take(frames.span.extracting((head * channelCount)..<((head + untilEnd) * channelCount)))
    if untilEnd < count { take(frames.span.extracting(0..<((count - untilEnd) * channelCount))) }
    forget(count)
    deliveredCount += UInt64(count)
    runs.shortenFirst(by: UInt64(count))
    run.count = UInt64(count)
    return run
  }

  /// Makes room, and says which of the frames to come fit.
  private mutating func makeRoom(for count: Int, at sequence: UInt64) -> Range<Int> {
    let isCrowded = runs.count >= Self.runLimit - 4
    let room = isCrowded && policy == .newest ? 0 : capacity - waitingCount
    guard count > room || isCrowded else { return 0..<count }
    switch policy {
    case .newest: return 0..<Swift.min(room, count)
    case .oldest:
      // Of a block that is longer than the ring the end is kept.
      let skipped = Swift.max(0, count - capacity)
      dropOldest(Swift.max(0, count - skipped - room))
      if isCrowded { dropRun() }
      if skipped > 0 { append(SampleRun(sequence: sequence, count: UInt64(skipped), isMissing: true)) }
      return skipped..<count
    }
  }

  private mutating func dropOldest(_ count: Int) {
    var left = count
    var dropped: SampleRun?
    while left > 0, var run = runs.first {
      if run.isMissing {
        runs.removeFirst()
      } else {
        run = SampleRun(sequence: run.sequence, count: Swift.min(run.count, UInt64(left)), isMissing: true)
        forget(Int(run.count))
        left -= Int(run.count)
        runs.shortenFirst(by: run.count)
        missingCount = missingCount.saturatingAdding(run.count)
      }
      dropped =
        dropped.map {
          SampleRun(
            sequence: $0.sequence, count: $0.count.saturatingAdding(run.count), isMissing: true)
        } ?? run
    }
    if let dropped { runs.prepend(dropped) }
  }

  /// Makes one missing stretch of the first frames and the gap behind them.
  private mutating func dropRun() {
    guard let run = runs.first, let frames = run.isMissing ? runs.second : run else { return }
    // Behind a gap, another of before a restart: a frame makes one of them.
    dropOldest(frames.isMissing ? 1 : Int(clamping: frames.count))
  }

  private mutating func forget(_ count: Int) {
    head = (head + count) % capacity
    waitingCount -= count
  }

  private mutating func put(_ block: SampleBlock, index: Int) {
    let place = (head + waitingCount) % capacity * channelCount
    let count = block.count
    for channel in 0..<channelCount { frames[place + channel] = block.samples[channel * count + index] }
    waitingCount += 1
  }

  private mutating func append(_ run: SampleRun) {
    producedCount = producedCount.saturatingAdding(run.count)
    if run.isMissing { missingCount = missingCount.saturatingAdding(run.count) }
    runs.append(run)
  }
}
