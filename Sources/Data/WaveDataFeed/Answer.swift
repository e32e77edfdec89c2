public import WaveDataWire
public import WaveWire

/// An answer of a source, or a report that precedes it.
public enum Answer: Equatable, Sendable {
  /// The range of x.
  case axis(ColumnAxis)
  /// The statistics of the requested columns, in their order; empty if a sample is no quicker.
  case extents([ColumnExtent])
  /// The picture of all requested lanes, and the points of each; nil if all of its values are drawn.
  case picture(ColumnPicture, points: [ColumnPoints?])
  /// The picture of some of the requested lanes, by their indices in the question. It precedes `picture`.
  case part(ColumnPicture, points: [ColumnPoints?], of: [Int])
  /// A row; nil if there is none.
  case row(FeedRow?)
  /// Consecutive rows.
  case rows(FeedRows)
  /// Statistics of a range, and the counts of those columns of texts that have been read.
  case range(ColumnStatistics, [TextCounts])
  /// The most frequent texts of a column.
  case texts(ColumnTexts)
  /// For each part of a window the number of rows with each text, then of rows with other texts, then of rows
  /// without a text.
  ///
  /// A part in which no row begins can have the counts of the row that continues in it; `rowCount` does not
  /// include it.
  case strip([[UInt64]], rowCount: UInt64)
  /// The number of rows in each cell of a grid.
  case density(ColumnDensity)
  /// The correlation of each requested column; NaN if it is undefined.
  case correlations([Double])
  /// The derived columns that the source cannot make; it makes all others.
  case derived(refused: [RefusedColumn])
  /// Lines of an export.
  case lines(ExportLines)
  /// There is nothing to answer: no rows yet, or nothing quicker.
  case nothing
  /// The progress of the work; more reports and the answer follow.
  case progress(TableWork)
  /// A notice for the client; the answer follows.
  case note(Notice)
  /// The question has no answer.
  case failed(ColumnFailure)

  /// Whether the question is answered; otherwise more follows.
  public var isLast: Bool {
    switch self {
    case .part, .progress, .note: false
    default: true
    }
  }
}

/// A row as a client receives it, and its place along x.
public struct FeedRow: Equatable, Sendable {
  /// The place along x.
  public var tick: Int64
  /// The row's key; 0 if it has none.
  public var key: Int64
  /// A cell for each of the table's columns, then for each of the derived ones.
  public var cells: [TableCells.Cell]

  /// Makes a row.
  public init(tick: Int64, key: Int64, cells: [TableCells.Cell]) {
    self.tick = tick
    self.key = key
    self.cells = cells
  }
}

/// Consecutive rows as a client receives them.
public struct FeedRows: Equatable, Sendable {
  /// The place of the first row.
  public var first: UInt64
  /// The requested place.
  public var place: UInt64
  /// Total number of rows.
  public var total: UInt64
  /// The rows.
  public var rows: [FeedRow]

  /// Makes a group of rows.
  public init(first: UInt64, place: UInt64, total: UInt64, rows: [FeedRow]) {
    self.first = first
    self.place = place
    self.total = total
    self.rows = rows
  }
}

/// The number of rows with each text in a range.
public struct TextCounts: Equatable, Sendable {
  /// The column.
  public var column: Int
  /// The number of rows with each requested text.
  public var counts: [UInt64]
  /// The number of rows without a text.
  public var missingCount: UInt64

  /// Makes counts.
  public init(column: Int, counts: [UInt64], missingCount: UInt64) {
    self.column = column
    self.counts = counts
    self.missingCount = missingCount
  }
}

/// A derived column that a source cannot make.
public struct RefusedColumn: Equatable, Sendable {
  /// The number of the derived column.
  public var number: Int
  /// The reason, as text for the screen without a full stop.
  public var reason: [UInt8]

  /// Makes a refusal.
  public init(number: Int, reason: [UInt8]) {
    self.number = number
    self.reason = reason
  }
}

/// Lines of an export.
public struct ExportLines: Equatable, Sendable {
  /// The lines, each with its end.
  public var bytes: [UInt8]
  /// Number of rows that are done with them, including those that no longer exist.
  public var rowCount: Int
  /// Number of rows of the export, as far as it is known.
  public var total: UInt64
  /// Number of cells that are not whole in the lines.
  public var cutCount: Int
  /// The place of the next row; nil if there is none.
  public var next: ColumnPlace?

  /// Makes lines.
  public init(bytes: [UInt8], rowCount: Int, total: UInt64, cutCount: Int, next: ColumnPlace?) {
    self.bytes = bytes
    self.rowCount = rowCount
    self.total = total
    self.cutCount = cutCount
    self.next = next
  }
}
