import WaveTerrainFormats

/// A table of posts that is written part by part: as a whole it would need more memory than all else.
struct TableExport: Sendable {
  /// Rows of posts that are written as text at once.
  private static let rowsAtOnce = 16

  private let grid: MapGrid
  private let column: [UInt8]
  /// The first row that is still to be written.
  private var row = 0

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - grid: The posts.
  ///   - column: What their values are called.
  init(_ grid: MapGrid, column: [UInt8]) { (self.grid, self.column) = (grid, column) }

  /// Writes the next rows.
  ///
  /// - Returns: Their text, and whether it is the last one.
  mutating func next() -> (bytes: [UInt8], isLast: Bool) {
    let end = Swift.min(grid.rowCount, row + Self.rowsAtOnce)
    defer { row = end }
    return (grid.csv(column: column, rows: row..<end), end == grid.rowCount)
  }
}
