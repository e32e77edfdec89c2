import WaveSystem
import WaveText
public import WaveTableFormats

/// Opens files that contain tables.
public enum TableFile {
  /// Opens a table in a file, whose type is detected from its first bytes.
  ///
  /// The file is either a database or a text file, which is first imported into a database in the cache.
  ///
  /// A text file is not read again if its database is cached and the file has not changed since.
  /// - Parameters:
  ///   - path: The path of a database or of a delimited text file, which can be compressed with gzip.
  ///   - table: The name of a table in the database; nil for the longest one.
  ///   - options: The properties of a text file that override detection.
  ///   - folder: The cache directory for databases made from text files, and for copies of tables without
  ///     permanent row numbers.
  ///   - keepsColumns: Whether to cache columns once they have been read.
  ///   - progress: Called while a text file is read; returning false stops reading.
  /// - Returns: The opened table.
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

  /// Returns the tables and views of a database, with the longest table first.
  ///
  /// - Throws: `TableError`.
  public static func tables(_ path: String) throws(TableError) -> [(name: String, isView: Bool)] {
    try SQLiteConnection(path: path).read { try SQLiteSchema.entries($0) }.map { ($0.name, $0.isView) }
  }

  /// Returns whether a file begins like a database.
  ///
  /// - Throws: `TableError` if the file cannot be read or is empty.
  public static func isDatabase(_ path: String) throws(TableError) -> Bool {
    let header = try SQLiteFile.header(path: path)
    guard !header.isEmpty else { throw .empty(path: path) }
    return header.starts(with: SQLiteFile.magic)
  }

  /// Returns the database made from a text file, creating it if it is missing or the file has changed.
  ///
  /// - Parameters:
  ///   - path: The path of a delimited text file, which can be compressed with gzip.
  ///   - options: The properties that override detection.
  ///   - folder: The cache directory for the database.
  ///   - progress: Called while the file is read; returning false stops reading.
  /// - Returns: The path of the database, and a line that identifies the state of the text file.
  /// - Throws: `TableError`.
  public static func database(
    ofText path: String, options: CSVOptions, folder: CacheFolder, progress: (TableProgress) -> Bool
  ) throws(TableError) -> (path: String, state: String) {
    let database = try imported(path, options: options, folder: folder, progress: progress)
    return (database, SQLiteTable.record(path: database)?.key ?? "")
  }

  /// Imports a text file into a database in the cache.
  private static func imported(
    _ path: String, options: CSVOptions, folder: CacheFolder, progress: (TableProgress) -> Bool
  ) throws(TableError) -> String {
    guard let stamp = FileStamp(path: path) else { throw .file(FileError(path: path, cause: .notFound)) }
    let key = "2 \(stamp.text) \(options.text)"
    let target = folder.path(of: "table-\(CacheFolder.name(of: "\(path)\0\(options.text)")).sqlite")
    if FileStamp(path: target) != nil, SQLiteTable.record(path: target)?.key == key { return target }
    _ = try CSVImport.run(
      path: path, to: target, isReplacing: true, options: options, key: key, progress: progress)
    return target
  }
}

extension CSVOptions {
  /// The options as one line of text.
  ///
  /// Equal options give equal text.
  var text: String {
    let kinds = kinds.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
    func word(_ value: (some CustomStringConvertible)?) -> String { value.map(\.description) ?? "-" }
    let words = [
      word(encoding?.rawValue), word(separator), word(quote), word(hasQuotes), word(hasBackslashEscapes),
      word(hasHeader), word(hasDecimalComma), word(thousands?.rawValue),
      word(comment.map { Array($0.utf8) }), word(skippedLines), word(fillsShortRows),
      word(dateOrder?.rawValue),
    ]
    return (words + kinds).joined(separator: " ")
  }
}
