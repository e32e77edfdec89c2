/// Statistics of the values in a range of rows (tag 135).
public struct RangeSummary: Equatable, Sendable {
  /// One column's values.
  public struct Column: Equatable, Sendable {
    /// The column's place in the table.
    public var column: UInt16 = 0
    /// Values that are missing.
    public var missing: UInt64 = 0
    /// The least value; NaN if there is none.
    public var minimum: Double = 0
    /// The greatest value; NaN if there is none.
    public var maximum: Double = 0
    /// The mean; NaN if there is none.
    public var mean: Double = 0
    /// The standard deviation; NaN if there is none.
    public var deviation: Double = 0

    /// Describes a column's values.
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

  /// One column's texts.
  public struct Texts: Equatable, Sendable {
    /// The column's place in the table.
    public var column: UInt16 = 0
    /// Rows without a text.
    public var missingCount: UInt64 = 0
    /// The number of rows with each of the column's most frequent texts, in the order of its `TextSummary`.
    public var counts: [UInt64] = []

    /// Describes a column's texts.
    public init(column: UInt16, missingCount: UInt64, counts: [UInt64]) {
      self.column = column
      self.missingCount = missingCount
      self.counts = counts
    }
  }

  /// The request's number.
  public var request: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// Rows in the range.
  public var rowCount: UInt64 = 0
  /// The columns that have values.
  public var columns: [Column] = []
  /// The column of the histogram.
  public var histogramColumn: UInt16 = 0
  /// The lower edge of the first bin.
  public var low: Double = 0
  /// The upper edge of the last bin.
  public var high: Double = 0
  /// Values in each bin; all bins have one width.
  public var counts: [UInt32] = []
  /// The columns of `ShowTexts` that have been read.
  public var texts: [Texts] = []

  /// Describes a range.
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

/// A part of an exported CSV text (tag 136).
public struct ExportPart: Equatable, Sendable {
  /// The request's number.
  public var request: UInt16 = 0
  /// Whether it is the last one.
  public var isLast: Bool = false
  /// Rows written so far, including those of this part.
  public var done: UInt64 = 0
  /// Rows to write in all.
  public var total: UInt64 = 0
  /// The text, UTF-8.
  public var bytes: [UInt8] = []

  /// Describes a part.
  public init(request: UInt16, isLast: Bool, done: UInt64, total: UInt64, bytes: [UInt8]) {
    self.request = request
    self.isLast = isLast
    self.done = done
    self.total = total
    self.bytes = bytes
  }
}

/// Announces rows, each of which follows in a `TableCells` of the same request (tag 137).
public struct TableRows: Equatable, Sendable {
  /// The request's number.
  public var request: UInt16 = 0
  /// The table's number.
  public var source: UInt16 = 0
  /// The place of the first row in the order of the view.
  public var first: UInt64 = 0
  /// The number of rows that follow.
  public var count: UInt8 = 0
  /// The place of the requested tick.
  public var place: UInt64 = 0
  /// Rows in that order.
  public var total: UInt64 = 0

  /// Describes the rows that follow.
  public init(request: UInt16, source: UInt16, first: UInt64, count: UInt8, place: UInt64, total: UInt64) {
    self.request = request
    self.source = source
    self.first = first
    self.count = count
    self.place = place
    self.total = total
  }
}
