import GRDB
import WaveTableFormats

/// Rows of a database that have numbers: those of a table or of a copy.
struct SQLiteRows: Sendable {
  /// The connection for passes over all rows.
  let scanning: SQLiteConnection
  /// The connection for single rows, so that these do not wait for a pass.
  let looking: SQLiteConnection
  /// The table's name in SQL.
  let table: String
  /// The expression for a row's number in SQL.
  let key: String
  /// The columns' names in SQL.
  let columns: [String]

  /// Reads all rows once.
  ///
  /// - Returns: The number of rows.
  func scan(
    _ indices: [Int], plans: [ColumnPlan], path: String, isEnded: () -> Bool, progress: (Int) -> Bool,
    each: (TableChunk) -> Void
  ) throws(TableError) -> Int {
    try pass(indices, path: path) { statement, database in
      try UnsafeSQLite.scan(
        statement, database, plans: indices.map { plans[$0] }, isEnded: isEnded, progress: progress,
        each: each)
    }
  }

  /// Reads the texts of all rows once.
  func scanTexts(
    _ indices: [Int], path: String, isEnded: () -> Bool, progress: (Int) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] {
    try pass(indices, path: path) { statement, database in
      try UnsafeSQLite.scanTexts(
        statement, database, columnCount: indices.count, isEnded: isEnded, progress: progress, each: each)
    }
  }

  private func pass<Value>(
    _ indices: [Int], path: String, _ work: (Statement, Database) throws -> Value
  ) throws(TableError) -> Value {
    let names = ([key] + indices.map { columns[$0] }).joined(separator: ", ")
    return try scanning.read { database in
      // Without an index, since it would change the order of rows.
      let statement = try database.makeStatement(sql: "SELECT \(names) FROM \(table) NOT INDEXED")
      do { return try work(statement, database) } catch let failure as UnsafeSQLite.ScanFailure {
        throw SQLiteConnection.tableError(
          from: failure.error.extendedResultCode, failure.error.message ?? "", path: path,
          afterRows: failure.rowCount)
      }
    }
  }

  /// Returns all cells of a row; nil if there is none.
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

  /// Returns the numbers of rows from one on.
  func numbers(from number: Int64, count: Int) throws(TableError) -> [Int64] {
    try looking.read { database in
      try Int64.fetchAll(
        database, sql: "SELECT \(key) FROM \(table) WHERE \(key) >= ? ORDER BY \(key) LIMIT ?",
        arguments: [number, count])
    }
  }
}
