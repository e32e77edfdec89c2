import Logging
public import WaveTables

/// A table that is to be served: its name, and how it is opened, which may take long.
public struct TableOpening: Sendable {
  /// Opens a table whose rows are read here.
  public typealias Rows =
    @Sendable (_ progress: (WaveTables.TableProgress) -> Bool) throws(TableError) -> any TableSource
  /// Opens a table whose rows stay where they are.
  public typealias Columns = @Sendable () async throws(ColumnFailure) -> any ColumnSource

  private enum Way: Sendable {
    case rows(Rows)
    case columns(Columns)
  }

  /// What to call it until it is open.
  public var name: String
  /// Where it is, which clients are not told; nil where it is no file.
  public var path: String?
  /// Whether its rows are read only once a client chooses it.
  public var isLazy = false
  private let way: Way

  /// Describes a table whose rows are read here.
  ///
  /// - Parameters:
  ///   - name: What to call it until it is open.
  ///   - path: Where it is; nil where it is no file.
  ///   - open: Opens it; told how far that is, it may be ended by an answer of false.
  public init(name: String, path: String? = nil, open: @escaping Rows) {
    self.name = name
    self.path = path
    way = .rows(open)
  }

  /// Describes a table that is asked where it is.
  ///
  /// - Parameters:
  ///   - name: What to call it until it is open.
  ///   - columns: Opens it; it is called again where that fails, or the table has become another one.
  public init(name: String, columns: @escaping Columns) {
    self.name = name
    way = .columns(columns)
  }

  /// Who serves it.
  func station(number: UInt16, logger: Logger) -> any ServedTable {
    switch way {
    case .rows(let open):
      TableStation(
        number: number, opening: RowsOpening(name: name, path: path, isLazy: isLazy, open: open),
        logger: logger)
    case .columns(let open): ColumnStation(number: number, name: name, open: open, logger: logger)
    }
  }
}

/// A table whose rows are read here.
struct RowsOpening: Sendable {
  var name: String
  var path: String?
  var isLazy = false
  var open: TableOpening.Rows
}
