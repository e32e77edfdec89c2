import WaveSpectrumWire

/// What did not reach the screen since the source was opened.
struct Losses: Equatable, Sendable {
  /// Rows lost before the server, as shown.
  private(set) var shownLost: UInt64 = 0
  /// Rows that a slow link or device skipped, as shown.
  private(set) var shownSkipped: UInt64 = 0
  /// Lines of the waterfall that lack rows.
  private(set) var incomplete: UInt64 = 0
  /// Microseconds from one row to the next, on average, where rows come less often than asked.
  private(set) var slowedMicroseconds: Double = 0
  private var lost: UInt64 = 0
  private var skipped: UInt64 = 0
  private var lastSequence: UInt32?
  private var lastView: UInt16 = 0
  private var skippedAt = Int64.min / 2
  private var incompleteAt = Int64.min / 2
  private var clippedAt = Int64.min / 2
  private var slowedAt = Int64.min / 2

  /// How long a loss is recent, in microseconds.
  private static let recently: Int64 = 3_000_000

  /// Whether rows were skipped of late.
  func isSkipping(at now: Int64) -> Bool { now - skippedAt < Self.recently && shownSkipped > 0 }
  /// Whether lines lacked rows of late.
  func isIncomplete(at now: Int64) -> Bool { now - incompleteAt < Self.recently }
  /// Whether the converter was driven to its limits of late.
  func isClipping(at now: Int64) -> Bool { now - clippedAt < Self.recently }
  /// Whether rows have just come less often than asked.
  func isSlowed(at now: Int64) -> Bool { now - slowedAt < 1_500_000 && slowedMicroseconds > 0 }

  /// Notes what happened in a row, and how many rows it replaces.
  mutating func note(_ flags: RowFlags, skipped count: UInt16, at now: Int64) {
    // What the view's own rate leaves out is no sign of a slow link or device.
    if flags.contains(.heldUp) {
      skipped += UInt64(count)
      skippedAt = now
    }
    if flags.contains(.incomplete), !flags.contains(.fetched) {
      incomplete += 1
      incompleteAt = now
    }
    if flags.contains(.clipped) { clippedAt = now }
  }

  /// Counts the rows between this one and the one before: those that were neither sent nor skipped by the
  /// server were lost before it.
  mutating func count(_ sequence: UInt32, view: UInt16, skipped: UInt16) {
    if let last = lastSequence, lastView == view {
      let jump = Int64(sequence) - Int64(last) - 1 - Int64(skipped)
      if jump > 0, jump < 1_000_000 { lost += UInt64(jump) }
    }
    lastSequence = sequence
    lastView = view
  }

  /// Notes that a row came so late since rows are too long for the rate asked.
  mutating func slow(toMicroseconds interval: Int64, at now: Int64) {
    let isFirst = now - slowedAt > 1_000_000
    slowedMicroseconds += (Double(interval) - slowedMicroseconds) * (isFirst ? 1 : 0.1)
    slowedAt = now
  }

  /// Shows the counts as they are now.
  mutating func publish() {
    shownLost = lost
    shownSkipped = skipped
  }

  /// Numbers begin anew: another view, or a server that was restarted.
  mutating func forgetSequence() { lastSequence = nil }

  /// Counts anew, for another source; what is shown stays until it is published.
  mutating func restart() {
    let shown = (shownLost, shownSkipped)
    self = Losses()
    (shownLost, shownSkipped) = shown
  }
}
