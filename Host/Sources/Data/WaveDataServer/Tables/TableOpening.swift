import Logging
public import WaveDataFeed
public import WaveTables

/// A table to serve: its name, and a function that opens it.
///
/// Opening a table can take a long time.
public struct TableOpening: Sendable {
  /// A function that opens a table whose rows are read into memory.
  public typealias Rows =
    @Sendable (_ progress: (WaveTables.TableProgress) -> Bool) throws(TableError) -> any TableSource
  /// A function that opens a table stored in an external engine.
  public typealias Columns = @Sendable () async throws(ColumnFailure) -> any ColumnSource

  private enum Way: Sendable {
    case rows(Rows)
    case columns(Columns)
  }

  /// The name shown until the table is open.
  public var name: String
  /// The file's path, which is not sent to clients; nil if the table is not a file.
  public var path: String?
  /// Whether the rows are read only after a client has chosen the table.
  public var isLazy = false
  private let way: Way

  /// Creates the description of a table whose rows are read into memory.
  ///
  /// - Parameters:
  ///   - name: The name shown until the table is open.
  ///   - path: The file's path; nil if the table is not a file.
  ///   - open: Opens the table and reports progress; it must stop when the report returns false.
  public init(name: String, path: String? = nil, open: @escaping Rows) {
    self.name = name
    self.path = path
    way = .rows(open)
  }

  /// Creates the description of a table stored in an external engine.
  ///
  /// - Parameters:
  ///   - name: The name shown until the table is open.
  ///   - columns: Opens the table; called again after a failure, or when the table has changed.
  public init(name: String, columns: @escaping Columns) {
    self.name = name
    way = .columns(columns)
  }

  /// Creates the object that serves the table.
  func host(number: UInt16, logger: Logger) -> any ServedTable {
    switch way {
    case .rows(let open):
      LoadedTableHost(
        number: number, opening: RowsOpening(name: name, path: path, isLazy: isLazy, open: open),
        logger: logger)
    case .columns(let open): RemoteTableHost(number: number, name: name, open: open, logger: logger)
    }
  }
}

/// The information needed to open a table whose rows are read into memory.
struct RowsOpening: Sendable {
  var name: String
  var path: String?
  var isLazy = false
  var open: TableOpening.Rows
}
