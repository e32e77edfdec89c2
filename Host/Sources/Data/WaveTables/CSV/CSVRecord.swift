import GRDB

/// A record about an imported text file, stored in the table `waveglass_import` of the resulting database.
struct CSVRecord: Equatable, Sendable {
  /// A line that identifies the state of the text file when it was read; empty if the import was given no
  /// key.
  var key: String
  /// The path of the text file, as given by the user.
  var source: String
  /// The notes for the user.
  var notes: [String]
}

extension CSVRecord {
  /// Reads the record of a database, or returns nil if it has none.
  init?(_ database: Database) {
    guard
      let rows = try? Row.fetchAll(
        database, sql: "SELECT name, value FROM waveglass_import ORDER BY rowid LIMIT 1000")
    else { return nil }
    func values(_ name: String) -> [String] {
      rows.filter { $0.text(at: 0) == name }.compactMap { $0.text(at: 1) }
    }
    self.init(key: values("key").first ?? "", source: values("source").first ?? "", notes: values("note"))
  }

  /// Writes the record into a database that no other program is using.
  func write(_ path: String) throws {
    let queue = try DatabaseQueue(path: SQLiteFile.address(of: path) + "?mode=rw")
    defer { try? queue.close() }
    try queue.inDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      try database.execute(sql: "CREATE TABLE waveglass_import(name TEXT, value TEXT)")
      for (name, value) in [("key", key), ("source", source)] + notes.map({ ("note", $0) }) {
        try database.execute(sql: "INSERT INTO waveglass_import VALUES (?, ?)", arguments: [name, value])
      }
    }
  }
}
