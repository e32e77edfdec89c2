package import WaveDataWire

/// When the pictures of a view are begun, and when a client may go on without them.
///
/// All times are microseconds on one clock.
package struct ViewTiming: Sendable {
  /// Time after which a client may request another view although this one has no picture yet.
  package static let patienceMicroseconds: Int64 = 120_000
  /// Views that follow one another in less than this time come from a moving finger.
  package static let movingMicroseconds: Int64 = 300_000
  /// Cost of a picture above which it is not begun for each of these views.
  package static let costlyMicroseconds = 100_000.0
  /// Time without another view after which such a picture is begun.
  package static let settleMicroseconds: Int64 = 80_000
  /// Longest time for which the quick picture has the source to itself.
  package static let hurryMicroseconds: Int64 = 150_000
  /// The first and the longest pause before a failed view is tried again.
  package static let retryMicroseconds: ClosedRange<Int64> = 1_000_000...10_000_000

  /// The times at which something is due; nil if nothing is.
  private var patienceUntil: Int64?
  private var exactAt: Int64?
  private var retryAt: Int64?
  private var retryPause = Self.retryMicroseconds.lowerBound
  private var viewMicroseconds = Int64.min / 2
  private var settleUntil = Int64.min / 2
  private var hurryUntil = Int64.min / 2
  private var exactBegan: (at: Int64, view: ShowTable)?
  private var cost = ViewCost()

  /// Starts without a view.
  package init() {}

  /// The nearest time at which something is due; nil if there is none.
  package var wakeMicroseconds: Int64? {
    var nearest: Int64?
    for time in [patienceUntil, exactAt, retryAt] {
      if let time { nearest = min(time, nearest ?? time) }
    }
    return nearest
  }

  /// Whether the client waits for the view.
  package var isWaiting: Bool { patienceUntil != nil }

  /// Whether a failed view is not tried again yet.
  package var isPausing: Bool { retryAt != nil }

  /// Starts a view that the client has requested.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - now: The time.
  package mutating func start(_ view: ShowTable, at now: Int64) {
    restart(at: now)
    patienceUntil = now + Self.patienceMicroseconds
    let isMoving = now - viewMicroseconds < Self.movingMicroseconds
    settleUntil =
      isMoving && cost.microseconds(of: view) > Self.costlyMicroseconds ? now + Self.settleMicroseconds : now
    viewMicroseconds = now
  }

  /// Makes the pictures of the same view again.
  package mutating func restart(at now: Int64) {
    failExact(at: now)
    (exactAt, retryAt) = (nil, nil)
    retryPause = Self.retryMicroseconds.lowerBound
    hurryUntil = .min / 2
  }

  /// Ends the view, since the client shows another table.
  package mutating func end(at now: Int64) {
    restart(at: now)
    patienceUntil = nil
  }

  /// Notes that the client may request another view.
  package mutating func announce() { patienceUntil = nil }

  /// Whether the client has waited long enough for the view.
  package func isImpatient(at now: Int64) -> Bool { patienceUntil.map { now >= $0 } == true }

  /// Ends pauses that are over.
  package mutating func endPauses(at now: Int64) {
    if let at = retryAt, now >= at { retryAt = nil }
    if let at = exactAt, now >= at { exactAt = nil }
  }

  /// Notes that the quick picture is begun.
  package mutating func beginCoarse(at now: Int64) {
    hurryUntil = max(now, settleUntil) + Self.hurryMicroseconds
  }

  /// Checks the time for the picture of all rows.
  ///
  /// - Parameters:
  ///   - isHurried: Whether the source works on the quick picture.
  ///   - now: The time.
  /// - Returns: Whether it can be begun; otherwise it is due at `wakeMicroseconds`.
  package mutating func isExactDue(isHurried: Bool, at now: Int64) -> Bool {
    let due = isHurried ? max(settleUntil, hurryUntil) : settleUntil
    exactAt = now < due ? due : nil
    return now >= due
  }

  /// Notes that the picture of all rows is begun.
  package mutating func beginExact(_ view: ShowTable, at now: Int64) { exactBegan = (now, view) }

  /// Notes that the picture of all rows is finished.
  package mutating func finishExact(at now: Int64) {
    if let (began, view) = exactBegan { cost.record(Double(now - began), of: view, isWhole: true) }
    exactBegan = nil
    retryPause = Self.retryMicroseconds.lowerBound
  }

  /// Notes that the picture of all rows was given up, or has failed; it would have taken even longer.
  package mutating func failExact(at now: Int64) {
    if let (began, view) = exactBegan { cost.record(Double(now - began), of: view, isWhole: false) }
    exactBegan = nil
  }

  /// Tries the view again after a pause, which grows with each failure.
  package mutating func pause(at now: Int64) {
    retryAt = now + retryPause
    retryPause = min(Self.retryMicroseconds.upperBound, retryPause * 2)
  }
}
