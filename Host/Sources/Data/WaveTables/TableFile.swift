import WaveSystem
import WaveText
public import WaveTableFormats

/// Opens whatever has rows and columns.
public enum TableFile {
  /// Opens a table by what the file begins with: a database, or a text, which is made into a database in the
  /// cache first.
  ///
  /// A text that is there already, and has not changed since, is not read again.
  /// - Parameters:
  ///   - path: A database, or a text with columns, behind gzip or not.
  ///   - table: Which table of a database; nil takes the longest.
  ///   - options: What the user knows better of a text.
  ///   - folder: Where texts are made into databases, and copies of what has no lasting row numbers.
  ///   - keepsColumns: Whether columns are kept in the cache once they have been read.
  ///   - progress: Called while a text is read; false ends that.
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

  /// The tables and views of a database, the longest table first.
  ///
  /// - Throws: `TableError`.
  public static func tables(_ path: String) throws(TableError) -> [(name: String, isView: Bool)] {
    try SQLiteTable.names(path: path)
  }

  /// Whether a file begins as a database does, or says by its name that it should.
  ///
  /// - Throws: `TableError` where it cannot be read, or nothing is in it.
  public static func isDatabase(_ path: String) throws(TableError) -> Bool {
    let header = try SQLiteFile.header(path: path)
    guard !header.isEmpty else { throw .empty(path: path) }
    return header.starts(with: SQLiteFile.magic)
  }

  /// The database that was made of a text, made now where there is none or the text has changed.
  ///
  /// - Parameters:
  ///   - path: A text with columns, behind gzip or not.
  ///   - options: What the user knows better.
  ///   - folder: Where it is made.
  ///   - progress: Called while the text is read; false ends that.
  /// - Returns: The database's path, and what tells the text as it is now from any other: a line.
  /// - Throws: `TableError`.
  public static func database(
    ofText path: String, options: CSVOptions, folder: CacheFolder, progress: (TableProgress) -> Bool
  ) throws(TableError) -> (path: String, state: String) {
    let database = try imported(path, options: options, folder: folder, progress: progress)
    return (database, SQLiteTable.record(path: database)?.key ?? "")
  }

  /// Makes a text into a database.
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
  /// All of it in one line, the same for the same options.
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
