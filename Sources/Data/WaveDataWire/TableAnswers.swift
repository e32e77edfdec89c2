/// What the values of a range of rows are like (tag 135).
public struct RangeSummary: Equatable, Sendable {
  /// One column's values.
  public struct Column: Equatable, Sendable {
    /// Its place in the table.
    public var column: UInt16 = 0
    /// Values that are missing.
    public var missing: UInt64 = 0
    /// The least value; NaN where there is none.
    public var minimum: Double = 0
    /// The greatest value; NaN where there is none.
    public var maximum: Double = 0
    /// The mean; NaN where there is none.
    public var mean: Double = 0
    /// The standard deviation; NaN where there is none.
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
    /// Its place in the table.
    public var column: UInt16 = 0
    /// Rows without a text.
    public var missingCount: UInt64 = 0
    /// Rows that have each of the column's most frequent texts, in the order of its `TextSummary`.
    public var counts: [UInt64] = []

    /// Describes a column's texts.
    public init(column: UInt16, missingCount: UInt64, counts: [UInt64]) {
      self.column = column
      self.missingCount = missingCount
      self.counts = counts
    }
  }

  /// The question's number.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// Rows in the range.
  public var rowCount: UInt64 = 0
  /// The columns that have values.
  public var columns: [Column] = []
  /// The column of the histogram.
  public var histogramColumn: UInt16 = 0
  /// Where its first bin begins.
  public var low: Double = 0
  /// Where its last bin ends.
  public var high: Double = 0
  /// Values in each bin, all of one width.
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

/// A part of a text with columns (tag 136).
public struct ExportPart: Equatable, Sendable {
  /// The request's number.
  public var request: UInt16 = 0
  /// Whether it is the last one.
  public var isLast: Bool = false
  /// Rows that have been written, this part's with them.
  public var done: UInt64 = 0
  /// Rows that there are to write.
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

/// Which rows follow, each in a `TableCells` of the same request (tag 137).
public struct TableRows: Equatable, Sendable {
  /// The question's number.
  public var request: UInt16 = 0
  /// Which table.
  public var source: UInt16 = 0
  /// The place of the first row in the order of the view.
  public var first: UInt64 = 0
  /// Rows that follow.
  public var count: UInt8 = 0
  /// The place of the tick that was asked for.
  public var place: UInt64 = 0
  /// Rows in that order.
  public var total: UInt64 = 0

  /// Describes rows that follow.
  public init(request: UInt16, source: UInt16, first: UInt64, count: UInt8, place: UInt64, total: UInt64) {
    self.request = request
    self.source = source
    self.first = first
    self.count = count
    self.place = place
    self.total = total
  }
}
