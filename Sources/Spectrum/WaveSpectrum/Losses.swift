import WaveSpectrumWire

/// Counts of rows that were lost, skipped or incomplete since the source was opened.
struct Losses: Equatable, Sendable {
  /// The displayed number of rows lost before they reached the server.
  private(set) var shownLost: UInt64 = 0
  /// The displayed number of rows skipped because of a slow connection or device.
  private(set) var shownSkipped: UInt64 = 0
  /// The number of waterfall lines with missing rows.
  private(set) var incomplete: UInt64 = 0
  /// The average interval, in microseconds, between rows that arrive less often than requested; 0 if all rows
  /// have arrived as often as requested.
  private(set) var slowedMicroseconds: Double = 0
  private var lost: UInt64 = 0
  private var skipped: UInt64 = 0
  private var lastSequence: UInt32?
  private var lastView: UInt16 = 0
  private var skippedAt = Int64.min / 2
  private var incompleteAt = Int64.min / 2
  private var clippedAt = Int64.min / 2
  private var slowedAt = Int64.min / 2

  /// The time for which a loss counts as recent, in microseconds.
  private static let recently: Int64 = 3_000_000

  /// Returns whether rows were skipped recently.
  func isSkipping(at now: Int64) -> Bool { now - skippedAt < Self.recently && shownSkipped > 0 }
  /// Returns whether lines with missing rows arrived recently.
  func isIncomplete(at now: Int64) -> Bool { now - incompleteAt < Self.recently }
  /// Returns whether samples recently reached the limits of the receiver's analogue-to-digital converter.
  func isClipping(at now: Int64) -> Bool { now - clippedAt < Self.recently }
  /// Returns whether rows recently arrived less often than requested.
  func isSlowed(at now: Int64) -> Bool { now - slowedAt < 1_500_000 && slowedMicroseconds > 0 }

  /// Records a row's flags, and the number of rows that were skipped before it.
  mutating func note(_ flags: RowFlags, skipped count: UInt16, at now: Int64) {
    // Rows skipped only because the view requests a lower rate do not indicate a slow connection or device.
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

  /// Counts the rows lost between the previous row and this one, excluding rows that the server skipped.
  mutating func count(_ sequence: UInt32, view: UInt16, skipped: UInt16) {
    if let last = lastSequence, lastView == view {
      let jump = Int64(sequence) - Int64(last) - 1 - Int64(skipped)
      if jump > 0, jump < 1_000_000 { lost += UInt64(jump) }
    }
    lastSequence = sequence
    lastView = view
  }

  /// Records the interval before a row that was sent late because rows are too large for the requested rate.
  mutating func slow(toMicroseconds interval: Int64, at now: Int64) {
    let isFirst = now - slowedAt > 1_000_000
    slowedMicroseconds += (Double(interval) - slowedMicroseconds) * (isFirst ? 1 : 0.1)
    slowedAt = now
  }

  /// Updates the displayed counts.
  mutating func publish() {
    shownLost = lost
    shownSkipped = skipped
  }

  /// Forgets the last sequence number, because numbering restarts with a new view or a restarted server.
  mutating func forgetSequence() { lastSequence = nil }

  /// Resets the counts for a new source.
  ///
  /// The displayed counts stay until the next call of `publish()`.
  mutating func restart() {
    let shown = (shownLost, shownSkipped)
    self = Losses()
    (shownLost, shownSkipped) = shown
  }
}
