public import WaveDataWire
public import WaveSeries
import WaveWire

/// A table as it is drawn, whoever holds its rows: this machine's memory, or an engine elsewhere.
///
/// Each question has an answer whose size follows from the picture and not from the table. A question that is
/// no longer wanted is given up by cancelling the task that asked it: that ends at once, whatever the engine
/// does. May be asked several things at a time.
public protocol ColumnSource: AnyObject, Sendable {
  /// What the table is.
  var info: TableInfo { get }
  /// What can be asked.
  var abilities: ColumnAbilities { get }
  /// What the newest answers lack; nil where nothing.
  var loss: ColumnLoss? { get }
  /// Whether the rest is shown where a part of the engine does not answer; else nothing is.
  var showsRest: Bool { get set }

  /// The same table with columns behind its own that are made of these.
  ///
  /// - Parameter columns: One for each place behind the table's own columns; nil where there is none.
  /// - Returns: Who answers for both, as long as this one does; in `info.columns` a place without a column
  ///   has no name.
  /// - Throws: `ColumnFailure.absent` where one of them cannot be made, and why.
  func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource

  /// What tells whether the table is still the same.
  ///
  /// - Returns: Nil of a table that does not change.
  /// - Throws: `ColumnFailure`.
  func revision() async throws(ColumnFailure) -> ColumnRevision?

  /// From where to where x reaches.
  ///
  /// - Parameters:
  ///   - order: What stands along x.
  ///   - filters: Which rows are kept.
  /// - Returns: Its ticks, and how they are read.
  /// - Throws: `ColumnFailure`.
  func axis(of order: ColumnOrder, keeping filters: [ColumnFilter]) async throws(ColumnFailure) -> ColumnAxis

  /// What the values of columns are like.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - isCoarse: Whether a part of the rows, spread over the table, is enough.
  /// - Returns: One for each column.
  /// - Throws: `ColumnFailure`.
  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent]

  /// What is drawn of some columns, in one pass however many.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - window: Which part of x, and in how many columns of pixels.
  ///   - filters: Which rows are kept.
  /// - Returns: The picture of all rows.
  /// - Throws: `ColumnFailure`.
  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture

  /// What can be drawn of some columns at once: of a part of the rows.
  ///
  /// - Returns: Nil where there is nothing quicker than the picture of all rows.
  /// - Throws: `ColumnFailure`.
  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture?

  /// The points of some columns that a lens chooses, one of `abilities.lenses`.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - lens: The lens.
  ///   - window: Which part of x, and in how many columns of pixels.
  ///   - filters: Which rows are kept.
  ///   - picture: The exact picture of these columns there, where it is known.
  /// - Returns: The points of each column, of all rows; those next to the window with them where a line leads
  ///   there.
  /// - Throws: `ColumnFailure`.
  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints]

  /// The row at x: the nearest one, or the nearest drawn point of a column.
  ///
  /// - Parameters:
  ///   - tick: Where the finger is.
  ///   - column: The column whose first, least, greatest and last values in the columns of pixels around the
  ///     tick are meant; nil means every row.
  ///   - window: What is seen.
  ///   - filters: Which rows are kept.
  /// - Returns: Nil where there are no rows.
  /// - Throws: `ColumnFailure`.
  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow?

  /// Rows that follow one another, around a tick or from a place on.
  ///
  /// - Throws: `ColumnFailure`.
  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows

  /// What the values of a range of rows are like.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - window: The range.
  ///   - counted: The column whose values are counted in bins; nil for none.
  ///   - bins: How many bins.
  ///   - filters: Which rows are kept.
  /// - Returns: What they are like.
  /// - Throws: `ColumnFailure`.
  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics

  /// How columns go together with one.
  ///
  /// - Parameters:
  ///   - columns: Indices into `info.columns`, of columns with numbers.
  ///   - reference: The one.
  /// - Returns: Pearson's coefficient of each, of the rows where both have a value; NaN where there is none.
  /// - Throws: `ColumnFailure`.
  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double]

  /// The rows of a window by two columns, counted in the cells of a grid.
  ///
  /// - Throws: `ColumnFailure`.
  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity

  /// What stands in a column of texts.
  ///
  /// - Throws: `ColumnFailure`.
  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts

  /// Which texts stand in each part of a window.
  ///
  /// - Parameters:
  ///   - column: An index into `info.columns`, of a column of texts.
  ///   - top: Those that are told apart.
  ///   - window: The window, whose columns of pixels are the parts.
  ///   - filters: Which rows are kept.
  /// - Returns: For each part how many rows have each text, then how many have others, then how many have
  ///   none.
  /// - Throws: `ColumnFailure`.
  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]]

  /// Rows of a window from its beginning on, as many as are worth one question.
  ///
  /// - Returns: All rows before the tick `next`, in their order; where that is the end of the window there
  ///   are no more.
  /// - Throws: `ColumnFailure`.
  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64)
}

extension ColumnSource {
  /// Nothing is missing.
  public var loss: ColumnLoss? { nil }

  /// There are no parts that could be missing.
  public var showsRest: Bool {
    get { false }
    set {}
  }

  /// No lens chooses points.
  public func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    throw .absent("\(lens.lens.name) is not here: every column of pixels shows all of its rows.")
  }

  /// None can be made.
  public func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    throw .absent("Columns cannot be made of others here.")
  }

  /// It does not change.
  public func revision() async throws(ColumnFailure) -> ColumnRevision? { nil }
}

/// What a table is at a moment: where two differ, it has changed.
public struct ColumnRevision: Equatable, Sendable {
  /// Its columns and their types.
  public var columns: [String]
  /// Rows.
  public var rowCount: UInt64
  /// Where x begins and ends.
  public var ticks: [Int64]

  /// Describes a moment.
  public init(columns: [String], rowCount: UInt64, ticks: [Int64]) {
    self.columns = columns
    self.rowCount = rowCount
    self.ticks = ticks
  }
}

/// What stands along x.
public enum ColumnOrder: Hashable, Sendable {
  /// Rows as they come: their numbers, or the column that the table is told to have along x.
  case rows
  /// The places of the rows in the order of a column's values.
  case ranks(Int)
  /// The values of a column.
  case values(Int)

  /// The column that orders; nil of `rows`.
  public var column: Int? {
    switch self {
    case .rows: nil
    case .ranks(let column), .values(let column): column
    }
  }
}

/// A part of x, cut into columns of pixels as `PixelMap` does.
public struct ColumnWindow: Hashable, Sendable {
  /// What stands along x.
  public var order: ColumnOrder
  /// The first tick.
  public var from: Int64
  /// The tick behind the last one.
  public var until: Int64
  /// Columns of pixels.
  public var pixels: Int

  /// Describes a part of x.
  public init(order: ColumnOrder, from: Int64, until: Int64, pixels: Int) {
    self.order = order
    self.from = from
    self.until = until
    self.pixels = pixels
  }

  /// Which column of pixels a tick lies in.
  public var map: PixelMap { PixelMap(start: from, end: until, columns: pixels) }
}

/// What keeps some of the rows.
public enum ColumnFilter: Hashable, Sendable {
  /// Those whose value lies between two, both included; times in microseconds.
  case values(column: Int, low: Double, high: Double)
  /// Those of a part of x.
  case ticks(ColumnOrder, from: Int64, until: Int64)
  /// Those with a text, by its first bytes, or without; nil means that it is missing.
  case text(column: Int, text: [UInt8]?, isKept: Bool)
  /// Those with none of some texts, or with one of them, and not missing.
  case others(column: Int, than: [[UInt8]], isKept: Bool)
}

/// From where to where x reaches, and what a tick reads.
public struct ColumnAxis: Equatable, Sendable {
  /// How a tick is read.
  public var kind: TableAxis.Kind
  /// The first tick.
  public var from: Int64
  /// The tick behind the last one.
  public var until: Int64
  /// What tick 0 reads; of times in microseconds since 1970.
  public var offset: Double
  /// What a tick adds.
  public var step: Double

  /// Describes an axis.
  public init(kind: TableAxis.Kind, from: Int64, until: Int64, offset: Double = 0, step: Double = 1) {
    self.kind = kind
    self.from = from
    self.until = until
    self.offset = offset
    self.step = step
  }
}

/// Where rows are to be read.
public enum ColumnPlace: Equatable, Sendable {
  /// Around a tick.
  case tick(Int64)
  /// From a place on.
  case place(Int64)
}
