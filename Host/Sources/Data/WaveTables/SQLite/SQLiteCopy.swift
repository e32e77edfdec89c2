import GRDB
import WaveSystem

/// Copies tables without permanent row numbers, for example views, so that their rows can be identified by
/// number.
enum SQLiteCopy {
  /// Copies all rows into a temporary file that is deleted when its last user closes it.
  ///
  /// - Parameters:
  ///   - table: The table's name in SQL.
  ///   - columns: The columns' names in SQL.
  ///   - source: The connection to the original database.
  ///   - path: The path to show in error messages.
  ///   - folder: The directory for the copy.
  ///   - isEnded: Returns whether copying was cancelled.
  ///   - progress: Called with the number of rows copied so far; returning false ends copying.
  /// - Returns: The rows of the copy, identified by their positions.
  /// - Throws: `TableError`, in which case nothing remains of the copy.
  static func make(
    of table: String, columns: [String], source: SQLiteConnection, path: String, folder: CacheFolder,
    isEnded: () -> Bool, progress: (Int) -> Bool
  ) throws(TableError) -> SQLiteRows {
    let file = folder.temporaryPath(ending: ".sqlite")
    // The name is removed while the file is open; the system frees the file when its last user closes it.
    defer { FileReplacement.remove(file) }
    let names = columns.indices.map { "c\($0)" }
    do {
      let target = try DatabaseQueue(path: SQLiteFile.address(of: file) + "?mode=rwc")
      try target.inDatabase { copy in
        try copy.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try copy.execute(sql: "CREATE TABLE rows(\(names.joined(separator: ", ")))")
        try copy.inTransaction {
          let places = names.map { _ in "?" }.joined(separator: ", ")
          let insertion = try copy.makeStatement(sql: "INSERT INTO rows VALUES (\(places))")
          try source.read { database in
            let statement = try database.makeStatement(
              sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)")
            var count = 0
            while try UnsafeSQLite.step(statement, database) {
              if isEnded() { throw TableError.cancelled }
              do { try UnsafeSQLite.copy(statement, count: columns.count, by: insertion, copy) } catch {
                throw SQLiteConnection.tableError(from: error, path: file)
              }
              count += 1
              if count % 1024 == 0, !progress(count) { throw TableError.cancelled }
            }
          }
          return .commit
        }
      }
      try target.close()
    } catch { throw SQLiteConnection.tableError(from: error, path: path) }
    let address = SQLiteFile.address(of: file) + "?immutable=1"
    return SQLiteRows(
      scanning: try SQLiteConnection(address: address, path: path, gate: source.gate),
      looking: try SQLiteConnection(address: address, path: path, gate: ScanGate()), table: "rows",
      key: "rowid", columns: names)
  }
}
