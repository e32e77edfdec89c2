public import WaveDataWire
public import WaveWire

/// A source's answer to a question, or a report that precedes the answer.
public enum Answer: Equatable, Sendable {
  /// The range of the x axis, and the meaning of its ticks.
  case axis(ColumnAxis)
  /// The statistics of the requested columns, in the order of the request; empty if a sample was requested
  /// but would not save time.
  case extents([ColumnExtent])
  /// The picture of all requested lanes, with the points that each lane's lens chose; nil for a lane that
  /// draws all values.
  case picture(ColumnPicture, points: [ColumnPoints?])
  /// The picture of some of the requested lanes, sent before the complete `picture`. The indices are those of
  /// the lanes in the question.
  case part(ColumnPicture, points: [ColumnPoints?], of: [Int])
  /// A row; nil if no row was found.
  case row(FeedRow?)
  /// Consecutive rows.
  case rows(FeedRows)
  /// The statistics of a range, and the text counts of those text columns that have been read.
  case range(ColumnStatistics, [TextCounts])
  /// The most frequent text values of a column.
  case texts(ColumnTexts)
  /// For each interval of a window, the number of rows with each text value, followed by the number with
  /// other text values and the number without a text value.
  ///
  /// If no row begins in an interval, its counts can be those of the row that extends into it. `rowCount`
  /// does not include this row.
  case strip([[UInt64]], rowCount: UInt64)
  /// The number of rows in each cell of a grid.
  case density(ColumnDensity)
  /// The correlation coefficient of each requested column; NaN if undefined.
  case correlations([Double])
  /// The derived columns that the source cannot compute. The source accepts all others.
  case derived(refused: [RefusedColumn])
  /// Lines of an export.
  case lines(ExportLines)
  /// No result, because there are no rows yet, or because a quick answer would not be faster than the
  /// complete answer.
  case nothing
  /// The progress of the work, which is followed by more reports or the answer.
  case progress(TableWork)
  /// A notice for the client, which is followed by the answer.
  case note(Notice)
  /// The reason the question could not be answered.
  case failed(ColumnFailure)

  /// Whether this is the final answer, rather than a report that precedes it.
  public var isLast: Bool {
    switch self {
    case .part, .progress, .note: false
    default: true
    }
  }
}

/// A row in the form that is sent to a client, with its tick on the x axis.
public struct FeedRow: Equatable, Sendable {
  /// The tick on the x axis.
  public var tick: Int64
  /// The row's key; 0 if it has none.
  public var key: Int64
  /// The row's cells, one for each of the table's columns, followed by one for each derived column.
  public var cells: [TableCells.Cell]

  /// Creates a row.
  public init(tick: Int64, key: Int64, cells: [TableCells.Cell]) {
    self.tick = tick
    self.key = key
    self.cells = cells
  }
}

/// Consecutive rows in the form that is sent to a client.
public struct FeedRows: Equatable, Sendable {
  /// The index of the first row.
  public var first: UInt64
  /// The index of the row at the requested tick.
  public var place: UInt64
  /// The total number of rows.
  public var total: UInt64
  /// The rows.
  public var rows: [FeedRow]

  /// Creates a group of consecutive rows.
  public init(first: UInt64, place: UInt64, total: UInt64, rows: [FeedRow]) {
    self.first = first
    self.place = place
    self.total = total
    self.rows = rows
  }
}

/// The number of rows with each text value of a column, in a range of rows.
public struct TextCounts: Equatable, Sendable {
  /// The index of the text column.
  public var column: Int
  /// The number of rows with each requested text.
  public var counts: [UInt64]
  /// The number of rows without a text value.
  public var missingCount: UInt64

  /// Creates the counts of a column.
  public init(column: Int, counts: [UInt64], missingCount: UInt64) {
    self.column = column
    self.counts = counts
    self.missingCount = missingCount
  }
}

/// A derived column that a source cannot compute, with the reason.
public struct RefusedColumn: Equatable, Sendable {
  /// The number of the derived column.
  public var number: Int
  /// The reason, as text to show to the user, without a full stop.
  public var reason: [UInt8]

  /// Creates an answer that rejects a derived column.
  public init(number: Int, reason: [UInt8]) {
    self.number = number
    self.reason = reason
  }
}

/// Lines of an export.
public struct ExportLines: Equatable, Sendable {
  /// The lines, each with its line ending.
  public var bytes: [UInt8]
  /// The number of rows processed for these lines, including rows that no longer exist.
  public var rowCount: Int
  /// The total number of rows to export, as currently known.
  public var total: UInt64
  /// The number of cells in these lines whose text was truncated.
  public var cutCount: Int
  /// The position of the next row; nil if no rows remain.
  public var next: ColumnPlace?

  /// Creates the lines of an export.
  public init(bytes: [UInt8], rowCount: Int, total: UInt64, cutCount: Int, next: ColumnPlace?) {
    self.bytes = bytes
    self.rowCount = rowCount
    self.total = total
    self.cutCount = cutCount
    self.next = next
  }
}
