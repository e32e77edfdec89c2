import WaveTables

/// Rows that are written by one INSERT, which the server makes one part of the table of: all of them are
/// there, or none.
struct ImportBlock: Sendable {
  /// Rows at most.
  static let rowLimit = 65_536
  /// Bytes after which no more rows are taken.
  static let byteLimit = 8 << 20

  /// The number of the first row; the others follow it.
  let first: Int
  let rowCount: Int
  /// The rows as RowBinary.
  let bytes: [UInt8]

  /// Reads and writes the rows behind one.
  ///
  /// Which rows there are depends on the table and the row alone, so that it comes out the same whenever it
  /// is done.
  /// - Parameters:
  ///   - rows: The table.
  ///   - done: How many rows are left out at the start.
  ///   - encodings: How its columns are written.
  ///   - rowNumber: How the number of each row is written behind them; nil where it is not.
  ///   - without: Numbers of rows that are left out.
  ///   - count: How many rows it is about; nil for as many as fit.
  /// - Returns: The block; nil where no row is left.
  /// - Throws: `ClickHouseError.table`.
  static func read(
    _ rows: WholeRows, after done: Int, _ encodings: [ImportEncoding], rowNumber: ImportEncoding?,
    without: Set<Int64> = [], count: Int? = nil
  ) throws(ClickHouseError) -> ImportBlock? {
    var writer = RowBinaryWriter()
    var taken = 0
    var written = 0
    do throws(TableError) {
      try rows.read(after: Int64(done)) { row in
        taken += 1
        if !without.contains(row.key) {
          written += 1
          for (index, encoding) in encodings.enumerated() {
            encoding.write(row.cells[index], of: row, to: &writer)
          }
          if let rowNumber { rowNumber.write(.integer(row.key), of: row, to: &writer) }
        }
        if let count { return taken < count }
        return taken < rowLimit && writer.bytes.count < byteLimit
      }
    } catch {
      throw .table(error)
    }
    return taken == 0 ? nil : ImportBlock(first: done + 1, rowCount: written, bytes: writer.bytes)
  }
}
