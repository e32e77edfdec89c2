/// The time at which the streams' status was last refreshed, and the state that was last announced.
struct StatusLine: Sendable {
  /// The state that a screen reader announces when it changes.
  struct Reading: Equatable {
    let source: Int
    let state: [UInt8]
    let layout: SensorsModel.Layout
    let isTesting: Bool
  }

  /// The shortest interval between changes of the displayed numbers, so that they remain legible.
  static let intervalMicroseconds: Int64 = 500_000
  /// The time for which the status reports that blocks were skipped.
  private static let skipMicroseconds: Int64 = 3_000_000

  /// The time of the last refresh.
  private(set) var refreshedAt: Int64 = .min / 2
  private var skippedAt: Int64 = .min / 2
  private var reading: Reading?

  /// Starts a refresh if one is due.
  ///
  /// - Returns: Whether a refresh is due.
  mutating func refresh(at now: Int64) -> Bool {
    guard now - refreshedAt >= Self.intervalMicroseconds else { return false }
    refreshedAt = now
    return true
  }

  /// Makes a refresh due immediately.
  mutating func expire() { refreshedAt = .min / 2 }

  /// Records that the server has skipped blocks because this client is too slow.
  mutating func noteSkip(at now: Int64) { skippedAt = now }

  /// Returns whether blocks were skipped recently.
  func hasSkipped(at now: Int64) -> Bool { now - skippedAt < Self.skipMicroseconds }

  /// Records the state that a screen reader announces; returns whether it has changed.
  mutating func announce(_ next: Reading) -> Bool {
    guard next != reading else { return false }
    reading = next
    return true
  }
}
