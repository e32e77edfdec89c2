import GRDB
import WaveTableFormats

/// Reads the tables of a database and their columns.
enum SQLiteSchema {
  /// The maximum number of columns in a table.
  static let columnLimit = 2000

  /// The number of rows sampled at each of three positions to detect the kinds of columns.
  private static let sampleRows: Int64 = 500
  /// The total size of text and blobs, in bytes, after which sampling stops.
  private static let sampleBytes = 4 << 20

  /// A table or view in the database.
  struct Entry: Equatable, Sendable {
    let name: String
    let isView: Bool
    /// The SQL expression for a row's number; nil if rows have none.
    var key: String?
    /// The largest row number; 0 if unknown.
    var greatestKey: Int64 = 0
  }

  /// Returns the tables and views that are of interest to users, with the longest table first.
  static func entries(_ database: Database) throws -> [Entry] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'view', \
        'virtual')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'waveglass\\_%' ESCAPE '\\'
        """)
    var entries: [Entry] = []
    for row in rows {
      guard let name = row.text(at: 0), let type = row.text(at: 1) else { continue }
      let hasNumbers = type == "table" && row.whole(at: 2) == 0
      var entry = Entry(name: name, isView: type == "view")
      if hasNumbers { entry.key = try rowNumber(of: name, database) }
      if let key = entry.key {
        let sql = "SELECT max(\(key)) FROM \(SQLiteName.quoted(name))"
        // An error is ignored, so that damaged tables are also listed.
        entry.greatestKey = (try? Int64.fetchOne(database, sql: sql)) ?? 0
      }
      entries.append(entry)
    }
    return entries.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      if a.isView != b.isView { return !a.isView }
      if a.greatestKey != b.greatestKey { return a.greatestKey > b.greatestKey }
      return one.offset < other.offset
    }.map(\.element)
  }

  /// Returns the names and declared types of a table's visible columns.
  static func columns(of table: String, _ database: Database) throws -> [(name: String, declared: String)] {
    try Row.fetchAll(
      database, sql: "SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden <> 1", arguments: [table]
    ).map { ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "") }
  }

  /// Samples the cells of rows at the start, in the middle and at the end of a table.
  static func samples(of entry: Entry, columns: [String], _ database: Database) throws -> [ColumnSample] {
    var samples = columns.map { _ in ColumnSample() }
    guard !columns.isEmpty else { return [] }
    let names = columns.map(SQLiteName.quoted).joined(separator: ", ")
    let start = "SELECT \(names) FROM \(SQLiteName.quoted(entry.name))"
    var queries = ["\(start) LIMIT \(sampleRows)"]
    if let key = entry.key, entry.greatestKey > sampleRows {
      queries = [
        "\(start) NOT INDEXED WHERE \(key) <= \(entry.greatestKey / 2) ORDER BY \(key) LIMIT \(sampleRows)",
        "\(start) NOT INDEXED WHERE \(key) > \(entry.greatestKey / 2) ORDER BY \(key) LIMIT \(sampleRows)",
        "\(start) NOT INDEXED ORDER BY \(key) DESC LIMIT \(sampleRows)",
      ]
    }
    for query in queries {
      let statement = try database.makeStatement(sql: query)
      var byteCount = 0
      // A damaged row ends the sampling without an error, since a later scan reports the damage.
      while byteCount < sampleBytes, (try? UnsafeSQLite.step(statement, database)) == true {
        byteCount += UnsafeSQLite.note(statement, in: &samples)
      }
      UnsafeSQLite.reset(statement)
    }
    return samples
  }

  /// Returns an SQL expression for a table's row number, or nil if rows have no numbers.
  ///
  /// The expression works even if columns shadow the usual names of the row number.
  private static func rowNumber(of table: String, _ database: Database) throws -> String? {
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, type, pk FROM pragma_table_xinfo(?)", arguments: [table])
    let names = Set(rows.map { ($0.text(at: 0) ?? "").lowercased() })
    if let free = ["rowid", "_rowid_", "oid"].first(where: { !names.contains($0) }) { return free }
    let primary = rows.filter { ($0.whole(at: 2) ?? 0) > 0 }
    guard primary.count == 1, (primary[0].text(at: 1) ?? "").lowercased() == "integer" else { return nil }
    return SQLiteName.quoted(primary[0].text(at: 0) ?? "")
  }
}
