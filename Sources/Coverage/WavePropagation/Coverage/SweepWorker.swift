import WaveUnits

/// A worker that computes one map at a time on the thread that calls it; a new job replaces the previous one.
public struct SweepWorker: Sendable {
  private var job: (number: UInt32, raysAtOnce: Int, isShownGrowing: Bool)?
  private var sweep: CoverageSweep?
  private var spentMicroseconds = 0.0
  /// The result that the next call to `advance` returns; nil if there is none.
  private var waiting: SweepResult?

  /// Creates a worker without a job.
  public init() {}

  /// Whether there is anything left to compute or return.
  public var isBusy: Bool { sweep != nil || waiting != nil }

  /// Discards the current job and begins a new one.
  ///
  /// - Parameters:
  ///   - bytes: The encoded `SweepJob`; empty for no job.
  ///   - clock: Returns a monotonic time, in µs.
  /// - Returns: Whether the bytes are a valid job or empty.
  public mutating func begin(_ bytes: [UInt8], clock: () -> Double) -> Bool {
    (job, sweep, waiting, spentMicroseconds) = (nil, nil, nil, 0)
    guard !bytes.isEmpty else { return true }
    let began = clock()
    guard let next = SweepJob(bytes) else { return false }
    job = (next.number, next.raysAtOnce, next.isShownGrowing)
    sweep = try? CoverageSweep(
      next.plan, over: next.patch, order: next.isShownGrowing ? .coarseFirst : .around)
    if sweep == nil {
      waiting = SweepResult(number: next.number, state: .impossible, microseconds: 0, map: nil)
    }
    spentMicroseconds = clock() - began
    return true
  }

  /// Computes for a limited time, or until there is a result to return.
  ///
  /// - Parameters:
  ///   - microseconds: The approximate time, which can be exceeded by a few rays.
  ///   - clock: Returns a monotonic time, in µs.
  /// - Returns: The result, or nil if there is no result yet or no job.
  public mutating func advance(for microseconds: Double, clock: () -> Double) -> SweepResult? {
    if let waiting {
      self.waiting = nil
      return waiting
    }
    guard let job else { return nil }
    let began = clock()
    while let before = sweep?.raysApart {
      sweep?.advance(rays: job.raysAtOnce)
      if sweep?.isComplete == true { return report(job.number, .whole, since: began, clock) }
      if job.isShownGrowing, sweep?.hasMap == true, sweep?.raysApart != before {
        return report(job.number, .growing, since: began, clock)
      }
      if clock() - began >= microseconds { break }
    }
    spentMicroseconds += clock() - began
    return nil
  }

  private mutating func report(
    _ number: UInt32, _ state: SweepResult.State, since began: Double, _ clock: () -> Double
  ) -> SweepResult {
    let map = sweep?.map()
    if state == .whole { sweep = nil }
    spentMicroseconds += clock() - began
    return SweepResult(
      number: number, state: state, microseconds: Int64(saturating: spentMicroseconds), map: map)
  }
}
