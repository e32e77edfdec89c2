public import WaveSeries
public import WaveTableFormats

/// The statistics of a column's values, from all rows or from a sample.
public struct ColumnExtent: Equatable, Sendable {
  /// The offset and the statistics of the values, with times in microseconds.
  public var summary: ColumnSummary
  /// Whether the statistics cover all rows rather than a sample.
  public var isExact: Bool

  /// Creates the statistics of a column.
  public init(summary: ColumnSummary, isExact: Bool) {
    self.summary = summary
    self.isExact = isExact
  }
}

/// A picture of several columns in a window: for each column, one bucket per pixel column.
public struct ColumnPicture: Equatable, Sendable {
  /// The picture of one column.
  public struct Lane: Equatable, Sendable {
    /// A bucket for each pixel column.
    public var buckets: [ColumnBucket]
    /// The nearest rows to the left of the window, combined in a bucket.
    ///
    /// The line enters the window from these rows.
    public var before: ColumnBucket
    /// The nearest rows to the right of the window, combined in a bucket.
    ///
    /// The line leaves the window toward these rows.
    public var after: ColumnBucket
    /// Whether values are in the form used for drawing, with the column's offset subtracted.
    ///
    /// If false, they are as stored in the table.
    public var isDrawn: Bool

    /// Creates the picture of a column.
    public init(
      buckets: [ColumnBucket], before: ColumnBucket = .empty, after: ColumnBucket = .empty,
      isDrawn: Bool = false
    ) {
      self.buckets = buckets
      self.before = before
      self.after = after
      self.isDrawn = isDrawn
    }

    /// Returns the pixel rows that the line through the values covers in each pixel column.
    ///
    /// - Parameters:
    ///   - map: The mapping of ticks to pixel columns.
    ///   - low: The value at the lower edge, with times in microseconds.
    ///   - high: The value at the upper edge.
    ///   - rows: The number of pixel rows.
    ///   - offset: The value that is subtracted from each value before drawing.
    ///   - drawn: Converts a value as stored in the table to the form used for drawing; must preserve the
    ///     order of values.
    /// - Returns: A span of pixel rows for each pixel column.
    public func spans(
      _ map: PixelMap, low: Double, high: Double, rows: Int, offset: Double, drawn: (Double) -> Float
    ) -> [TraceSpan] {
      var neighbors = TraceNeighbors()
      if before.count > 0 { neighbors.before = map.column(of: before.lastTick) }
      if after.count > 0 { neighbors.after = map.column(of: after.firstTick) }
      var spans: [TraceSpan] = []
      Trace.spans(
        of: buckets, before: before, after: after, neighbors: neighbors,
        scale: ValueScale(low: low - offset, high: high - offset, rows: rows),
        drawn: { isDrawn ? Float($0) : drawn($0) }, into: &spans)
      return spans
    }
  }

  /// The pictures of the requested columns, in the order of the request.
  public var lanes: [Lane]
  /// The number of rows in the window; approximate if the picture is coarse.
  public var rowCount: UInt64
  /// The number of rows that were read to draw the picture.
  public var seenCount: UInt64
  /// Whether all rows were read.
  public var isExact: Bool

  /// Creates a picture.
  public init(lanes: [Lane], rowCount: UInt64, seenCount: UInt64, isExact: Bool) {
    self.lanes = lanes
    self.rowCount = rowCount
    self.seenCount = seenCount
    self.isExact = isExact
  }
}

/// The statistics of a range of rows.
public struct ColumnStatistics: Equatable, Sendable {
  /// The number of rows in the range.
  public var rowCount: UInt64
  /// The statistics of the requested columns, in the order of the request, with times in microseconds.
  public var columns: [Statistics]
  /// The edges of the histogram, and the number of values in each bin; nil if no histogram was requested.
  public var histogram: (low: Double, high: Double, counts: [UInt64])?

  /// Creates the statistics of a range.
  public init(
    rowCount: UInt64, columns: [Statistics],
    histogram: (low: Double, high: Double, counts: [UInt64])? = nil
  ) {
    self.rowCount = rowCount
    self.columns = columns
    self.histogram = histogram
  }

  /// Returns whether all fields are equal.
  public static func == (a: ColumnStatistics, b: ColumnStatistics) -> Bool {
    a.rowCount == b.rowCount && a.columns == b.columns && a.histogram?.low == b.histogram?.low
      && a.histogram?.high == b.histogram?.high && a.histogram?.counts == b.histogram?.counts
  }
}

/// The kinds of requests that a source can answer, and the reasons why others are not available.
public struct ColumnAbilities: Equatable, Sendable {
  /// Whether rows can be drawn in the order of a column's values.
  public var hasRanks: Bool
  /// Whether any column's values can be used on the x axis.
  public var hasValues: Bool
  /// Whether columns can be derived with formulas.
  public var hasFormulas: Bool
  /// The index of the column that defines x in the table's own order; nil if the axis counts rows.
  public var xColumn: Int?
  /// The available lenses.
  public var lenses: [Lens]
  /// Whether the lenses are also available in the order of a column's values; otherwise `m4` is used in that
  /// order.
  public var hasRankLenses: Bool
  /// Whether the remaining rows can be shown if a shard of the engine is unavailable.
  public var showsRest: Bool
  /// The reasons why features are not available, one sentence each.
  public var reasons: [String]

  /// Creates a description of the available requests.
  public init(
    hasRanks: Bool, hasValues: Bool, hasFormulas: Bool = false, xColumn: Int? = nil, lenses: [Lens] = [.m4],
    hasRankLenses: Bool = false, showsRest: Bool = false, reasons: [String] = []
  ) {
    self.hasRanks = hasRanks
    self.hasValues = hasValues
    self.hasFormulas = hasFormulas
    self.xColumn = xColumn
    self.lenses = lenses
    self.hasRankLenses = hasRankLenses
    self.showsRest = showsRest
    self.reasons = reasons
  }
}
