import WaveTables

/// Rows that are written by one INSERT, which the server makes one part of the table: all of them arrive, or
/// none.
struct ImportBlock: Sendable {
  /// Maximum number of rows.
  static let rowLimit = 65_536
  /// Number of bytes from which no more rows are added.
  static let byteLimit = 8 << 20

  /// The number of the first row; the others follow it.
  let first: Int
  let rowCount: Int
  /// The rows in RowBinary.
  let bytes: [UInt8]

  /// Reads and encodes the rows after a given one.
  ///
  /// The choice of rows depends only on the table and that row, so repeating it gives the same block.
  /// - Parameters:
  ///   - rows: The table.
  ///   - done: Number of rows to skip at the start.
  ///   - encodings: The encodings of the columns.
  ///   - rowNumber: The encoding of each row's number, which follows the columns; nil for none.
  ///   - without: Numbers of rows to leave out.
  ///   - count: Number of rows to consider; nil for as many as fit.
  /// - Returns: The block; nil if no rows remain.
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
