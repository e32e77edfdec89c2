public import WaveDataFeed
import WaveSeries
import WaveWire

/// A table that returns only the data to be drawn.
///
/// Its rows are either in this process's memory or in an external engine. The size of a response depends on
/// the picture, not on the size of the table. Cancelling the task of a request ends the request immediately,
/// even if the engine continues to work on it. Requests can run concurrently.
public protocol ColumnSource: AnyObject, Sendable {
  /// The table's name and columns.
  var info: TableInfo { get }
  /// The kinds of requests that the source can answer.
  var abilities: ColumnAbilities { get }
  /// The shards missing from the latest responses; nil if the responses are complete.
  var loss: MissingShards? { get }
  /// Whether to show the available rows if a shard of the engine does not respond. If false, requests fail in
  /// that case.
  var showsRest: Bool { get set }

  /// Returns a source for this table with derived columns appended.
  ///
  /// - Parameter columns: The columns to append to the table's own columns, where nil leaves a slot unused.
  /// - Returns: A source for all columns, which remains valid as long as this one. Unused slots have no name
  ///   in `info.columns`.
  /// - Throws: `ColumnFailure.absent`, with the reason, if a column cannot be derived.
  func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource

  /// Returns the table's revision, which changes whenever the table does.
  ///
  /// - Returns: The revision, or nil if the table never changes.
  /// - Throws: `ColumnFailure`.
  func revision() async throws(ColumnFailure) -> ColumnRevision?

  /// Returns the range of x for an order and filters.
  ///
  /// - Parameters:
  ///   - order: The order of the rows, which defines x.
  ///   - filters: The filters that rows must pass.
  /// - Returns: The range of ticks, and their meaning.
  /// - Throws: `ColumnFailure`.
  func axis(of order: ColumnOrder, keeping filters: [ColumnFilter]) async throws(ColumnFailure) -> ColumnAxis

  /// Returns the statistics of each column.
  ///
  /// - Parameters:
  ///   - columns: The indices of numeric columns in `info.columns`.
  ///   - isCoarse: Whether statistics of a sample of rows spread over the table are sufficient.
  /// - Returns: The statistics, in the order of `columns`.
  /// - Throws: `ColumnFailure`.
  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent]

  /// Returns a picture of several columns (the aggregates of each pixel column), computed in one pass.
  ///
  /// - Parameters:
  ///   - columns: The indices of numeric columns in `info.columns`.
  ///   - window: The range of x, and the number of pixel columns.
  ///   - filters: The filters that rows must pass.
  /// - Returns: A picture that includes all rows.
  /// - Throws: `ColumnFailure`.
  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture

  /// Returns a quick picture of several columns, computed from some of the rows.
  ///
  /// - Returns: The picture, or nil if it would not be faster than the picture of all rows.
  /// - Throws: `ColumnFailure`.
  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture?

  /// Returns the points that a lens (a downsampling method) chooses in each column.
  ///
  /// - Parameters:
  ///   - columns: The indices of numeric columns in `info.columns`.
  ///   - lens: A lens in `abilities.lenses`.
  ///   - window: The range of x, and the number of pixel columns.
  ///   - filters: The filters that rows must pass.
  ///   - picture: The exact picture of these columns in the window, if known.
  /// - Returns: The points of each column, chosen from all rows in the window and from the nearest rows
  ///   outside it if lines extend to them.
  /// - Throws: `ColumnFailure`.
  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints]

  /// Returns the row nearest to a tick or, if a column is given, the row whose drawn point in that column is
  /// nearest.
  ///
  /// - Parameters:
  ///   - tick: The position along x, for example the position of a finger.
  ///   - column: The column whose drawn points to search, which are the first, minimum, maximum and last
  ///     values of the pixel columns around the tick; nil to search all rows.
  ///   - window: The visible window.
  ///   - filters: The filters that rows must pass.
  /// - Returns: The row, or nil if there are no rows.
  /// - Throws: `ColumnFailure`.
  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow?

  /// Returns consecutive rows, either around a tick or starting at a row index.
  ///
  /// - Throws: `ColumnFailure`.
  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows

  /// Returns the statistics of a range of rows.
  ///
  /// - Parameters:
  ///   - columns: The indices of numeric columns in `info.columns`.
  ///   - window: The range of x.
  ///   - counted: The column for which to compute a histogram; nil for none.
  ///   - bins: The number of bins.
  ///   - filters: The filters that rows must pass.
  /// - Returns: The statistics of the columns, and the histogram.
  /// - Throws: `ColumnFailure`.
  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics

  /// Returns the correlation of each column with a reference column.
  ///
  /// - Parameters:
  ///   - columns: The indices of numeric columns in `info.columns`.
  ///   - reference: The index of the column to compare with.
  /// - Returns: Pearson's coefficient for each column, over the rows in which both columns have a value; NaN
  ///   if undefined.
  /// - Throws: `ColumnFailure`.
  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double]

  /// Counts a window's rows in the cells of a grid over two columns.
  ///
  /// - Throws: `ColumnFailure`.
  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity

  /// Returns the most frequent values of a text column.
  ///
  /// - Throws: `ColumnFailure`.
  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts

  /// Counts the rows with each text value in each pixel column of a window.
  ///
  /// - Parameters:
  ///   - column: The index of a text column in `info.columns`.
  ///   - top: The texts to count individually.
  ///   - window: The range of x, and the number of pixel columns.
  ///   - filters: The filters that rows must pass.
  /// - Returns: For each pixel column, the number of rows with each text value in `top`, followed by the
  ///   number with other text values and the number without a text value.
  /// - Throws: `ColumnFailure`.
  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]]

  /// Returns the first rows of a window, up to the limit of one request.
  ///
  /// - Returns: All rows before the tick `next`, in order; `next` is the end of the window if no rows remain.
  /// - Throws: `ColumnFailure`.
  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64)
}

extension ColumnSource {
  /// Always nil, since responses are complete.
  public var loss: MissingShards? { nil }

  /// Always false, since there are no shards.
  public var showsRest: Bool {
    get { false }
    set {}
  }

  /// Always throws `absent`, since no lenses are supported.
  public func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    throw .absent("\(lens.lens.name) is not available: every column of pixels shows all of its rows.")
  }

  /// Always throws `absent`, since derived columns are not supported.
  public func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    throw .absent("Derived columns are not available here.")
  }

  /// Always returns nil, since the table never changes.
  public func revision() async throws(ColumnFailure) -> ColumnRevision? { nil }
}

/// A summary of a table's state at one time.
///
/// Two revisions differ if the table changed between them.
public struct ColumnRevision: Equatable, Sendable {
  /// The names and types of the table's columns.
  public var columns: [String]
  /// The number of rows in the table.
  public var rowCount: UInt64
  /// The first and last ticks of x.
  public var ticks: [Int64]

  /// Creates a revision.
  public init(columns: [String], rowCount: UInt64, ticks: [Int64]) {
    self.columns = columns
    self.rowCount = rowCount
    self.ticks = ticks
  }
}
