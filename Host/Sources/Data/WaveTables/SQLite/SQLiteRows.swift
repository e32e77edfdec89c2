import GRDB

/// The rows of a table in which every row has a number.
///
/// The table can be a copy.
struct SQLiteRows: Sendable {
  /// The connection for scans over all rows.
  let scanning: SQLiteConnection
  /// The connection for reading single rows.
  ///
  /// It is separate, so that these reads do not wait for a scan.
  let looking: SQLiteConnection
  /// The table's name in SQL.
  let table: String
  /// The SQL expression for a row's number.
  let key: String
  /// The columns' names in SQL.
  let columns: [String]

  /// Reads all rows of some columns in one pass by a closure, which steps through a statement.
  func pass<Value>(
    _ indices: [Int], path: String, _ work: (Statement, Database) throws -> Value
  ) throws(TableError) -> Value {
    let names = ([key] + indices.map { columns[$0] }).joined(separator: ", ")
    return try scanning.read { database in
      // Reading through an index is forbidden, since it would change the order of the rows.
      let statement = try database.makeStatement(sql: "SELECT \(names) FROM \(table) NOT INDEXED")
      do { return try work(statement, database) } catch let failure as UnsafeSQLite.ScanFailure {
        throw SQLiteConnection.tableError(
          from: failure.error.extendedResultCode, failure.error.message ?? "", path: path,
          afterRows: failure.rowCount)
      }
    }
  }

  /// Returns all cells of a row, or nil if the row does not exist.
  func row(_ number: Int64) throws(TableError) -> [TableCell]? {
    let names = columns.joined(separator: ", ")
    return try looking.read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT \(names.isEmpty ? "NULL" : names) FROM \(table) WHERE \(key) = ?")
      statement.arguments = [number]
      defer { UnsafeSQLite.reset(statement) }
      guard try UnsafeSQLite.step(statement, database) else { return nil }
      var cells: [TableCell] = []
      UnsafeSQLite.cells(statement, count: columns.count, into: &cells)
      return cells
    }
  }

  /// Returns the numbers of existing rows, starting at a given number.
  func numbers(from number: Int64, count: Int) throws(TableError) -> [Int64] {
    try looking.read { database in
      try Int64.fetchAll(
        database, sql: "SELECT \(key) FROM \(table) WHERE \(key) >= ? ORDER BY \(key) LIMIT ?",
        arguments: [number, count])
    }
  }
}
