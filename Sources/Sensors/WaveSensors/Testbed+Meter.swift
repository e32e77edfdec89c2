import WaveUnits

extension Testbed {
  /// What some seconds of drawing have shown.
  public struct Figures: Equatable, Sendable {
    /// Half of the latencies are at most this, in microseconds; NaN where nothing was drawn.
    public var median = Double.nan
    /// 95 of 100 are at most this.
    public var percentile95 = Double.nan
    /// 99 of 100 are at most this.
    public var percentile99 = Double.nan
    /// Frames with new samples.
    public var frames = 0
    /// How long it was, in seconds.
    public var seconds = 0.0
    /// Samples of a stream that were lost, summed over groups: never made, or passed over on the way.
    public var lost: Int64 = 0

    /// Nothing drawn.
    public init() {}

    /// Frames in a second.
    public var framesPerSecond: Double { seconds > 0 ? Double(frames) / seconds : 0 }
  }

  /// Latencies of what was drawn of late, and what was lost.
  struct LatencyMeter: Sendable {
    /// What is kept at most: older ones go.
    static let limit = 4096

    private struct Frame {
      var drawnAt: Int64
      var latencies: Int
    }

    /// Arrivals of what is in the frame under way.
    private var pending: [Int64] = []
    private var frames: [Frame] = []
    /// Latencies of the frames, one after another.
    private var latencies: [Double] = []
    /// The next block of each group of the view.
    private var next: [Int64] = []
    private var view: UInt16 = 0
    private var passedOver: Int64 = 0
    private var missing: Int64 = 0
    private var lostBefore: Int64 = 0

    /// Whether a frame with samples has been drawn since `forget`.
    var hasDrawn: Bool { !frames.isEmpty }

    /// What is measured from now on is of something else.
    mutating func forget() {
      pending = []
      frames = []
      latencies = []
      lostBefore = passedOver.saturatingAdding(missing)
    }

    /// The source has begun anew, and counts from zero.
    mutating func restart() {
      next = []
      passedOver = 0
      missing = 0
      lostBefore = 0
      forget()
    }

    /// Takes note of live blocks.
    ///
    /// - Parameters:
    ///   - view: The view that they answer; one after another begins anew.
    ///   - group: Their group.
    ///   - blocks: Their numbers.
    ///   - level: Samples in a block are 2 to this power.
    ///   - arrival: When the newest sample arrived at the source.
    mutating func take(
      view: UInt16, group: Int, blocks: Range<Int64>, level: Int, arrivalMicroseconds arrival: Int64
    ) {
      if view != self.view {
        self.view = view
        next = []
      }
      while next.count <= group { next.append(-1) }
      if next[group] >= 0, blocks.lowerBound > next[group] {
        passedOver = passedOver.saturatingAdding((blocks.lowerBound - next[group]) << Int64(level))
      }
      next[group] = blocks.upperBound
      if pending.count < Self.limit { pending.append(arrival) }
    }

    /// Takes note of how many samples the source says are missing.
    mutating func setMissing(_ count: UInt64) { missing = Int64(clamping: count) }

    /// The frame has been drawn, at a server time.
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

    /// What was drawn from a time on.
    ///
    /// - Complexity: O(n log n) in latencies; two allocations.
    func figures(from start: Int64, until end: Int64) -> Figures {
      var figures = Figures()
      var old = 0
      for frame in frames {
        if frame.drawnAt < start { old += frame.latencies } else { figures.frames += 1 }
      }
      figures.seconds = Double(Swift.max(0, end.saturatingSubtracting(start))) / 1e6
      figures.lost = passedOver.saturatingAdding(missing).saturatingSubtracting(lostBefore)
      let sorted = latencies[old...].sorted()
      guard let last = sorted.last else { return figures }
      func share(_ share: Double) -> Double {
        let place = Int(saturating: share * Double(sorted.count))
        return place < sorted.count ? sorted[place] : last
      }
      figures.median = share(0.5)
      figures.percentile95 = share(0.95)
      figures.percentile99 = share(0.99)
      return figures
    }
  }
}
