public import WaveSystem
import WaveTableFormats

/// The reason a table cannot be read or imported, including where the error is and what to do about it.
public enum TableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An error accessing the file.
  case file(FileError)
  /// The file is neither a database nor delimited text.
  case notTable(path: String)
  /// The file is named like a database but cannot be read as one, for example because it is encrypted.
  case encrypted(path: String)
  /// The file is empty.
  case empty(path: String)
  /// The database is shorter than its header specifies.
  case truncated(path: String, byteCount: Int, expected: Int)
  /// The database is corrupt; `afterRows` is the number of rows read before this was detected.
  case damaged(path: String, afterRows: Int?, reason: String)
  /// The database is locked by another program.
  case locked(path: String)
  /// A program crashed while writing the database, which must be recovered from its journal.
  case hotJournal(path: String)
  /// The latest rows are in a -wal file that cannot be read without its -shm file.
  case logWithoutIndex(path: String)
  /// The path now refers to a different file, or a database that no program had open was changed.
  case replaced(path: String)
  /// The database has no tables.
  case noTables(path: String)
  /// No table has this name; `known` lists the first few names that exist.
  case noSuchTable(path: String, name: String, known: [String])
  /// No column has this index.
  case noSuchColumn(index: Int)
  /// No column has this name; `known` lists the first few names that exist.
  case noColumnNamed(String, known: [String])
  /// There are more columns than a table can have.
  case tooManyColumns(path: String, count: Int, limit: Int)
  /// SQLite cannot read the database; holds SQLite's result code and message.
  case sqlite(path: String, code: Int, reason: String)
  /// The operation was cancelled.
  case cancelled

  /// Creates an error from a format error by adding the file's path.
  ///
  /// A file that is named like a database but is not text may be encrypted, and is reported as such.
  init(_ error: TableFormatError, path: String) {
    self =
      switch error {
      case .empty: .empty(path: path)
      case .notText: SQLiteFile.isNamedDatabase(path) ? .encrypted(path: path) : .notTable(path: path)
      case .tooManyColumns(let count, let limit): .tooManyColumns(path: path, count: count, limit: limit)
      }
  }

  /// The complete error message on one line.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .notTable(let path):
      "\(path): is neither an SQLite database nor text with columns. Give a .sqlite, .csv or .csv.gz file"
    case .encrypted(let path):
      """
      \(path): is named like a database, but SQLite cannot read it. It may be encrypted: save an unencrypted \
      copy with the program that made it
      """
    case .empty(let path): "\(path): is empty. Give a file with rows"
    case .truncated(let path, let count, let expected):
      """
      \(path): ends at byte \(count), but should have \(expected) bytes. Copy it again, or recover what is \
      there with sqlite3 FILE .recover
      """
    case .damaged(let path, let rows, let reason):
      """
      \(path): is damaged\(rows.map { " after row \($0)" } ?? "") (\(reason)). Restore it, or recover what \
      is there with sqlite3 FILE .recover
      """
    case .locked(let path):
      "\(path): another program is writing to it. Try again when that program has finished"
    case .hotJournal(let path):
      """
      \(path): a program crashed while writing to it, and \(path)-journal has the data to restore. Both are \
      left unchanged: open a copy of both files with the program that wrote them, or with sqlite3
      """
    case .logWithoutIndex(let path):
      """
      \(path): its newest rows are in \(path)-wal, whose index is missing. Both are left unchanged: open a \
      copy of both files with the program that wrote them, or with sqlite3
      """
    case .replaced(let path): "\(path): was replaced or changed while it was open. Open it again"
    case .noTables(let path): "\(path): has no tables. Give a database with rows"
    case .noSuchTable(let path, let name, let known):
      "\(path): has no table \"\(name)\". Its tables are \(known.joined(separator: ", "))"
    case .noSuchColumn(let index):
      "there is no column number \(index). Count from 0, or use the column's name"
    case .noColumnNamed(let name, let known):
      "there is no column \"\(name)\". The columns are \(known.joined(separator: ", "))"
    case .tooManyColumns(let path, let count, let limit):
      "\(path): has \(count) columns, but SQLite supports at most \(limit). Leave some out"
    case .sqlite(let path, let code, let reason):
      """
      \(path): SQLite could not read it (\(reason), code \(code)). Check it with sqlite3 FILE 'pragma \
      integrity_check'
      """
    case .cancelled: "stopped before it finished"
    }
  }
}
