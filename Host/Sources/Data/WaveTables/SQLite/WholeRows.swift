import GRDB
public import WaveTableFormats

/// The rows of a database that was made from a text, as stored: texts in full length, and exact numbers.
public final class WholeRows: Sendable {
  /// A row; its memory is reused for the next one.
  public struct Row: Sendable {
    /// The content of a cell.
    public enum Cell: Equatable, Sendable {
      /// NULL, or bytes that are not a text.
      case null
      /// A whole number.
      case integer(Int64)
      /// A number.
      case real(Double)
      /// A text: its range in `texts`.
      case text(Range<Int>)
    }

    /// The number of the row: 1, 2 … in the order of the text.
    public internal(set) var key: Int64 = 0
    /// A cell for each column.
    public internal(set) var cells: [Cell] = []
    /// The bytes of all texts of the row.
    public internal(set) var texts: [UInt8] = []
  }

  /// The columns, with the kinds that were detected in the text.
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
  ///   - key: The number of the row before the first one; 0 to begin with the first row.
  ///   - each: Called with one row after another; false ends reading.
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
