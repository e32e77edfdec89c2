import GRDB
import WaveSystem
public import WaveTableFormats

/// Imports a delimited text file into a new database.
///
/// One thread reads and the other writes. The database has a temporary name until it is complete, so a killed
/// import leaves no file with the requested name. Memory use does not grow with the size of the file.
public enum CSVImport {
  /// The result of an import.
  public struct Report: Equatable, Sendable {
    /// The format of the text file.
    public var format: CSVFormat
    /// The number of rows in the table.
    public var rowCount: Int
    /// The number of rejected rows.
    ///
    /// The table `waveglass_rejects` keeps the first `rejectLimit` of them.
    public var rejectCount: Int
    /// The notes for the user, one sentence each.
    public var notes: [String]
  }

  /// The maximum number of rejected rows that are kept.
  public static let rejectLimit = 10_000
  /// The number of unclosed quotes above which the file is rejected.
  private static let unclosedLimit = 16
  /// The maximum number of times that a file is read if later rows contradict the types detected at its
  /// start.
  private static let attemptLimit = 4
  /// The size of a database page, in bytes, chosen so that rows of ten columns fill it and reading a row
  /// needs only a few pages.
  private static let pageBytes = 16_384

  /// Detects the format of a text file and the types of its columns from the first MiB.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which can be compressed with gzip.
  ///   - options: The properties that override detection.
  /// - Returns: The format, with notes about what was detected.
  /// - Throws: `TableError`.
  public static func format(path: String, options: CSVOptions = CSVOptions()) throws(TableError) -> CSVFormat
  {
    do { return try format(ReadOnlyFile(path: path), options: options) } catch {
      throw (error as? FileError).map { .file($0) } ?? SQLiteConnection.tableError(from: error, path: path)
    }
  }

  /// Imports a text file into a new database.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which can be compressed with gzip.
  ///   - output: The path of the database; its directory must exist.
  ///   - isReplacing: Whether to replace an existing regular file; otherwise an existing file is an error.
  ///   - options: The properties that override detection.
  ///   - key: A line that is stored in the database to recognize it later.
  ///   - progress: Called every few thousand rows; returning false ends the import.
  /// - Returns: A report on the import.
  /// - Throws: `TableError`, in which case no database has been created.
  public static func run(
    path: String, to output: String, isReplacing: Bool, options: CSVOptions = CSVOptions(), key: String = "",
    progress: (TableProgress) -> Bool
  ) throws(TableError) -> Report {
    do {
      let file = try ReadOnlyFile(path: path)
      if let now = FileStamp(path: output) {
        guard isReplacing, FileStamp(path: path)?.isSameFile(as: now) != true else {
          throw FileError(path: output, cause: .exists)
        }
      }
      var format = try format(file, options: options)
      let part = output + FileReplacement.suffix
      // While this file is open, no other import of the same database can use the part file.
      let held = try AppendedFile(path: part, replacing: true)
      defer { FileReplacement.remove(part) }
      var unclosed: Set<Int> = []
      for attempt in 1... {
        try held.cut(toByteCount: 0)
        let isOpen = format.columns.map {
          attempt < attemptLimit + unclosed.count && $0.kind != .text && options.kinds[$0.name] == nil
        }
        let feed = CSVFeed(
          file: file, format: format, isOpen: isOpen, unclosedLines: unclosed,
          rowBytesLimit: options.rowBytesLimit)
        let (tally, isStored) = try fill(
          part, feed, format, table: tableName(path), output: output, progress: progress)
        if let line = tally.unclosedLine {
          guard unclosed.count < unclosedLimit else { throw TableError.notTable(path: path) }
          unclosed.insert(line)
          continue
        }
        let widened = tally.widened(format, options)
        guard isStored, widened == format || attempt >= attemptLimit + unclosed.count else {
          format = widened
          continue
        }
        let report = Report(
          format: format, rowCount: tally.rowCount, rejectCount: tally.rejectCount,
          notes: format.notes + tally.notes(format) + rejectNotes(tally.rejectCount))
        try CSVRecord(key: key, source: path, notes: report.notes).write(part)
        try held.synchronize()
        try FileReplacement.move(part, to: output)
        return report
      }
      throw TableError.cancelled
    } catch let error as FileError {
      // The error names the file that the user requested instead of its part file.
      let isPart = error.path == output + FileReplacement.suffix
      throw .file(FileError(path: isPart ? output : error.path, cause: error.cause))
    } catch { throw SQLiteConnection.tableError(from: error, path: output) }
  }

  private static func format(_ file: ReadOnlyFile, options: CSVOptions) throws -> CSVFormat {
    let content = try FileContent(file: file)
    let start = try content.start(count: options.sampleBytes)
    do throws(TableFormatError) {
      return try CSVDetection.format(
        of: start, isCut: start.count == options.sampleBytes, columnLimit: SQLiteSchema.columnLimit - 1,
        options: options)
    } catch { throw TableError(error, path: file.path) }
  }

  /// Returns a note for the user about rejected rows, or an empty array if there are none.
  private static func rejectNotes(_ count: Int) -> [String] {
    guard count > 0 else { return [] }
    let rows = count == 1 ? "1 row was" : "\(count) rows were"
    return [
      "\(rows) moved to the table waveglass_rejects, with \(count == 1 ? "its line" : "their lines")"
        + (count > rejectLimit ? " (only the first \(rejectLimit))." : ".")
    ]
  }

  /// Returns a table name made from the file name without its extensions.
  static func tableName(_ path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? ""
    for ending in [".gz", ".csv", ".tsv", ".txt"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    let isTaken = name.lowercased().hasPrefix("sqlite_") || name.lowercased().hasPrefix("waveglass_")
    return name.isEmpty || isTaken ? "data" : name
  }

  /// Inserts the rows of a text file into a database.
  ///
  /// If a row contradicts a column's type, the rest of the file is read but not inserted.
  private static func fill(
    _ part: String, _ feed: CSVFeed, _ format: CSVFormat, table: String, output: String,
    progress: (TableProgress) -> Bool
  ) throws -> (CSVTally, isStored: Bool) {
    do {
      let target = try DatabaseQueue(path: SQLiteFile.address(of: part) + "?mode=rw")
      defer { try? target.close() }
      return try target.inDatabase { database in
        // No program uses the file before it is complete, so it needs neither a journal nor synchronous
        // writes.
        try database.execute(
          sql: """
            PRAGMA page_size = \(pageBytes); PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA \
            auto_vacuum = 0;
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384
            """)
        let columns = format.columns.map { "\(SQLiteName.quoted($0.name)) \($0.kind.declaration)" }
        try database.execute(
          sql: "CREATE TABLE \(SQLiteName.quoted(table))(\(columns.joined(separator: ", ")))")
        var outcome = (CSVTally(), isStored: true)
        try database.inTransaction {
          outcome = try insert(feed, format, table: table, database, progress: progress)
          return .commit
        }
        return outcome
      }
    } catch {
      feed.stop()
      throw error is FileError ? error : SQLiteConnection.tableError(from: error, path: output)
    }
  }

  private static func insert(
    _ feed: CSVFeed, _ format: CSVFormat, table: String, _ database: Database,
    progress: (TableProgress) -> Bool
  ) throws -> (CSVTally, isStored: Bool) {
    let places = format.columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try database.makeStatement(
      sql: "INSERT INTO \(SQLiteName.quoted(table)) VALUES (\(places))")
    guard progress(TableProgress(phase: .importing, rowCount: 0, fraction: 0)) else {
      throw TableError.cancelled
    }
    var rowCount = 0
    var rejects: [UnsafeCSVBatch.Reject] = []
    var isStored = true
    while true {
      switch feed.next() {
      case .end(let tally, let failure):
        if let failure { throw failure }
        if !rejects.isEmpty { try keep(rejects, database) }
        return (tally, isStored)
      case .batch(let batch, let byteCount, let isContradicted):
        defer { feed.recycle(batch) }
        if isContradicted { isStored = false }
        if isStored { try batch.insert(by: insertion, database) }
        rowCount += batch.rowCount
        rejects += batch.rejects.prefix(rejectLimit - rejects.count)
        let fraction = min(1, Double(byteCount) / Double(max(1, feed.file.byteCount)))
        guard progress(TableProgress(phase: .importing, rowCount: rowCount, fraction: fraction)) else {
          throw TableError.cancelled
        }
      }
    }
  }

  /// Stores rejected rows in the database.
  private static func keep(_ rejects: [UnsafeCSVBatch.Reject], _ database: Database) throws {
    try database.execute(
      sql: "CREATE TABLE waveglass_rejects(line INTEGER PRIMARY KEY, cells INTEGER, reason TEXT, text TEXT)")
    let statement = try database.makeStatement(sql: "INSERT INTO waveglass_rejects VALUES (?, ?, ?, ?)")
    for reject in rejects {
      try statement.execute(arguments: [
        reject.line, reject.cellCount, reject.reason, String(decoding: reject.text, as: UTF8.self),
      ])
    }
  }
}
