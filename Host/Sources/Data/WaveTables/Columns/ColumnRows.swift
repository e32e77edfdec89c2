/// A row and its place along x.
public struct ColumnRow: Equatable, Sendable {
  /// The place along x.
  public var tick: Int64
  /// The row's key; 0 if it has none.
  public var key: Int64
  /// A cell for each of the table's columns.
  public var cells: [TableCell]

  /// Makes a row.
  public init(tick: Int64, key: Int64, cells: [TableCell]) {
    self.tick = tick
    self.key = key
    self.cells = cells
  }
}

/// Consecutive rows.
public struct ColumnRows: Equatable, Sendable {
  /// The place of the first row.
  public var first: UInt64
  /// The requested place.
  public var place: UInt64
  /// Total number of rows.
  public var total: UInt64
  /// The rows.
  public var rows: [ColumnRow]

  /// Makes a group of rows.
  public init(first: UInt64, place: UInt64, total: UInt64, rows: [ColumnRow]) {
    self.first = first
    self.place = place
    self.total = total
    self.rows = rows
  }
}
