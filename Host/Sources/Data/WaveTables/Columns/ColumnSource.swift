public import WaveDataFeed
import WaveSeries
import WaveWire

/// A table that answers with what is drawn, whether this machine's memory or another engine holds its rows.
///
/// The size of each answer depends on the picture and not on the table. Cancelling the task of a request ends
/// the request at once, whatever the engine does. Requests may run concurrently.
public protocol ColumnSource: AnyObject, Sendable {
  /// The table's name and columns.
  var info: TableInfo { get }
  /// The requests that the source can answer.
  var abilities: ColumnAbilities { get }
  /// The rows that the newest answers lack; nil if they are complete.
  var loss: MissingShards? { get }
  /// Whether the remaining rows are shown if a part of the engine does not answer; otherwise the request
  /// fails.
  var showsRest: Bool { get set }

  /// Returns the same table with derived columns after its own.
  ///
  /// - Parameter columns: A column for each place after the table's own columns; nil for an empty place.
  /// - Returns: A source for both, which is valid as long as this one; an empty place has no name in
  ///   `info.columns`.
  /// - Throws: `ColumnFailure.absent` with the reason if one of them cannot be made.
  func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource

  /// Returns the table's revision, which differs if the table has changed.
  ///
  /// - Returns: Nil if the table does not change.
  /// - Throws: `ColumnFailure`.
  func revision() async throws(ColumnFailure) -> ColumnRevision?

  /// Returns the range of x.
  ///
  /// - Parameters:
  ///   - order: The values along x.
  ///   - filters: The filters that rows must pass.
  /// - Returns: The ticks of x, and their meaning.
  /// - Throws: `ColumnFailure`.
  func axis(of order: ColumnOrder, keeping filters: [ColumnFilter]) async throws(ColumnFailure) -> ColumnAxis

  /// Returns the statistics of columns.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - isCoarse: Whether a sample of rows, spread over the table, is enough.
  /// - Returns: The extents of the columns, in their order.
  /// - Throws: `ColumnFailure`.
  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent]

  /// Returns the picture of some columns, in one pass for all of them.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - window: The part of x, and its number of columns of pixels.
  ///   - filters: The filters that rows must pass.
  /// - Returns: The picture of all rows.
  /// - Throws: `ColumnFailure`.
  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture

  /// Returns a quick picture of some columns, from a part of the rows.
  ///
  /// - Returns: Nil if nothing is quicker than the picture of all rows.
  /// - Throws: `ColumnFailure`.
  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture?

  /// Returns the points of some columns that a lens chooses, one of `abilities.lenses`.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - lens: The lens.
  ///   - window: The part of x, and its number of columns of pixels.
  ///   - filters: The filters that rows must pass.
  ///   - picture: The exact picture of these columns in the window, if known.
  /// - Returns: The points of each column, chosen from all rows, including those next to the window if a line
  ///   leads to them.
  /// - Throws: `ColumnFailure`.
  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints]

  /// Returns the row at x: the nearest one, or the nearest drawn point of a column.
  ///
  /// - Parameters:
  ///   - tick: The place along x, for example of a finger.
  ///   - column: The column whose drawn points are candidates, which are the first, least, greatest and last
  ///     values of the columns of pixels around the tick; nil for all rows.
  ///   - window: The visible window.
  ///   - filters: The filters that rows must pass.
  /// - Returns: Nil if there are no rows.
  /// - Throws: `ColumnFailure`.
  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow?

  /// Returns consecutive rows, around a tick or from a place on.
  ///
  /// - Throws: `ColumnFailure`.
  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows

  /// Returns statistics of a range of rows.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - window: The range.
  ///   - counted: The column of the histogram; nil for none.
  ///   - bins: The number of bins.
  ///   - filters: The filters that rows must pass.
  /// - Returns: The statistics, and the histogram.
  /// - Throws: `ColumnFailure`.
  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics

  /// Returns the correlation of columns with one of them.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - reference: The column to compare with.
  /// - Returns: Pearson's coefficient of each column, over the rows in which both have a value; NaN if it is
  ///   undefined.
  /// - Throws: `ColumnFailure`.
  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double]

  /// Counts the rows of a window in the cells of a grid over two columns.
  ///
  /// - Throws: `ColumnFailure`.
  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity

  /// Returns the most frequent texts of a column.
  ///
  /// - Throws: `ColumnFailure`.
  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts

  /// Counts the texts in each part of a window.
  ///
  /// - Parameters:
  ///   - column: An index into `info.columns`, of a column of texts.
  ///   - top: The texts that are counted one by one.
  ///   - window: The window, whose columns of pixels are the parts.
  ///   - filters: The filters that rows must pass.
  /// - Returns: For each part, the number of rows with each text, then of rows with other texts, then of rows
  ///   without a text.
  /// - Throws: `ColumnFailure`.
  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]]

  /// Returns rows from the beginning of a window, as many as one request should return.
  ///
  /// - Returns: All rows before the tick `next`, in their order; if `next` is the end of the window, there
  ///   are no more rows.
  /// - Throws: `ColumnFailure`.
  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64)
}

extension ColumnSource {
  /// Nil: answers are complete.
  public var loss: MissingShards? { nil }

  /// False: the engine has no parts that could be lost.
  public var showsRest: Bool {
    get { false }
    set {}
  }

  /// Throws `absent`: no lens chooses points.
  public func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    throw .absent("\(lens.lens.name) is not here: every column of pixels shows all of its rows.")
  }

  /// Throws `absent`: derived columns cannot be made.
  public func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    throw .absent("Columns cannot be made of others here.")
  }

  /// Nil: the table does not change.
  public func revision() async throws(ColumnFailure) -> ColumnRevision? { nil }
}

/// The state of a table at a moment; two states differ if the table has changed.
public struct ColumnRevision: Equatable, Sendable {
  /// The table's columns and their types.
  public var columns: [String]
  /// Number of rows.
  public var rowCount: UInt64
  /// The first and last tick of x.
  public var ticks: [Int64]

  /// Makes a revision.
  public init(columns: [String], rowCount: UInt64, ticks: [Int64]) {
    self.columns = columns
    self.rowCount = rowCount
    self.ticks = ticks
  }
}
