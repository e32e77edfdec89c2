import WaveUnits

extension Testbed {
  /// What some seconds of drawing have shown.
  public struct Figures: Equatable, Sendable {
    /// Half of the latencies are at most this, in microseconds; NaN where nothing was drawn.
    public let median: Double
    /// 95 of 100 are at most this.
    public let percentile95: Double
    /// 99 of 100 are at most this.
    public let percentile99: Double
    /// Frames with new samples.
    public let frames: Int
    /// How long it was, in seconds.
    public let seconds: Double
    /// Samples of a stream that were lost, summed over groups: never made, or passed over on the way.
    public let lost: Int64

    /// Describes some seconds; without arguments, none in which anything was drawn.
    public init(
      median: Double = .nan, percentile95: Double = .nan, percentile99: Double = .nan, frames: Int = 0,
      seconds: Double = 0, lost: Int64 = 0
    ) {
      self.median = median
      self.percentile95 = percentile95
      self.percentile99 = percentile99
      self.frames = frames
      self.seconds = seconds
      self.lost = lost
    }

    /// Frames in a second.
    public var framesPerSecond: Double { seconds > 0 ? Double(frames) / seconds : 0 }
  }

  /// Latencies of what was drawn of late, and what was lost.
  struct LatencyMeter: Sendable {
    /// What is kept at most: older ones go.
    static let limit = 4096

    private struct Frame {
      let drawnAt: Int64
      let latencies: Int
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

    /// Receives live blocks.
    ///
    /// - Parameters:
    ///   - view: The view that they answer; one after another begins anew.
    ///   - group: Their group.
    ///   - blocks: Their numbers.
    ///   - level: Samples in a block are 2 to this power.
    ///   - arrival: When the newest sample arrived at the source.
    mutating func receive(
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

    /// Receives how many samples the source reports as missing.
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
      var old = 0
      var count = 0
      for frame in frames { if frame.drawnAt < start { old += frame.latencies } else { count += 1 } }
      let sorted = latencies[old...].sorted()
      func share(_ share: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let place = Int(saturating: share * Double(sorted.count))
        return place < sorted.count ? sorted[place] : last
      }
      return Figures(
        median: share(0.5), percentile95: share(0.95), percentile99: share(0.99), frames: count,
        seconds: Double(Swift.max(0, end.saturatingSubtracting(start))) / 1e6,
        lost: passedOver.saturatingAdding(missing).saturatingSubtracting(lostBefore))
    }
  }
}
