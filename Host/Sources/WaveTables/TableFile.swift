import WaveFiles
import WaveFormats

/// Opens whatever has rows and columns.
public enum TableFile {
  /// Opens a table by what the file begins with.
  ///
  /// - Parameters:
  ///   - path: A database.
  ///   - table: Which table of a database; nil takes the longest.
  ///   - folder: Where copies are made of what has no lasting row numbers.
  /// - Returns: The table.
  /// - Throws: `TableError`.
  public static func open(
    _ path: String, table: String? = nil, folder: CacheFolder
  ) throws(TableError) -> any TableSource {
    try SQLiteTable(path: path, table: table, folder: folder)
  }

  /// The tables and views of a database, the longest table first.
  ///
  /// - Throws: `TableError`.
  public static func tables(_ path: String) throws(TableError) -> [(name: String, isView: Bool)] {
    try SQLiteTable.names(path: path)
  }

  /// Whether a file begins as a database does.
  ///
  /// - Throws: `TableError` where it cannot be read.
  static func isDatabase(_ path: String) throws(TableError) -> Bool {
    try SQLiteFile.header(path: path).starts(with: SQLiteFile.magic)
  }
}
