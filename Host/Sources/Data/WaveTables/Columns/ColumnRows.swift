/// A row and its tick on the x axis.
public struct ColumnRow: Equatable, Sendable {
  /// The tick on the x axis.
  public var tick: Int64
  /// The row's key; 0 if it has none.
  public var key: Int64
  /// The row's cells, one for each column of the table.
  public var cells: [TableCell]

  /// Creates a row.
  public init(tick: Int64, key: Int64, cells: [TableCell]) {
    self.tick = tick
    self.key = key
    self.cells = cells
  }
}

/// A range of consecutive rows.
public struct ColumnRows: Equatable, Sendable {
  /// The index of the first row.
  public var first: UInt64
  /// The index of the row at the requested tick.
  public var place: UInt64
  /// The total number of rows.
  public var total: UInt64
  /// The rows.
  public var rows: [ColumnRow]

  /// Creates a range of rows.
  public init(first: UInt64, place: UInt64, total: UInt64, rows: [ColumnRow]) {
    self.first = first
    self.place = place
    self.total = total
    self.rows = rows
  }
}
