import GRDB
public import WaveTableFormats

/// The rows of a database that was made of a text, as they are stored: texts are as long as they are, and
/// numbers exact.
public final class WholeRows: Sendable {
  /// A row, whose memory the next one takes over.
  public struct Row: Sendable {
    /// What stands in a cell.
    public enum Cell: Equatable, Sendable {
      /// Nothing, or bytes that are no text.
      case null
      /// A whole number.
      case integer(Int64)
      /// A number.
      case real(Double)
      /// A text: which of `texts` it is.
      case text(Range<Int>)
    }

    /// The number of the row: 1, 2 and so on in the order of the text.
    public internal(set) var key: Int64 = 0
    /// A cell for each column.
    public internal(set) var cells: [Cell] = []
    /// The bytes of its texts, one behind the other.
    public internal(set) var texts: [UInt8] = []
  }

  /// The columns, of the kinds that the text was taken to have.
  public let columns: [TableColumn]
  /// The number of rows.
  public let rowCount: Int
  private let connection: SQLiteConnection
  private let table: String
  private let key: String

  /// Opens the longest table of a database.
  ///
  /// - Parameter path: A database that `TableFile.database` made.
  /// - Throws: `TableError`.
  public init(path: String) throws(TableError) {
    let file = try SQLiteFile(path: path)
    connection = try SQLiteConnection(address: file.address, path: path, gate: ScanGate())
    let (entry, declared) = try connection.read { database in
      guard let entry = try SQLiteSchema.entries(database).first, entry.key != nil else {
        throw TableError.noTables(path: path)
      }
      return (entry, try SQLiteSchema.columns(of: entry.name, database))
    }
    table = entry.name
    key = entry.key ?? "rowid"
    rowCount = Int(entry.greatestKey)
    columns = declared.map { name, type in
      for unit in TableColumn.TimeUnit.allCases
      where type == CSVFormat.Kind.epoch(unit).declaration {
        return TableColumn(name: name, kind: .time, timeUnit: unit)
      }
      switch type {
      case CSVFormat.Kind.integer.declaration: return TableColumn(name: name, kind: .integer)
      case CSVFormat.Kind.real.declaration: return TableColumn(name: name, kind: .real)
      default: return TableColumn(name: name, kind: .text)
      }
    }
  }

  /// Reads rows in their order.
  ///
  /// - Parameters:
  ///   - key: The row behind which it begins; 0 for the first one.
  ///   - each: Called with one row after another; false ends it.
  /// - Throws: `TableError`.
  public func read(after key: Int64, each: (Row) -> Bool) throws(TableError) {
    try connection.read { database in
      let names = columns.map { SQLiteName.quoted($0.name) }.joined(separator: ", ")
      let statement = try database.makeStatement(
        sql:
          """
          SELECT \(self.key), \(names) FROM \(SQLiteName.quoted(table)) NOT INDEXED WHERE \(self.key) > \
          \(key) ORDER BY \(self.key)
          """
      )
      defer { UnsafeSQLite.reset(statement) }
      var row = Row()
      while try UnsafeSQLite.step(statement, database) {
        UnsafeSQLite.fill(&row, by: statement, columnCount: columns.count)
        guard each(row) else { return }
      }
    }
  }
}
