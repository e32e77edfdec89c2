import WaveUnits

extension Testbed {
  /// Measurements over several seconds of drawing: the latencies, the number of display frames, and the
  /// losses.
  public struct Figures: Equatable, Sendable {
    /// The median latency in microseconds; NaN if nothing was drawn.
    public private(set) var median = Double.nan
    /// The 95th percentile of the latency in microseconds.
    public private(set) var percentile95 = Double.nan
    /// The 99th percentile of the latency in microseconds.
    public private(set) var percentile99 = Double.nan
    /// The number of display frames that showed new samples.
    public private(set) var frames = 0
    /// The length of the measured period in seconds.
    public private(set) var seconds = 0.0
    /// The number of sample frames that were never generated or were skipped during transmission, summed over
    /// the groups.
    public private(set) var lost: Int64 = 0

    /// The number of display frames per second that showed new samples.
    public var framesPerSecond: Double { seconds > 0 ? Double(frames) / seconds : 0 }
  }

  /// A meter for the latencies of recent frames, and for lost samples.
  struct LatencyMeter: Sendable {
    /// The maximum number of stored latencies and frames; older ones are discarded.
    static let limit = 4096

    private struct Frame {
      let drawnAt: Int64
      let latencies: Int
    }

    /// The arrival times of the samples in the current frame.
    private var pending: [Int64] = []
    private var frames: [Frame] = []
    /// The latencies of all frames, in frame order.
    private var latencies: [Double] = []
    /// The number of the block that is expected next from each group in the view.
    private var next: [Int64] = []
    private var view: UInt16 = 0
    private var skippedCount: Int64 = 0
    private var missing: Int64 = 0
    private var lostBefore: Int64 = 0

    /// Whether a frame with samples has been drawn since the last `forget`.
    var hasDrawn: Bool { !frames.isEmpty }

    /// Discards all measurements, so that a new measurement can begin.
    mutating func forget() {
      pending = []
      frames = []
      latencies = []
      lostBefore = skippedCount.saturatingAdding(missing)
    }

    /// Handles a restart of the source; all counts then start from zero.
    mutating func restart() {
      next = []
      skippedCount = 0
      missing = 0
      lostBefore = 0
      forget()
    }

    /// Records live blocks.
    ///
    /// - Parameters:
    ///   - view: The view to which the blocks belong; a new view restarts the block numbers.
    ///   - group: The group of the blocks.
    ///   - blocks: The numbers of the blocks.
    ///   - level: The binary logarithm of the number of samples in a block.
    ///   - arrival: The time at which the newest sample arrived at the source.
    mutating func receive(
      view: UInt16, group: Int, blocks: Range<Int64>, level: Int, arrivalMicroseconds arrival: Int64
    ) {
      if view != self.view {
        self.view = view
        next = []
      }
      while next.count <= group { next.append(-1) }
      if next[group] >= 0, blocks.lowerBound > next[group] {
        skippedCount = skippedCount.saturatingAdding((blocks.lowerBound - next[group]) << Int64(level))
      }
      next[group] = blocks.upperBound
      if pending.count < Self.limit { pending.append(arrival) }
    }

    /// Sets the number of sample frames that the source reports as missing.
    mutating func setMissing(_ count: UInt64) { missing = Int64(clamping: count) }

    /// Records that the current frame was drawn at a server time.
    mutating func drawn(at now: Int64, serverMicroseconds server: Int64) {
      guard !pending.isEmpty else { return }
      for arrival in pending { latencies.append(Double(Swift.max(0, server.saturatingSubtracting(arrival)))) }
      frames.append(Frame(drawnAt: now, latencies: pending.count))
      pending.removeAll(keepingCapacity: true)
      guard latencies.count > Self.limit else { return }
      let half = frames.count / 2
      let gone = frames[..<half].reduce(0) { $0 + $1.latencies }
      frames.removeFirst(half)
      latencies.removeFirst(gone)
    }

    /// Returns the measurements of a period.
    ///
    /// - Complexity: O(*n* log *n*) in the latencies; two allocations.
    func figures(from start: Int64, until end: Int64) -> Figures {
      var old = 0
      var count = 0
      for frame in frames { if frame.drawnAt < start { old += frame.latencies } else { count += 1 } }
      let sorted = latencies[old...].sorted()
      func share(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[Swift.min(sorted.count - 1, Int(saturating: share * Double(sorted.count)))]
      }
      return Figures(
        median: share(0.5), percentile95: share(0.95), percentile99: share(0.99), frames: count,
        seconds: Double(Swift.max(0, end.saturatingSubtracting(start))) / 1e6,
        lost: skippedCount.saturatingAdding(missing).saturatingSubtracting(lostBefore))
    }
  }
}
