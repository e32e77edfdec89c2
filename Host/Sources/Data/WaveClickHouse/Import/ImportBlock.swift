import WaveTables

/// A group of rows sent in one INSERT.
///
/// The server stores it as one part of the table, entirely or not at all.
struct ImportBlock: Sendable {
  /// The maximum number of rows in a block.
  static let rowLimit = 65_536
  /// The size, in bytes, at which a block receives no more rows.
  static let byteLimit = 8 << 20

  /// The number of the block's first row.
  let first: Int
  let rowCount: Int
  /// The rows, encoded as RowBinary.
  let bytes: [UInt8]

  /// Reads and encodes the next block after a given number of rows.
  ///
  /// A repeated call returns the same block, because the block depends only on the table and the rows
  /// skipped.
  /// - Parameters:
  ///   - rows: The rows of the table.
  ///   - done: The number of rows to skip at the start.
  ///   - encodings: The encodings of the columns.
  ///   - rowNumber: The encoding of each row's number, written after the columns; nil for none.
  ///   - without: The numbers of rows to leave out.
  ///   - count: The number of rows to consider; nil for as many as fit.
  /// - Returns: The block, or nil if no rows remain.
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
    } catch { throw .table(error) }
    return taken == 0 ? nil : ImportBlock(first: done + 1, rowCount: written, bytes: writer.bytes)
  }
}
