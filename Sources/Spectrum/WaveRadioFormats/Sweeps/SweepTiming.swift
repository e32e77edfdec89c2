import WaveUnits

/// How long each sweep of a log lasted, told from when the next one began, and where sweeps are missing.
public struct SweepTiming: Equatable, Sendable {
  /// Start of each sweep in microseconds, rising.
  public let starts: [Int64]
  /// Typical distance between sweeps in microseconds: the lower median.
  public let typicalMicroseconds: Int64

  /// Times sweeps.
  ///
  /// - Parameters:
  ///   - starts: Start of each sweep in microseconds, rising.
  ///   - single: What to take for the length where there is but one sweep.
  /// - Complexity: O(n log n), two allocations.
  public init(starts: [Int64], single: Int64 = 1_000_000) {
    self.starts = starts
    var intervals = zip(starts.dropFirst(), starts).map { $0 &- $1 }
    intervals.sort()
    let median = intervals.isEmpty ? single : intervals[(intervals.count - 1) / 2]
    typicalMicroseconds = max(1, median)
  }

  /// Length of a sweep: until the next one begins, or the typical length before a gap and at the end.
  public func duration(of sweep: Int) -> Int64 {
    missing(after: sweep) > 0 || sweep + 1 >= starts.count ? typicalMicroseconds : interval(after: sweep)
  }

  /// How many sweeps are missing between a sweep and the next: none while the distance is below 1.5 times the
  /// typical.
  public func missing(after sweep: Int) -> Int {
    guard sweep >= 0, sweep + 1 < starts.count else { return 0 }
    let ratio = Double(interval(after: sweep)) / Double(typicalMicroseconds)
    return ratio < 1.5 ? 0 : max(1, Int(saturating: min(ratio.rounded() - 1, 1e9)))
  }

  /// Sweeps missing in the whole log.
  public var missingSweeps: Int { starts.indices.reduce(0) { $0 &+ missing(after: $1) } }

  /// From the start of the first sweep to the end of the last, in microseconds.
  public var totalMicroseconds: Int64 {
    guard let first = starts.first, let last = starts.last else { return 0 }
    return last &- first &+ typicalMicroseconds
  }

  private func interval(after sweep: Int) -> Int64 { max(1, starts[sweep + 1] &- starts[sweep]) }
}
