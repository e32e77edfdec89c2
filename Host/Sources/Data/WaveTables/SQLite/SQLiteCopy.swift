import GRDB
import WaveSystem

/// Copies what has no lasting row numbers, such as a view, so that its rows have some.
enum SQLiteCopy {
  /// Copies all rows into a file that is gone with its last user.
  ///
  /// - Parameters:
  ///   - table: By what SQL calls the table.
  ///   - columns: By what SQL calls its columns.
  ///   - source: Where it is.
  ///   - path: What errors tell of it.
  ///   - folder: Where the copy is made.
  ///   - isEnded: Whether the copying was ended.
  ///   - progress: Called with the rows so far; false ends it.
  /// - Returns: The copy's rows, which are known by their place in it.
  /// - Throws: `TableError`; nothing is left then.
  static func make(
    of table: String, columns: [String], source: SQLiteConnection, path: String, folder: CacheFolder,
    isEnded: () -> Bool, progress: (Int) -> Bool
  ) throws(TableError) -> SQLiteRows {
    let file = folder.temporaryPath(ending: ".sqlite")
    // Once it is open its name is not needed any more; the system frees it with the last who has it open.
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
                throw SQLiteConnection.told(error, path: file)
              }
              count += 1
              if count % 1024 == 0, !progress(count) { throw TableError.cancelled }
            }
          }
          return .commit
        }
      }
      try target.close()
    } catch {
      throw SQLiteConnection.told(error, path: path)
    }
    let address = SQLiteFile.address(of: file) + "?immutable=1"
    return SQLiteRows(
      scanning: try SQLiteConnection(address: address, path: path, gate: source.gate),
      looking: try SQLiteConnection(address: address, path: path, gate: ScanGate()), table: "rows",
      key: "rowid",
      columns: names)
  }
}
