import GRDB
import Synchronization
import WaveTableFormats

/// A table or view of an SQLite database, opened read-only.
///
/// Rows are identified by `rowid` or an integer primary key. Tables that have neither (views, tables WITHOUT
/// ROWID, virtual tables) are copied in the first pass, and their rows are identified by their number in the
/// copy. Memory use does not grow with the size of the table.
public final class SQLiteTable: TableSource {
  /// The path of the database, as given.
  public let path: String
  private let file: SQLiteFile
  private let source: SQLiteConnection
  private let entry: SQLiteSchema.Entry
  private let columns: [String]
  private let plans: [ColumnPlan]
  private let folder: CacheFolder
  private let described: Mutex<TableInfo>
  private let rows: Mutex<SQLiteRows?>
  /// A lock that is held while a pass runs.

  /// Opens a table or view.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - table: The name of a table or view; nil for the longest table, or the first view if there are no
  ///     tables.
  ///   - folder: The cache directory for the copy of a table without permanent row numbers.
  /// - Throws: `TableError`.
  /// - Complexity: Reads the schema and about 1,500 rows to detect the kinds of columns.
  public init(path: String, table: String? = nil, folder: CacheFolder) throws(TableError) {
    let file = try SQLiteFile(path: path)
    let source = try SQLiteConnection(address: file.address, path: path, gate: ScanGate())
    let (entry, others, names, samples, record) = try source.read { database in
      let entries = try SQLiteSchema.entries(database)
      guard let entry = Self.choice(of: entries, table) else {
        throw entries.isEmpty || table == nil
          ? TableError.noTables(path: path)
          : TableError.noSuchTable(path: path, name: table ?? "", known: entries.prefix(20).map(\.name))
      }
      let names = try SQLiteSchema.columns(of: entry.name, database)
      let samples = try SQLiteSchema.samples(of: entry, columns: names.map(\.name), database)
      return (entry, entries.filter { $0 != entry }.map(\.name), names, samples, CSVRecord(database))
    }
    // A database that was made from a text file declares the kinds of its columns.
    let plans = zip(names, samples).map { name, sample in
      (record == nil ? nil : ColumnPlan(importedAs: name.declared))
        ?? sample.plan(name: name.name, declared: name.declared)
    }
    self.path = path
    self.file = file
    self.source = source
    self.entry = entry
    self.plans = plans
    self.folder = folder
    columns = names.map { SQLiteName.quoted($0.name) }
    described = Mutex(
      TableInfo(
        name: entry.name, columns: zip(names, plans).map { $1.column(named: $0.name) },
        rowCountEstimate: entry.greatestKey > 0 ? Int(entry.greatestKey) : nil,
        key: entry.key == nil ? .snapshot : .lasting,
        notes: file.notes + (record?.notes ?? [])
          + Self.notes(entry, others: others, names: names.map(\.name), samples: samples, plans: plans)))
    let quoted = columns
    rows = Mutex(
      try entry.key.map { key throws(TableError) in
        SQLiteRows(
          scanning: source,
          looking: try SQLiteConnection(address: file.address, path: path, gate: ScanGate()),
          table: SQLiteName.quoted(entry.name), key: key, columns: quoted)
      })
  }

  /// A line that identifies the state of the file as of its last change, and the kinds of columns; nil if the
  /// file does not record changes.
  var state: String? {
    guard let stamp = file.state else { return nil }
    let plans = plans.map { "\($0.kind.rawValue)\($0.unit?.rawValue ?? "")\($0.realFactor)" }
    return "1 \(stamp) \(CacheFolder.name(of: (columns + plans).joined(separator: "\0")))"
  }

  /// Checks that the path still refers to the file that was opened.
  func check() throws(TableError) { try file.check() }

  /// Stores the number of rows in the table's description.
  func note(rowCount: Int) { described.withLock { $0.rowCount = rowCount } }

  /// Returns the record of a database that was made from a text file, or nil if it has none.
  static func record(path: String) -> CSVRecord? {
    try? SQLiteConnection(path: path).read { CSVRecord($0) }
  }

  /// The table's name and columns.
  public var info: TableInfo { described.withLock { $0 } }

  /// Reads all rows of up to 1,999 columns in one pass.
  public func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    let count = try pass(columns, progress) { statement, database, ticket, expected in
      try UnsafeSQLite.scan(
        statement, database, plans: columns.map { plans[$0] }, isEnded: { source.gate.isEnded(ticket) },
        progress: { progress(Self.progress($0, of: expected)) }, each: each)
    }
    note(rowCount: count)
  }

  /// Reads the text of all rows of up to 1,999 columns in one pass.
  public func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] {
    try pass(columns, progress) { statement, database, ticket, expected in
      try UnsafeSQLite.scanTexts(
        statement, database, columnCount: columns.count, isEnded: { source.gate.isEnded(ticket) },
        progress: { progress(Self.progress($0, of: expected)) }, each: each)
    }
  }

  private static func progress(_ count: Int, of expected: Int?) -> TableProgress {
    let fraction = expected.map { $0 > 0 ? min(1, Double(count) / Double($0)) : 1 }
    return TableProgress(phase: .reading, rowCount: count, fraction: fraction)
  }

  /// Runs a pass over all rows of some columns, checking before and after it that the file is the same.
  private func pass<Value: Sendable>(
    _ columns: [Int], _ progress: (TableProgress) -> Bool,
    _ work: (Statement, Database, _ ticket: Int, _ expectedRowCount: Int?) throws -> Value
  ) throws(TableError) -> Value {
    if let wrong = columns.first(where: { !plans.indices.contains($0) }) { throw .noSuchColumn(index: wrong) }
    // The limit is one lower here, since the query has an additional column for the key.
    guard columns.count < SQLiteSchema.columnLimit else {
      throw .tooManyColumns(path: path, count: columns.count, limit: SQLiteSchema.columnLimit - 1)
    }
    return try source.gate.pass { ticket throws(TableError) in
      let rows = try numbered(ticket, progress)
      try file.check()
      let expected = info.rowCount ?? info.rowCountEstimate
      guard progress(Self.progress(0, of: expected)) else { throw .cancelled }
      let value = try rows.pass(columns, path: path) { try work($0, $1, ticket, expected) }
      try file.check()
      return value
    }
  }

  /// Returns all cells of a row, or nil if the row does not exist.
  public func row(key: Int64) throws(TableError) -> [TableCell]? {
    try file.check()
    return try lookedUp().row(key)
  }

  /// Returns the number that a scan would read from a cell, or NaN if the cell has no number.
  public func number(_ cell: TableCell, of column: Int) -> Double {
    plans.indices.contains(column) ? plans[column].number(cell) : .nan
  }

  /// Returns consecutive rows, starting at a key.
  public func rows(from key: Int64, count: Int) throws(TableError) -> [TableRow] {
    try file.check()
    let rows = try lookedUp()
    var found: [TableRow] = []
    for number in try rows.numbers(from: key, count: max(0, min(count, TableRow.countLimit))) {
      if let cells = try rows.row(number) { found.append(TableRow(key: number, cells: cells)) }
    }
    return found
  }

  /// Ends all running and waiting passes.
  public func interrupt() {
    let scanning = rows.withLock { $0?.scanning }
    source.gate.end {
      source.interrupt()
      scanning?.interrupt()
    }
  }

  /// Returns the rows for random access by number, copying the table first if its rows have no numbers.
  private func lookedUp() throws(TableError) -> SQLiteRows {
    if let rows = rows.withLock({ $0 }) { return rows }
    return try source.gate.pass { ticket throws(TableError) in try numbered(ticket) { _ in true } }
  }

  /// Returns the rows for access by number, copying the table first if its rows have no numbers.
  private func numbered(_ ticket: Int, _ progress: (TableProgress) -> Bool) throws(TableError) -> SQLiteRows {
    if let rows = rows.withLock({ $0 }) { return rows }
    func report(_ count: Int) -> Bool {
      progress(TableProgress(phase: .copying, rowCount: count, fraction: nil))
    }
    guard report(0) else { throw .cancelled }
    let copy = try SQLiteCopy.make(
      of: SQLiteName.quoted(entry.name), columns: columns, source: source, path: path, folder: folder,
      isEnded: { source.gate.isEnded(ticket) }, progress: report)
    rows.withLock { $0 = copy }
    return copy
  }

  private static func choice(of entries: [SQLiteSchema.Entry], _ name: String?) -> SQLiteSchema.Entry? {
    guard let name else { return entries.first }
    return entries.first { $0.name == name } ?? entries.first { $0.name.lowercased() == name.lowercased() }
  }

  private static func notes(
    _ entry: SQLiteSchema.Entry, others: [String], names: [String], samples: [ColumnSample],
    plans: [ColumnPlan]
  ) -> [String] {
    var notes: [String] = []
    if entry.key == nil {
      notes.append(
        """
        Rows of \(entry.name) have no row number: they are copied once, and identified by their position in \
        the copy.
        """
      )
    }
    let texts = zip(zip(names, plans), samples).filter { $0.1.isNumeric && $1.hasNumbersInTexts }.map(\.0.0)
    if !texts.isEmpty { notes.append("Stored as text, but read as numbers: \(list(texts)).") }
    if !plans.contains(where: { $0.isNumeric }) { notes.append("No column has numbers.") }
    if !others.isEmpty { notes.append("The database has other tables: \(list(others)).") }
    return notes
  }

  /// Returns the first ten names as text, followed by the number of further names.
  private static func list(_ names: [String]) -> String {
    names.prefix(10).joined(separator: ", ") + (names.count > 10 ? " and \(names.count - 10) more" : "")
  }
}
