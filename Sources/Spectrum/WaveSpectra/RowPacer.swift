/// A schedule of rows at a constant rate, without drift.
///
/// Callers pass in the time.
public struct RowPacer: Sendable {
  let rowsPerSecond: Int64
  let startMicroseconds: Int64
  private(set) var next: Int64 = 0
  /// The number of rows by which the schedule can be late before it skips rows.
  let patience: Int64

  /// Creates a schedule that starts with row 0.
  ///
  /// - Parameters:
  ///   - rowsPerSecond: The number of rows per second, at least 1.
  ///   - startMicroseconds: The start of the first row's interval.
  ///   - patience: The number of rows by which the schedule can be late before it skips rows.
  public init(rowsPerSecond: Int64, startMicroseconds: Int64, patience: Int64 = 8) {
    self.rowsPerSecond = max(1, rowsPerSecond)
    self.startMicroseconds = startMicroseconds
    self.patience = patience
  }

  /// Returns the start of a row's interval, which ends at the start of the next row.
  public func start(of row: Int64) -> Int64 { startMicroseconds &+ row &* 1_000_000 / rowsPerSecond }

  /// The time at which the next row is complete.
  public var dueMicroseconds: Int64 { start(of: next &+ 1) }

  /// Returns the next row if it is due.
  ///
  /// Rows that are too late are skipped and counted as lost.
  ///
  /// - Returns: The row's index, counting from 0, and the number of rows skipped before it; nil if no row is
  ///   due.
  public mutating func nextRow(now: Int64) -> (row: Int64, lost: UInt32)? {
    guard now >= dueMicroseconds else { return nil }
    let complete = (now &- startMicroseconds) &* rowsPerSecond / 1_000_000 &- 1
    var lost: Int64 = 0
    if complete &- next > patience {
      lost = complete &- next
      next = complete
    }
    defer { next &+= 1 }
    return (next, UInt32(clamping: lost))
  }
}
