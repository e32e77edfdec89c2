package import WaveDataWire

/// The times at which work on the pictures of a view starts, and at which a client may request another view
/// without waiting for these pictures.
///
/// All times are in microseconds of the same clock.
package struct ViewTiming: Sendable {
  /// The time after which a client may request another view even if the current view has no picture yet.
  package static let patienceMicroseconds: Int64 = 120_000
  /// The maximum time between two views that are attributed to the same movement of a finger.
  package static let movingMicroseconds: Int64 = 300_000
  /// The estimated cost above which the picture of all rows is delayed while a finger is moving.
  package static let costlyMicroseconds = 100_000.0
  /// The time without a new view after which work on a delayed picture of all rows starts.
  package static let settleMicroseconds: Int64 = 80_000
  /// The maximum time for which the quick picture delays the picture of all rows.
  package static let hurryMicroseconds: Int64 = 150_000
  /// The delay before a failed view is first retried, and the maximum delay between retries.
  package static let retryMicroseconds: ClosedRange<Int64> = 1_000_000...10_000_000

  /// The time at which the client may request another view; nil if it already may.
  private var patienceUntil: Int64?
  private var exactAt: Int64?
  private var retryAt: Int64?
  private var retryPause = Self.retryMicroseconds.lowerBound
  private var viewMicroseconds = Int64.min / 2
  private var settleUntil = Int64.min / 2
  private var hurryUntil = Int64.min / 2
  private var exactBegan: (at: Int64, view: ShowTable)?
  private var cost = ViewCost()

  /// The earliest time at which an action is due; nil if none is.
  package var wakeMicroseconds: Int64? {
    [patienceUntil, exactAt, retryAt].compactMap { $0 }.min()
  }

  /// Whether the client is waiting for the view.
  package var isWaiting: Bool { patienceUntil != nil }

  /// Whether a failed view is waiting to be retried.
  package var isPausing: Bool { retryAt != nil }

  /// Starts a view that the client has requested.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - now: The current time.
  package mutating func start(_ view: ShowTable, at now: Int64) {
    restart(at: now)
    patienceUntil = now + Self.patienceMicroseconds
    let isMoving = now - viewMicroseconds < Self.movingMicroseconds
    settleUntil =
      isMoving && cost.microseconds(of: view) > Self.costlyMicroseconds ? now + Self.settleMicroseconds : now
    viewMicroseconds = now
  }

  /// Restarts the pictures of the current view.
  package mutating func restart(at now: Int64) {
    failExact(at: now)
    (exactAt, retryAt) = (nil, nil)
    retryPause = Self.retryMicroseconds.lowerBound
    hurryUntil = .min / 2
  }

  /// Ends the view, because the client has switched to a different table.
  package mutating func end(at now: Int64) {
    restart(at: now)
    patienceUntil = nil
  }

  /// Records that the client may request another view.
  package mutating func announce() { patienceUntil = nil }

  /// Returns whether the view has taken so long that the client may request another one.
  package func isImpatient(at now: Int64) -> Bool { patienceUntil.map { now >= $0 } == true }

  /// Ends pauses that have elapsed.
  package mutating func endPauses(at now: Int64) {
    if let at = retryAt, now >= at { retryAt = nil }
    if let at = exactAt, now >= at { exactAt = nil }
  }

  /// Records that work on the quick picture starts.
  package mutating func beginCoarse(at now: Int64) {
    hurryUntil = max(now, settleUntil) + Self.hurryMicroseconds
  }

  /// Returns whether it is time to start work on the picture of all rows.
  ///
  /// - Parameters:
  ///   - isHurried: Whether the source is working on the quick picture.
  ///   - now: The current time.
  /// - Returns: Whether work can start. If not, it is due at `wakeMicroseconds`.
  package mutating func isExactDue(isHurried: Bool, at now: Int64) -> Bool {
    let due = isHurried ? max(settleUntil, hurryUntil) : settleUntil
    exactAt = now < due ? due : nil
    return now >= due
  }

  /// Records that work on the picture of all rows starts.
  package mutating func beginExact(_ view: ShowTable, at now: Int64) { exactBegan = (now, view) }

  /// Records that the picture of all rows is complete.
  package mutating func finishExact(at now: Int64) {
    if let (began, view) = exactBegan { cost.record(Double(now - began), of: view, isWhole: true) }
    exactBegan = nil
    retryPause = Self.retryMicroseconds.lowerBound
  }

  /// Records that the picture of all rows was cancelled or failed.
  ///
  /// The time spent is a lower limit for the time that the complete picture would have taken.
  package mutating func failExact(at now: Int64) {
    if let (began, view) = exactBegan { cost.record(Double(now - began), of: view, isWhole: false) }
    exactBegan = nil
  }

  /// Schedules another attempt at the view after a pause, which becomes longer with each failure.
  package mutating func pause(at now: Int64) {
    retryAt = now + retryPause
    retryPause = min(Self.retryMicroseconds.upperBound, retryPause * 2)
  }
}
