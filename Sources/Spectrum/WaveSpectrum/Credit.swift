import WaveSpectrumWire
import WaveWire

/// Rows that were received and not yet drawn: the server gets credit for them once they are.
struct Credit: Equatable, Sendable {
  /// The end of the newest interval of live data that is not yet drawn, in server time.
  private(set) var newestEnd: Int64?
  private var rows = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)

  /// Counts a row or a value of a view; those of the view before need no credit.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - isFetched: Whether it was asked for.
  ///   - sequence: The number to acknowledge; nil where that of the newest row drawn is.
  mutating func count(view: UInt16, isFetched: Bool, sequence: UInt32? = nil) {
    if rows.view != view { rows = Acknowledge(view: view, liveRows: 0, fetchedRows: 0, sequence: 0) }
    if isFetched { rows.fetchedRows &+= 1 } else { rows.liveRows &+= 1 }
    if let sequence { rows.sequence = sequence }
  }

  /// Notes where the newest live data end.
  mutating func note(end: Int64) { newestEnd = end }

  /// Everything received has been drawn.
  ///
  /// - Parameter sequence: The newest sequence number drawn; nil leaves the last one.
  /// - Returns: The credit for the server; nil if there is none.
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

  /// The connection was opened or closed: no credit is due.
  mutating func restart() { rows = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0) }
}
