import GRDB
public import WaveTableFormats

/// The rows of a database made from a text file, with complete texts and exact numbers.
public final class WholeRows: Sendable {
  /// A row.
  ///
  /// Its memory is reused for the next row.
  public struct Row: Sendable {
    /// The contents of a cell.
    public enum Cell: Equatable, Sendable {
      /// NULL, or bytes that are not text.
      case null
      /// An integer.
      case integer(Int64)
      /// A floating-point number.
      case real(Double)
      /// Text, as a range in `texts`.
      case text(Range<Int>)
    }

    /// The number of the row, starting at 1 in the order of the text file.
    public internal(set) var key: Int64 = 0
    /// The row's cells, one for each column.
    public internal(set) var cells: [Cell] = []
    /// The bytes of all text in the row.
    public internal(set) var texts: [UInt8] = []
  }

  /// The columns, with the kinds that were detected in the text file.
  public let columns: [TableColumn]
  /// The number of rows.
  public let rowCount: Int
  private let connection: SQLiteConnection
  private let table: String
  private let key: String

  /// Opens the longest table of a database.
  ///
  /// - Parameter path: The path of a database created by `TableFile.database`.
  /// - Throws: `TableError`.
  public init(path: String) throws(TableError) {
    connection = try SQLiteConnection(path: path)
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
      return (ColumnPlan(importedAs: type) ?? ColumnPlan(kind: .text)).column(named: name)
    }
  }

  /// Reads rows in order.
  ///
  /// - Parameters:
  ///   - key: The number of the row before the first one to read; 0 to start with the first row.
  ///   - each: Called with each row in turn; returning false stops reading.
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
