import WaveSystem
import WaveText
public import WaveTableFormats

/// Opens files that have rows and columns.
public enum TableFile {
  /// Opens a table by the first bytes of its file: a database, or a text, which is first imported into a
  /// database in the cache.
  ///
  /// A text whose database is in the cache, and which has not changed since, is not read again.
  /// - Parameters:
  ///   - path: A database, or a text with columns, possibly compressed with gzip.
  ///   - table: The table of a database; nil for the longest one.
  ///   - options: Properties of a text that override detection.
  ///   - folder: The folder for databases made from texts, and for copies of tables without lasting row
  ///     numbers.
  ///   - keepsColumns: Whether columns are cached once they have been read.
  ///   - progress: Called while a text is read; false ends reading.
  /// - Returns: The table.
  /// - Throws: `TableError`.
  public static func open(
    _ path: String, table: String? = nil, options: CSVOptions = CSVOptions(), folder: CacheFolder,
    keepsColumns: Bool = true, progress: (TableProgress) -> Bool = { _ in true }
  ) throws(TableError) -> any TableSource {
    let database =
      try isDatabase(path) ? path : imported(path, options: options, folder: folder, progress: progress)
    let source = try SQLiteTable(path: database, table: table, folder: folder)
    return keepsColumns ? CachedTable(source, folder: folder) : source
  }

  /// Returns the tables and views of a database, the longest table first.
  ///
  /// - Throws: `TableError`.
  public static func tables(_ path: String) throws(TableError) -> [(name: String, isView: Bool)] {
    try SQLiteTable.names(path: path)
  }

  /// Whether a file begins like a database.
  ///
  /// - Throws: `TableError` if it cannot be read, or is empty.
  public static func isDatabase(_ path: String) throws(TableError) -> Bool {
    let header = try SQLiteFile.header(path: path)
    guard !header.isEmpty else { throw .empty(path: path) }
    return header.starts(with: SQLiteFile.magic)
  }

  /// Returns the database of a text; makes it if there is none, or if the text has changed.
  ///
  /// - Parameters:
  ///   - path: A text with columns, possibly compressed with gzip.
  ///   - options: Properties that override detection.
  ///   - folder: The folder of the database.
  ///   - progress: Called while the text is read; false ends reading.
  /// - Returns: The database's path, and a line that identifies the state of the text.
  /// - Throws: `TableError`.
  public static func database(
    ofText path: String, options: CSVOptions, folder: CacheFolder, progress: (TableProgress) -> Bool
  ) throws(TableError) -> (path: String, state: String) {
    let database = try imported(path, options: options, folder: folder, progress: progress)
    return (database, SQLiteTable.record(path: database)?.key ?? "")
  }

  /// Imports a text into a database of the cache.
  private static func imported(
    _ path: String, options: CSVOptions, folder: CacheFolder, progress: (TableProgress) -> Bool
  ) throws(TableError) -> String {
    guard let stamp = FileStamp(path: path) else {
      throw .file(FileError(path: path, cause: .notFound))
    }
    let key = "2 \(stamp.text) \(options.text)"
    let target = folder.path(of: "table-\(CacheFolder.name(of: "\(path)\0\(options.text)")).sqlite")
    if FileStamp(path: target) != nil, SQLiteTable.record(path: target)?.key == key { return target }
    _ = try CSVImport.run(
      path: path, to: target, isReplacing: true, options: options, key: key, progress: progress)
    return target
  }
}

extension CSVOptions {
  /// All options in one line; equal options give equal lines.
  var text: String {
    let kinds = kinds.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
    func word(_ value: (some CustomStringConvertible)?) -> String { value.map(\.description) ?? "-" }
    let words = [
      word(encoding?.rawValue), word(separator), word(quote), word(hasQuotes), word(hasBackslashEscapes),
      word(hasHeader),
      word(hasDecimalComma), word(thousands?.rawValue), word(comment.map { Array($0.utf8) }),
      word(skippedLines),
      word(fillsShortRows), word(dateOrder?.rawValue),
    ]
    return (words + kinds).joined(separator: " ")
  }
}
