import WaveDataWire
import WaveWire

/// A request from a feed to the source of a table's columns.
///
/// A source answers each question by its number, at any time and in any order. Columns are given by index:
/// first the table's own columns, then the client's derived columns.
public struct Question: Equatable, Sendable {
  /// The number of the question, which is repeated with its answer.
  public let number: Int
  /// The kind of question, with its parameters.
  public let kind: Kind

  /// Whether the source works on this question in the background, without delaying other questions.
  public var isBackground: Bool {
    switch kind {
    case .extents, .derive: true
    default: false
    }
  }

  /// A kind of question.
  ///
  /// Its `ColumnFilter` values are the filters that rows must pass.
  public enum Kind: Equatable, Sendable {
    /// Requests the range of the x axis. Answered by `Answer.axis`, or by `nothing` if there are no rows.
    case axis(ColumnOrder, [ColumnFilter])
    /// Requests the statistics of derived columns, from a sample of rows if `isCoarse` is set. Answered by
    /// `Answer.extents`.
    case extents([Int], isCoarse: Bool)
    /// Requests a quick picture computed from some of the rows. Answered by `Answer.picture` without points,
    /// or by `nothing` if it would not be faster than the picture of all rows.
    case coarse([Int], ColumnWindow, [ColumnFilter])
    /// Requests the picture of all rows. Answered by `Answer.picture`, which `part` can precede.
    case picture([LaneRequest], ColumnWindow, [ColumnFilter])
    /// Requests the row nearest to a tick, or the row at an index, or the last row if the index is too large.
    /// Answered by `Answer.row`.
    ///
    /// If a column is given, the candidates are the first, minimum, maximum and last values in the pixel
    /// columns around the tick.
    case row(ColumnPlace, pointOf: Int?, ColumnWindow, [ColumnFilter])
    /// Requests consecutive rows, either starting at a row index or around a tick with half of them before
    /// it. Answered by `Answer.rows`.
    case rows(ColumnPlace, count: Int, ColumnOrder, [ColumnFilter])
    /// Requests the statistics of a range of rows, with the histogram of a column. Answered by
    /// `Answer.range`.
    case range([Int], ColumnWindow, histogramOf: Int?, bins: Int, texts: [TextRequest], [ColumnFilter])
    /// Requests the most frequent text values of a column. Answered by `Answer.texts`, or by `nothing` if
    /// they have not been read.
    case texts(column: Int)
    /// Requests the number of rows with each text value in each interval of a window. Answered by
    /// `Answer.strip`.
    case strip(TextRequest, ColumnWindow, [ColumnFilter])
    /// Requests the number of rows in each cell of a grid. Answered by `Answer.density`.
    case density(ColumnGrid, ColumnWindow, [ColumnFilter])
    /// Requests the correlations of columns with a reference column. Answered by `Answer.correlations`.
    case correlations([Int], with: Int)
    /// Replaces the client's derived columns, by number, for all later questions. Answered immediately by
    /// `Answer.derived`, without reading rows.
    case derive([FormulaColumn?])
    /// Requests the next rows of a window as lines of CSV. Answered by `Answer.lines`.
    ///
    /// If no position is given, the export begins, and the answer contains the header line.
    case lines(from: ColumnPlace?, ColumnWindow, [ColumnFilter])
  }
}

/// A lane to be drawn, with its lens.
public struct LaneRequest: Equatable, Sendable {
  /// The index of the column.
  public var column: Int
  /// The lens.
  ///
  /// If it is `m4`, all values are drawn, and there are no points.
  public var lens: ColumnLens

  /// Creates the description of a lane.
  public init(column: Int, lens: ColumnLens) {
    self.column = column
    self.lens = lens
  }
}

/// A text column, and the text values to count in it.
public struct TextRequest: Equatable, Sendable {
  /// The index of the column.
  public var column: Int
  /// The text values to count individually.
  public var top: [[UInt8]]

  /// Creates the description of a text column.
  public init(column: Int, top: [[UInt8]]) {
    self.column = column
    self.top = top
  }
}

/// The characteristics of a source that determine how a feed sends questions to it.
public struct SourceTraits: Equatable, Sendable {
  /// The maximum number of questions in progress at a time, excluding those in the background.
  public var questionsAtOnce: Int
  /// The maximum number of lanes in one question for a picture.
  public var lanesPerQuestion: Int
  /// Whether rows are read so quickly that a newer request for a row waits for the current one instead of
  /// cancelling it.
  public var isImmediate: Bool
  /// Whether pictures and statistics of a sample of the rows are available more quickly.
  public var hasCoarse: Bool
  /// Whether the server reports failures to all clients.
  ///
  /// If false, the feed sends its client a notice.
  public var reportsFailures: Bool

  /// A source in this process, which answers one question at a time and draws one lane at a time.
  public static let local = SourceTraits(
    questionsAtOnce: 1, lanesPerQuestion: 1, isImmediate: true, hasCoarse: false, reportsFailures: false)

  /// A source in an external engine, which answers questions concurrently and draws all lanes in one pass.
  public static let engine = SourceTraits(
    questionsAtOnce: 9, lanesPerQuestion: WireLimits.columnsPerMessage, isImmediate: false, hasCoarse: true,
    reportsFailures: true)
}
