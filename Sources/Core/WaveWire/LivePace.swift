/// A limiter that keeps a view's row rate within the rate that the view can show.
///
/// The tolerance is one interval: a row that is early or late does not delay the rows after it. In any
/// period, at most two rows more than the rate allows are sent (the generic cell rate algorithm, ITU-T
/// I.371).
package struct LivePace {
  /// The interval between rows, in microseconds.
  package private(set) var interval: Int64 = 33_333
  private var due: Int64 = .min / 2

  /// Creates a limiter that has recorded no row.
  package init() {}

  /// The earliest time at which the next row may be sent: 17/16 of an interval before it is due.
  package var earliest: Int64 { due - interval - interval / 16 }

  /// Sets the rate of a new view; rows recently sent to the previous view still count.
  package mutating func setRate(rowsPerSecond: UInt8, at now: Int64) {
    interval = 1_000_000 / Int64(max(1, rowsPerSecond))
    due = min(due, now + 2 * interval)
  }

  /// Records that a row is sent at a given time.
  package mutating func sent(at now: Int64) { due = max(due, now) + interval }

  /// Changes the interval between rows of the current view.
  package mutating func setInterval(_ microseconds: Int64) { interval = microseconds }

  /// Delays the next row until a given time or later.
  package mutating func postpone(to moment: Int64) { due = max(due, moment + interval + interval / 16) }
}

/// A counter of the rows in flight: rows sent but not yet drawn.
///
/// The connection preserves order, so an acknowledgement for the current view also covers all rows of earlier
/// views.
package struct LiveCredit {
  /// The maximum number of rows in flight.
  package static let limit = 4

  private var current = 0
  private var previous = 0

  /// Creates a counter with no rows in flight.
  package init() {}

  /// Whether one more row may be sent.
  package var isOpen: Bool { current + previous < LiveCredit.limit }

  package mutating func viewChanged() {
    previous = min(previous + current, LiveCredit.limit)
    current = 0
  }

  package mutating func sent() { current += 1 }

  package mutating func acknowledge(_ rows: UInt16, ofCurrentView isCurrent: Bool) {
    guard rows > 0 else { return }
    if isCurrent {
      current = max(0, current - Int(rows))
      previous = 0
    } else {
      previous = max(0, previous - Int(rows))
    }
  }
}
