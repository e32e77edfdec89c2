import WaveWire

/// The rows that have been received but not yet acknowledged.
///
/// Rows are acknowledged once they are drawn, so that the server can send more.
struct Credit: Equatable, Sendable {
  /// The end of the newest interval of live data that is not yet drawn, in server time.
  private(set) var newestEnd: Int64?
  private var rows = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)

  /// Counts a row or a meter value that was received for a view.
  ///
  /// After a change of view, counting restarts, because rows of the previous view need no acknowledgement.
  ///
  /// - Parameters:
  ///   - view: The number of the view.
  ///   - isFetched: Whether the row was fetched on request rather than live.
  ///   - sequence: The sequence number to acknowledge; nil to acknowledge the newest row drawn.
  mutating func count(view: UInt16, isFetched: Bool, sequence: UInt32? = nil) {
    if rows.view != view { rows = Acknowledge(view: view, liveRows: 0, fetchedRows: 0, sequence: 0) }
    if isFetched { rows.fetchedRows &+= 1 } else { rows.liveRows &+= 1 }
    if let sequence { rows.sequence = sequence }
  }

  /// Records the end of the newest live data.
  mutating func note(end: Int64) { newestEnd = end }

  /// Records that everything received has been drawn.
  ///
  /// - Parameter sequence: The newest sequence number drawn; nil to keep the previous one.
  /// - Returns: The acknowledgement to send to the server; nil if no rows are to be acknowledged.
  mutating func draw(sequence: UInt32?) -> Acknowledge? {
    newestEnd = nil
    guard rows.liveRows > 0 || rows.fetchedRows > 0 else { return nil }
    if let sequence { rows.sequence = sequence }
    defer {
      rows.liveRows = 0
      rows.fetchedRows = 0
    }
    return rows
  }

  /// Discards the counts after the connection was opened or closed.
  mutating func restart() { rows = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0) }
}
