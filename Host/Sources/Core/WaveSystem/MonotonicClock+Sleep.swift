extension MonotonicClock {
  /// Sleeps until a time; returns at once if it has passed or the task is cancelled.
  ///
  /// - Returns: Whether the time was still ahead.
  @discardableResult
  package static func sleep(until due: Int64, tolerance: Duration = .milliseconds(1)) async -> Bool {
    let wait = due - microseconds
    guard wait > 0 else { return false }
    try? await Task.sleep(for: .microseconds(wait), tolerance: tolerance)
    return true
  }
}
