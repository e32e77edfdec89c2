/// Spaces out the rows of a view, so that it gets no more of them a second than it can show.
///
/// One row is in reserve: a row that comes early or late never waits for the ones after it, and in any time
/// there are at most two rows more than the rate allows (the generic cell rate algorithm, ITU-T I.371, with a
/// tolerance of one interval).
package struct LivePace {
  /// Microseconds from row to row.
  package private(set) var interval: Int64 = 33_333
  private var due: Int64 = .min / 2

  /// Starts before the first row.
  package init() {}

  /// The earliest time for the next row; one that is early by a hair need not wait for the one after it.
  package var earliest: Int64 { due - interval - interval / 16 }

  /// Takes the rate of a new view; rows just sent to the view before it still count.
  package mutating func setRate(rowsPerSecond: UInt8, at now: Int64) {
    interval = 1_000_000 / Int64(max(1, rowsPerSecond))
    due = min(due, now + 2 * interval)
  }

  /// Notes that a row leaves now.
  package mutating func sent(at now: Int64) { due = max(due, now) + interval }

  /// Changes the time from row to row within a view.
  package mutating func setInterval(_ microseconds: Int64) { interval = microseconds }

  /// Lets no row leave before a moment.
  package mutating func postpone(to moment: Int64) { due = max(due, moment + interval + interval / 16) }
}

/// Counts rows on their way: sent and not yet drawn.
///
/// The connection keeps the order, so an acknowledgement for the current view also covers all rows of views
/// before it.
package struct LiveCredit {
  /// Rows on their way at most.
  package static let limit = 4

  private var current = 0
  private var previous = 0

  /// Starts with no rows in flight.
  package init() {}

  /// Whether another row may leave.
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
