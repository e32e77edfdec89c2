public import WaveDataWire
import WaveWire

extension TableColumns {
  /// Returns the columns of a table, split into as many messages as necessary.
  ///
  /// - Parameters:
  ///   - columns: All columns of the table, from the first one.
  ///   - source: The table's number.
  /// - Returns: Messages in the order of the columns; empty if there are no columns.
  /// - Complexity: O(columns), with one allocation for each message.
  public static func parts(of columns: [Column], source: UInt16) -> [TableColumns] {
    stride(from: 0, to: columns.count, by: WireLimits.columnsPerMessage).map { first in
      TableColumns(
        source: source, first: UInt16(truncatingIfNeeded: first),
        columns: Array(columns[first..<min(columns.count, first + WireLimits.columnsPerMessage)]))
    }
  }
}

extension TableCells {
  /// Returns a row, split into as many messages as necessary.
  ///
  /// - Parameter whole: The row, with all of its cells.
  /// - Returns: At least one message, in the order of the cells.
  /// - Complexity: O(cells), with one allocation for each message.
  public static func parts(of whole: TableCells) -> [TableCells] {
    stride(from: 0, to: max(1, whole.cells.count), by: WireLimits.columnsPerMessage).map { first in
      var part = whole
      part.first = UInt16(truncatingIfNeeded: first)
      part.cells = Array(whole.cells[first..<min(whole.cells.count, first + WireLimits.columnsPerMessage)])
      return part
    }
  }
}
