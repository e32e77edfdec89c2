import Logging
public import WaveDataFeed
public import WaveTables

/// A table to be served: its name, and a function that opens it, which may take long.
public struct TableOpening: Sendable {
  /// Opens a table whose rows are read into memory.
  public typealias Rows =
    @Sendable (_ progress: (WaveTables.TableProgress) -> Bool) throws(TableError) -> any TableSource
  /// Opens a table whose rows another engine holds.
  public typealias Columns = @Sendable () async throws(ColumnFailure) -> any ColumnSource

  private enum Way: Sendable {
    case rows(Rows)
    case columns(Columns)
  }

  /// The name that is shown until the table is open.
  public var name: String
  /// The file's path, which is not sent to clients; nil if the table is not a file.
  public var path: String?
  /// Whether its rows are not read before a client chooses it.
  public var isLazy = false
  private let way: Way

  /// Describes a table whose rows are read into memory.
  ///
  /// - Parameters:
  ///   - name: The name that is shown until the table is open.
  ///   - path: The file's path; nil if the table is not a file.
  ///   - open: Opens the table; it reports its progress, and ends if the answer is false.
  public init(name: String, path: String? = nil, open: @escaping Rows) {
    self.name = name
    self.path = path
    way = .rows(open)
  }

  /// Describes a table whose rows another engine holds.
  ///
  /// - Parameters:
  ///   - name: The name that is shown until the table is open.
  ///   - columns: Opens the table; called again after a failure, or when the table has changed.
  public init(name: String, columns: @escaping Columns) {
    self.name = name
    way = .columns(columns)
  }

  /// Makes the object that serves the table.
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

/// A table whose rows are read into memory.
struct RowsOpening: Sendable {
  var name: String
  var path: String?
  var isLazy = false
  var open: TableOpening.Rows
}
