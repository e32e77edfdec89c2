import WaveUnits

/// A buffer for a stream's frames between its producer and its consumer, which keeps track of every missing
/// frame.
///
/// Blocks of any length go in, and runs of any length come out, in order. Some frames are missing according
/// to their sequence numbers, and others are dropped because they were not consumed in time. Both come out as
/// missing runs at their positions. At all times `produced == delivered + missing + waiting`, in frames, as
/// long as these counts fit into 64 bits.
///
/// The capacity determines the memory; a gap needs no memory, however long it is. This is a value type; use
/// it on one thread at a time.
public struct SampleRing: Sendable {
  /// The policy that selects which frames to drop if there is no room.
  public enum DropPolicy: Sendable {
    /// Drops the frames that have waited longest, for a screen that shows the newest frames.
    case oldest
    /// Drops the arriving frames, for a recorder that keeps the frames it has.
    case newest
  }

  /// The maximum number of waiting runs; if it is exceeded, frames are dropped as if the memory were full.
  ///
  /// This bounds the memory for any number of gaps.
  public static let runLimit = 4096

  /// The number of channels in a frame.
  public let channelCount: Int
  /// The maximum number of frames in the buffer.
  public let capacity: Int
  private let policy: DropPolicy
  /// The samples, ordered by frame, and by channel within each frame.
  private var frames: [Double]
  /// The position of the oldest frame in the ring.
  private var head = 0
  private var runs = RunQueue()

  /// The number of waiting frames, not counting missing ones.
  public private(set) var waitingCount = 0
  /// The number of frames from the first to the newest, according to their sequence numbers.
  public private(set) var producedCount: UInt64 = 0
  /// The number of frames that have been consumed.
  public private(set) var deliveredCount: UInt64 = 0
  /// The number of missing frames, including those that have not been reported to the consumer yet.
  public private(set) var missingCount: UInt64 = 0
  /// The number of frames skipped because they had already arrived.
  public private(set) var repeatedCount: UInt64 = 0
  /// The number of frames skipped because their sequence numbers exceed `EnvelopePyramid.sequenceLimit`.
  public private(set) var refusedCount: UInt64 = 0
  /// The sequence number expected for the next frame; nil before the first frame.
  public private(set) var nextSequence: UInt64?

  /// Allocates the memory for a number of frames.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels in a frame, at least one.
  ///   - capacity: The maximum number of frames, at least one.
  ///   - policy: The policy for dropping frames if there is no room.
  public init(channelCount: Int, capacity: Int, policy: DropPolicy) {
    self.channelCount = Swift.max(1, channelCount)
    self.capacity = Swift.max(1, capacity)
    self.policy = policy
    frames = Array(repeating: 0, count: self.channelCount * self.capacity)
  }

  /// Appends a block.
  ///
  /// Frames whose sequence numbers have already arrived are skipped; omitted numbers leave a gap. A block
  /// without frames is ignored.
  /// - Parameter block: The block to append, which must have `channelCount` channels.
  /// - Complexity: O(samples), without allocation except for a gap's entry in the queue.
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
      append(expected, count: block.sequence - expected, isMissing: true)
    } else {
      first = Int(Swift.min(expected - block.sequence, UInt64(block.count)))
      repeatedCount += UInt64(first)
    }
    let sequence = block.sequence &+ UInt64(first)
    nextSequence = Swift.max(expected, block.sequence &+ UInt64(block.count))
    let count = block.count - first
    guard count > 0 else { return }
    let taken = makeRoom(for: count, at: sequence)
    for index in taken { store(block, index: index + first) }
    if !taken.isEmpty {
      append(sequence &+ UInt64(taken.lowerBound), count: UInt64(taken.count), isMissing: false)
    }
    if taken.upperBound < count {
      append(sequence &+ UInt64(taken.upperBound), count: UInt64(count - taken.upperBound), isMissing: true)
    }
  }

  /// Accepts any next sequence number after the device has restarted its count; the number of frames lost in
  /// between is unknown.
  ///
  /// Waiting frames are still delivered.
  public mutating func restart() { nextSequence = nil }

  /// Removes the next run: frames, or a report of missing frames.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of frames; a run of missing frames is always reported as a whole.
  ///   - receive: Receives the frames in order, each with a sample of every channel, in one or two pieces.
  /// - Returns: The removed run; nil if none is waiting.
  public mutating func consume(limit: Int = .max, _ receive: (Span<Double>) -> Void) -> SampleRun? {
    guard var run = runs.first, limit > 0 else { return nil }
    if run.isMissing {
      runs.removeFirst()
      return run
    }
    let count = Int(Swift.min(run.count, UInt64(limit)))
    let untilEnd = Swift.min(count, capacity - head)
    receive(frames.span.extracting((head * channelCount)..<((head + untilEnd) * channelCount)))
    if untilEnd < count { receive(frames.span.extracting(0..<((count - untilEnd) * channelCount))) }
    forget(count)
    deliveredCount += UInt64(count)
    runs.shortenFirst(by: UInt64(count))
    run.count = UInt64(count)
    return run
  }

  /// Makes room for a block, and returns the range of its frames that fit.
  private mutating func makeRoom(for count: Int, at sequence: UInt64) -> Range<Int> {
    let isCrowded = runs.count >= Self.runLimit - 4
    let room = isCrowded && policy == .newest ? 0 : capacity - waitingCount
    guard count > room || isCrowded else { return 0..<count }
    switch policy {
    case .newest: return 0..<Swift.min(room, count)
    case .oldest:
      // If a block is longer than the ring, keep its end.
      let skipped = Swift.max(0, count - capacity)
      dropOldest(Swift.max(0, count - skipped - room))
      if isCrowded { dropRun() }
      if skipped > 0 { append(sequence, count: UInt64(skipped), isMissing: true) }
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
          SampleRun(sequence: $0.sequence, count: $0.count.saturatingAdding(run.count), isMissing: true)
        } ?? run
    }
    if let dropped { runs.prepend(dropped) }
  }

  /// Replaces the first run of frames, and the gap after it, with a single missing run.
  private mutating func dropRun() {
    guard let run = runs.first, let frames = run.isMissing ? runs.second : run else { return }
    // A gap can directly follow another after a restart; dropping one frame joins the two.
    dropOldest(frames.isMissing ? 1 : Int(clamping: frames.count))
  }

  private mutating func forget(_ count: Int) {
    head = (head + count) % capacity
    waitingCount -= count
  }

  private mutating func store(_ block: SampleBlock, index: Int) {
    let place = (head + waitingCount) % capacity * channelCount
    let count = block.count
    for channel in 0..<channelCount { frames[place + channel] = block.samples[channel * count + index] }
    waitingCount += 1
  }

  private mutating func append(_ sequence: UInt64, count: UInt64, isMissing: Bool) {
    producedCount = producedCount.saturatingAdding(count)
    if isMissing { missingCount = missingCount.saturatingAdding(count) }
    runs.append(SampleRun(sequence: sequence, count: count, isMissing: isMissing))
  }
}
