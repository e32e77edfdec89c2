import WaveUnits

/// The durations of the sweeps in a log, and the number of sweeps that are missing between them.
public struct SweepTiming: Equatable, Sendable {
  /// The start of each sweep in microseconds, ascending.
  public let starts: [Int64]
  /// The typical interval between sweeps in microseconds: the lower median.
  public let typicalMicroseconds: Int64

  /// Computes the timing of a log from the start times of its sweeps.
  ///
  /// - Parameters:
  ///   - starts: The start of each sweep in microseconds, ascending.
  ///   - single: The duration to use if there is only one sweep, in microseconds.
  /// - Complexity: O(n log n), two allocations.
  public init(starts: [Int64], single: Int64 = 1_000_000) {
    self.starts = starts
    var intervals = zip(starts.dropFirst(), starts).map { $0 &- $1 }
    intervals.sort()
    let median = intervals.isEmpty ? single : intervals[(intervals.count - 1) / 2]
    typicalMicroseconds = max(1, median)
  }

  /// Returns the duration of a sweep: the time until the next sweep, or the typical duration before a gap and
  /// at the end.
  public func duration(of sweep: Int) -> Int64 {
    missing(after: sweep) > 0 || sweep + 1 >= starts.count ? typicalMicroseconds : interval(after: sweep)
  }

  /// Returns the number of sweeps missing between a sweep and the next.
  ///
  /// No sweep is missing if the interval is below 1.5 times the typical one.
  public func missing(after sweep: Int) -> Int {
    guard sweep >= 0, sweep + 1 < starts.count else { return 0 }
    let ratio = Double(interval(after: sweep)) / Double(typicalMicroseconds)
    return ratio < 1.5 ? 0 : max(1, Int(saturating: min(ratio.rounded() - 1, 1e9)))
  }

  /// The total number of sweeps missing from the log.
  public var missingSweeps: Int { starts.indices.reduce(0) { $0 &+ missing(after: $1) } }

  /// The time from the start of the first sweep to the end of the last, in microseconds.
  public var totalMicroseconds: Int64 {
    guard let first = starts.first, let last = starts.last else { return 0 }
    return last &- first &+ typicalMicroseconds
  }

  private func interval(after sweep: Int) -> Int64 { max(1, starts[sweep + 1] &- starts[sweep]) }
}
