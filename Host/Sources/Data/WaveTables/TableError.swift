public import WaveSystem
import WaveTableFormats

/// Why a table cannot be read or made: where, what, and what to do.
public enum TableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// With the file.
  case file(FileError)
  /// It is neither a database nor a text with columns.
  case notTable(path: String)
  /// It should be a database by its name, and has none of a database's bytes.
  case encrypted(path: String)
  /// Nothing is in it.
  case empty(path: String)
  /// The database ends too early.
  case truncated(path: String, byteCount: Int, expected: Int)
  /// What is in the database contradicts itself; tells how many rows had been read.
  case damaged(path: String, afterRows: Int?, reason: String)
  /// Another program holds the database.
  case locked(path: String)
  /// A program died while it wrote the database, which only its journal can set right.
  case hotJournal(path: String)
  /// Its newest rows are in a log that cannot be read without its index.
  case logWithoutIndex(path: String)
  /// Another file has its name now, or it was changed while it was read as one that nobody changes.
  case replaced(path: String)
  /// The database has no tables.
  case noTables(path: String)
  /// No table has this name; holds the first of those there are.
  case noSuchTable(path: String, name: String, known: [String])
  /// There is no column of this index.
  case noSuchColumn(index: Int)
  /// No column has this name; holds the first of those there are.
  case noColumnNamed(String, known: [String])
  /// More columns than a table may have.
  case tooManyColumns(path: String, count: Int, limit: Int)
  /// SQLite does not read it, by the code and the words that it gives.
  case sqlite(path: String, code: Int, reason: String)
  /// The work was ended.
  case cancelled

  /// Adds the path of the file that is not a table; one named like a database may be encrypted.
  init(_ error: TableFormatError, path: String) {
    self =
      switch error {
      case .empty: .empty(path: path)
      case .notText: SQLiteFile.isNamedDatabase(path) ? .encrypted(path: path) : .notTable(path: path)
      case .tooManyColumns(let count, let limit): .tooManyColumns(path: path, count: count, limit: limit)
      }
  }

  /// All of it in one line.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .notTable(let path):
      "\(path): is neither an SQLite database nor a text with columns. Give a .sqlite, .csv or .csv.gz file"
    case .encrypted(let path):
      """
      \(path): has a database's name, and is none that SQLite reads. It may be encrypted: write a plain copy \
      with the program that made it
      """
    case .empty(let path): "\(path): is empty. Give a file with rows"
    case .truncated(let path, let count, let expected):
      """
      \(path): ends at byte \(count), and should have \(expected). Copy it again, or save what is there by \
      sqlite3 FILE .recover
      """
    case .damaged(let path, let rows, let reason):
      """
      \(path): is damaged\(rows.map { " behind row \($0)" } ?? "") (\(reason)). Restore it, or save what is \
      there by sqlite3 FILE .recover
      """
    case .locked(let path): "\(path): another program is writing it. Try again when that has ended"
    case .hotJournal(let path):
      """
      \(path): a program died while it wrote it, and \(path)-journal holds what has to be put back. It is \
      left as it is: open a copy of both files with the program that wrote them, or with sqlite3
      """
    case .logWithoutIndex(let path):
      """
      \(path): its newest rows are in \(path)-wal, whose index is not there. Both are left as they are: open \
      a copy of both files with the program that wrote them, or with sqlite3
      """
    case .replaced(let path): "\(path): was replaced or changed while it was open. Open it again"
    case .noTables(let path): "\(path): has no tables. Give a database with rows"
    case .noSuchTable(let path, let name, let known):
      "\(path): has no table \"\(name)\". There are \(known.joined(separator: ", "))"
    case .noSuchColumn(let index): "there is no column number \(index). Count from 0, or ask for its name"
    case .noColumnNamed(let name, let known):
      "there is no column \"\(name)\". There are \(known.joined(separator: ", "))"
    case .tooManyColumns(let path, let count, let limit):
      "\(path): has \(count) columns, and SQLite holds \(limit) at most. Leave some out"
    case .sqlite(let path, let code, let reason):
      """
      \(path): SQLite could not read it (\(reason), code \(code)). Check it with sqlite3 FILE 'pragma \
      integrity_check'
      """
    case .cancelled: "ended before it was done"
    }
  }
}
