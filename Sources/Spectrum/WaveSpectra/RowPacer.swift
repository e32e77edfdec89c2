/// When rows of a steady rate are due, without drift and without a clock of its own.
public struct RowPacer: Sendable {
  let rowsPerSecond: Int64
  let startMicroseconds: Int64
  private(set) var next: Int64 = 0
  /// How late a row may be, in rows, before rows are given up.
  let patience: Int64

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - rowsPerSecond: Rows in a second, at least 1.
  ///   - startMicroseconds: Start of the first row's interval.
  ///   - patience: How late a row may be, in rows, before rows are given up.
  public init(rowsPerSecond: Int64, startMicroseconds: Int64, patience: Int64 = 8) {
    self.rowsPerSecond = max(1, rowsPerSecond)
    self.startMicroseconds = startMicroseconds
    self.patience = patience
  }

  /// Start of a row's interval; the end is that of the row after it.
  public func start(of row: Int64) -> Int64 { startMicroseconds &+ row &* 1_000_000 / rowsPerSecond }

  /// The time at which the next row is complete.
  public var dueMicroseconds: Int64 { start(of: next &+ 1) }

  /// Takes the next row if it is due; rows that are too late to be worth making are counted as lost.
  ///
  /// - Returns: The row's number from 0 and how many were given up before it; nil where none is due.
  public mutating func take(now: Int64) -> (row: Int64, lost: UInt32)? {
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
