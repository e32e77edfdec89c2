import WavePropagation
import WaveTerrainFormats

/// A table of posts that is written in parts, because the complete text would need more memory than the rest
/// of the program.
struct TableExport: Sendable {
  /// The number of rows of posts in each part.
  private static let rowsAtOnce = 16

  private let grid: MapGrid
  private let column: [UInt8]
  /// The index of the next row to write.
  private var row = 0

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - grid: The posts.
  ///   - column: The heading of the column with the posts' values.
  init(_ grid: MapGrid, column: [UInt8]) { (self.grid, self.column) = (grid, column) }

  /// Writes the next rows.
  ///
  /// - Returns: The text of the rows, and whether it is the last part.
  mutating func next() -> (bytes: [UInt8], isLast: Bool) {
    let end = Swift.min(grid.rowCount, row + Self.rowsAtOnce)
    defer { row = end }
    return (grid.csv(column: column, rows: row..<end), end == grid.rowCount)
  }
}
