import GRDB

/// What a database that was made of a text says of that: the table `waveglass_import`.
struct CSVRecord: Equatable, Sendable {
  /// What the text was when it was read; empty where nobody asked.
  var key: String
  /// The text's path, as it was given.
  var source: String
  /// What its user should know.
  var notes: [String]

  /// Describes what is to be written.
  init(key: String, source: String, notes: [String]) {
    self.key = key
    self.source = source
    self.notes = notes
  }

  /// Reads what a database says; nil where it says nothing.
  init?(_ database: Database) {
    guard
      let rows = try? Row.fetchAll(
        database, sql: "SELECT name, value FROM waveglass_import ORDER BY rowid LIMIT 1000")
    else { return nil }
    func values(_ name: String) -> [String] {
      rows.filter { $0.text(at: 0) == name }.compactMap { $0.text(at: 1) }
    }
    key = values("key").first ?? ""
    source = values("source").first ?? ""
    notes = values("note")
  }

  /// Writes it into a database that nobody else has.
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
