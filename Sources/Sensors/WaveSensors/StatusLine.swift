/// When what is said of the streams was made anew, and what of it.
struct StatusLine: Sendable {
  /// What a screen reader hears when it changes.
  struct Reading: Equatable {
    let source: Int
    let state: [UInt8]
    let layout: SensorsModel.Layout
    let isTesting: Bool
  }

  /// Numbers change at most this often: else they could not be read.
  static let intervalMicroseconds: Int64 = 500_000
  /// Streams that were passed over are reported this long.
  private static let skipMicroseconds: Int64 = 3_000_000

  /// The time that numbers are of.
  private(set) var refreshedAt: Int64 = .min / 2
  private var skippedAt: Int64 = .min / 2
  private var reading: Reading?

  /// Has numbers made anew when they are due.
  ///
  /// - Returns: Whether they are.
  mutating func refresh(at now: Int64) -> Bool {
    guard now - refreshedAt >= Self.intervalMicroseconds else { return false }
    refreshedAt = now
    return true
  }

  /// Has numbers made anew at once.
  mutating func expire() { refreshedAt = .min / 2 }

  /// The server has skipped blocks, since this client is too slow.
  mutating func noteSkip(at now: Int64) { skippedAt = now }

  /// Whether that was so of late.
  func hasSkipped(at now: Int64) -> Bool { now - skippedAt < Self.skipMicroseconds }

  /// Notes a reading.
  ///
  /// - Returns: Whether it is another one than before.
  mutating func announce(_ next: Reading) -> Bool {
    guard next != reading else { return false }
    reading = next
    return true
  }
}
