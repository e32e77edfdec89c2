import WaveUnits

/// Computes maps in a thread of its own, one after the other: of several jobs the newest counts.
public struct SweepDesk: Sendable {
  private var job: (number: UInt32, raysAtOnce: Int, isShownGrowing: Bool)?
  private var sweep: CoverageSweep?
  private var spentMicroseconds = 0.0
  /// What is to be told at once.
  private var waiting: SweepResult?

  /// Has no job.
  public init() {}

  /// Whether there is more to compute or to tell.
  public var isBusy: Bool { sweep != nil || waiting != nil }

  /// Drops the job that there is, and begins another.
  ///
  /// - Parameters:
  ///   - bytes: The `SweepJob`; none where there is nothing to compute.
  ///   - clock: Tells a monotonic time, µs.
  /// - Returns: Whether the bytes are a job, or none.
  public mutating func begin(_ bytes: [UInt8], clock: () -> Double) -> Bool {
    (job, sweep, waiting, spentMicroseconds) = (nil, nil, nil, 0)
    guard !bytes.isEmpty else { return true }
    let began = clock()
    guard let next = SweepJob(bytes) else { return false }
    job = (next.number, next.raysAtOnce, next.isShownGrowing)
    do throws(PropagationError) {
      sweep = try CoverageSweep(
        next.plan, over: next.patch, order: next.isShownGrowing ? .coarseFirst : .around)
    } catch {
      waiting = SweepResult(number: next.number, state: .impossible, microseconds: 0, map: nil)
    }
    spentMicroseconds = clock() - began
    return true
  }

  /// Computes for some time, or until there is something to tell.
  ///
  /// - Parameters:
  ///   - microseconds: How long about; a few rays more are computed.
  ///   - clock: Tells a monotonic time, µs.
  /// - Returns: What there is to tell; nil where there is nothing yet, or no job.
  public mutating func advance(for microseconds: Double, clock: () -> Double) -> SweepResult? {
    if let waiting {
      self.waiting = nil
      return waiting
    }
    guard let job else { return nil }
    let began = clock()
    while let before = sweep?.raysApart {
      sweep?.advance(rays: job.raysAtOnce)
      if sweep?.isComplete == true { return tell(job.number, .whole, since: began, clock) }
      if job.isShownGrowing, sweep?.hasMap == true, sweep?.raysApart != before {
        return tell(job.number, .growing, since: began, clock)
      }
      if clock() - began >= microseconds { break }
    }
    spentMicroseconds += clock() - began
    return nil
  }

  private mutating func tell(
    _ number: UInt32, _ state: SweepResult.State, since began: Double, _ clock: () -> Double
  ) -> SweepResult {
    let map = sweep?.map()
    if state == .whole { sweep = nil }
    spentMicroseconds += clock() - began
    return SweepResult(
      number: number, state: state, microseconds: Int64(saturating: spentMicroseconds), map: map)
  }
}
