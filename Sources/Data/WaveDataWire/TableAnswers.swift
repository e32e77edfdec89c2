/// The statistics of the values in a range of rows (tag 135).
public struct RangeSummary: Equatable, Sendable {
  /// The statistics of one column's values.
  public struct Column: Equatable, Sendable {
    /// The index of the column in the table.
    public var column: UInt16 = 0
    /// The number of missing values.
    public var missing: UInt64 = 0
    /// The minimum value; NaN if there are no values.
    public var minimum: Double = 0
    /// The maximum value; NaN if there are no values.
    public var maximum: Double = 0
    /// The mean; NaN if there are no values.
    public var mean: Double = 0
    /// The standard deviation; NaN if there are no values.
    public var deviation: Double = 0

    /// Creates the statistics of a column.
    public init(
      column: UInt16, missing: UInt64, minimum: Double, maximum: Double, mean: Double, deviation: Double
    ) {
      self.column = column
      self.missing = missing
      self.minimum = minimum
      self.maximum = maximum
      self.mean = mean
      self.deviation = deviation
    }
  }

  /// The number of rows with each text value of one column.
  public struct Texts: Equatable, Sendable {
    /// The index of the column in the table.
    public var column: UInt16 = 0
    /// The number of rows without text.
    public var missingCount: UInt64 = 0
    /// The number of rows with each of the column's most frequent text values, in the order of its
    /// `TextSummary`.
    public var counts: [UInt64] = []

    /// Creates the text counts of a column.
    public init(column: UInt16, missingCount: UInt64, counts: [UInt64]) {
      self.column = column
      self.missingCount = missingCount
      self.counts = counts
    }
  }

  /// The number of the client's request that this message answers.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The number of rows in the range.
  public var rowCount: UInt64 = 0
  /// The statistics of the columns that have numeric values.
  public var columns: [Column] = []
  /// The index of the column that the histogram describes.
  public var histogramColumn: UInt16 = 0
  /// The lower edge of the first bin.
  public var low: Double = 0
  /// The upper edge of the last bin.
  public var high: Double = 0
  /// The number of values in each bin; all bins have the same width.
  public var counts: [UInt32] = []
  /// The text counts of the columns in `ShowTexts` that have been read.
  public var texts: [Texts] = []

  /// Creates the statistics of a range.
  public init(
    request: UInt16, source: UInt16, rowCount: UInt64, columns: [Column], histogramColumn: UInt16,
    low: Double,
    high: Double, counts: [UInt32], texts: [Texts] = []
  ) {
    self.request = request
    self.source = source
    self.rowCount = rowCount
    self.columns = columns
    self.histogramColumn = histogramColumn
    self.low = low
    self.high = high
    self.counts = counts
    self.texts = texts
  }
}

/// A part of an exported CSV file (tag 136).
public struct ExportPart: Equatable, Sendable {
  /// The number of the client's request that this message answers.
  public var request: UInt16 = 0
  /// Whether this is the last part.
  public var isLast: Bool = false
  /// The number of rows written so far, including this part.
  public var done: UInt64 = 0
  /// The total number of rows to write.
  public var total: UInt64 = 0
  /// The CSV text of this part, in UTF-8.
  public var bytes: [UInt8] = []

  /// Creates a part of an export.
  public init(request: UInt16, isLast: Bool, done: UInt64, total: UInt64, bytes: [UInt8]) {
    self.request = request
    self.isLast = isLast
    self.done = done
    self.total = total
    self.bytes = bytes
  }
}

/// An announcement of rows.
///
/// Each row follows in a `TableCells` for the same request (tag 137).
public struct TableRows: Equatable, Sendable {
  /// The number of the client's request that this message answers.
  public var request: UInt16 = 0
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The rank of the first row, in the order of the latest view.
  public var first: UInt64 = 0
  /// The number of rows that follow.
  public var count: UInt8 = 0
  /// The rank of the row at the requested tick, in the order of the latest view.
  public var place: UInt64 = 0
  /// The total number of rows in the order of the latest view.
  public var total: UInt64 = 0

  /// Creates an announcement of rows.
  public init(request: UInt16, source: UInt16, first: UInt64, count: UInt8, place: UInt64, total: UInt64) {
    self.request = request
    self.source = source
    self.first = first
    self.count = count
    self.place = place
    self.total = total
  }
}
