import WaveDataWire
import WaveWire

/// A request of a feed to the source of a table's columns.
///
/// A source answers each question with its number, at any time and in any order. Columns are indices: those
/// of the table, then the client's derived columns.
public struct Question: Equatable, Sendable {
  /// The number of the question, with which the source answers.
  public let number: Int
  /// The contents of the question.
  public let kind: Kind

  /// Makes a question.
  public init(number: Int, kind: Kind) {
    self.number = number
    self.kind = kind
  }

  /// Whether the source works on this question beside others, which must not wait for it.
  public var isBackground: Bool {
    switch kind {
    case .extents, .derive: true
    default: false
    }
  }

  /// The contents of a question; `filters` are those that rows must pass.
  public enum Kind: Equatable, Sendable {
    /// The range of x in an order: `Answer.axis`, or `nothing` if there are no rows.
    case axis(ColumnOrder, [ColumnFilter])
    /// The statistics of derived columns: `Answer.extents`. If it is coarse, a sample of rows is enough.
    case extents([Int], isCoarse: Bool)
    /// A quick picture from a part of the rows: `Answer.picture` without points, or `nothing` if none is
    /// quicker than the picture of all rows.
    case coarse([Int], ColumnWindow, [ColumnFilter])
    /// The picture of all rows: `Answer.picture`; `part` can precede it.
    case picture([LaneWish], ColumnWindow, [ColumnFilter])
    /// The row at a tick or place, the last one for a place behind the end: `Answer.row`.
    ///
    /// With a column, the candidates are the first, least, greatest and last values of the columns of pixels
    /// around the tick.
    case row(ColumnPlace, pointOf: Int?, ColumnWindow, [ColumnFilter])
    /// Consecutive rows, half of them before a tick, or from a place on: `Answer.rows`.
    case rows(ColumnPlace, count: Int, ColumnOrder, [ColumnFilter])
    /// Statistics of a range of rows, with the histogram of a column: `Answer.range`.
    case range([Int], ColumnWindow, histogramOf: Int?, bins: Int, texts: [TextWish], [ColumnFilter])
    /// The most frequent texts of a column: `Answer.texts`, or `nothing` if they have not been read.
    case texts(column: Int)
    /// The number of rows with each text in each part of a window: `Answer.strip`.
    case strip(TextWish, ColumnWindow, [ColumnFilter])
    /// The number of rows in each cell of a grid: `Answer.density`.
    case density(ColumnGrid, ColumnWindow, [ColumnFilter])
    /// The correlations of columns with one of them: `Answer.correlations`.
    case correlations([Int], with: Int)
    /// Replaces the client's derived columns, by number: `Answer.derived`, at once and without reading rows.
    ///
    /// It applies to all later questions.
    case derive([FormulaColumn?])
    /// The next rows of a window as lines of CSV: `Answer.lines`.
    ///
    /// Without a place, the export begins: the first lines are the header.
    case lines(from: ColumnPlace?, ColumnWindow, [ColumnFilter])
  }
}

/// A lane that is to be drawn.
public struct LaneWish: Equatable, Sendable {
  /// The column.
  public var column: Int
  /// The lens; `m4` draws all values, without points.
  public var lens: ColumnLens

  /// Makes a wish.
  public init(column: Int, lens: ColumnLens) {
    self.column = column
    self.lens = lens
  }
}

/// A column of texts whose rows are to be counted.
public struct TextWish: Equatable, Sendable {
  /// The column.
  public var column: Int
  /// The texts that are counted one by one.
  public var top: [[UInt8]]

  /// Makes a wish.
  public init(column: Int, top: [[UInt8]]) {
    self.column = column
    self.top = top
  }
}

/// How a source answers.
public struct SourceTraits: Equatable, Sendable {
  /// The most questions that the source works on at once, those in the background not included.
  public var questionsAtOnce: Int
  /// The most lanes in a question for a picture.
  public var lanesPerQuestion: Int
  /// Whether a single row is read so quickly that a newer request for one waits for it.
  public var isImmediate: Bool
  /// Whether a part of the rows makes a quicker picture, or quicker statistics.
  public var hasCoarse: Bool
  /// Whether failures are reported to all clients by another part of the server; otherwise each client is
  /// sent a notice.
  public var reportsFailures: Bool

  /// Describes a source.
  public init(
    questionsAtOnce: Int, lanesPerQuestion: Int, isImmediate: Bool, hasCoarse: Bool, reportsFailures: Bool
  ) {
    self.questionsAtOnce = questionsAtOnce
    self.lanesPerQuestion = lanesPerQuestion
    self.isImmediate = isImmediate
    self.hasCoarse = hasCoarse
    self.reportsFailures = reportsFailures
  }

  /// A table whose rows this program has: one question after another, lane by lane.
  public static let local = SourceTraits(
    questionsAtOnce: 1, lanesPerQuestion: 1, isImmediate: true, hasCoarse: false, reportsFailures: false)

  /// A table that another engine holds: all questions at once, all lanes in one pass.
  public static let engine = SourceTraits(
    questionsAtOnce: 9, lanesPerQuestion: WireLimits.columnsPerMessage, isImmediate: false, hasCoarse: true,
    reportsFailures: true)
}
