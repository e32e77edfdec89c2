public import WaveSeries
public import WaveTableFormats

/// The statistics of a column's values.
public struct ColumnExtent: Equatable, Sendable {
  /// The offset and the statistics of the values; times in microseconds.
  public var summary: ColumnSummary
  /// Whether all rows were read; otherwise the statistics are those of a sample.
  public var isExact: Bool

  /// Makes the extent of a column.
  public init(summary: ColumnSummary, isExact: Bool) {
    self.summary = summary
    self.isExact = isExact
  }
}

/// Some columns of a table, as they are drawn in a window.
public struct ColumnPicture: Equatable, Sendable {
  /// The picture of one column.
  public struct Lane: Equatable, Sendable {
    /// A bucket for each column of pixels.
    public var buckets: [ColumnBucket]
    /// The rows to the left of the window, or the nearest of them.
    public var before: ColumnBucket
    /// The rows to the right of the window, or the nearest of them.
    public var after: ColumnBucket
    /// Whether values are drawn values; otherwise they are as the table stores them.
    public var isDrawn: Bool

    /// Makes the picture of a column.
    public init(
      buckets: [ColumnBucket], before: ColumnBucket = .empty, after: ColumnBucket = .empty,
      isDrawn: Bool = false
    ) {
      self.buckets = buckets
      self.before = before
      self.after = after
      self.isDrawn = isDrawn
    }

    /// Returns the lit pixels of each column of pixels.
    ///
    /// - Parameters:
    ///   - map: The mapping of ticks to columns of pixels.
    ///   - low: The value at the lower edge; times in microseconds.
    ///   - high: The value at the upper edge.
    ///   - rows: The number of rows of pixels.
    ///   - offset: The value that is subtracted from each value before it is drawn.
    ///   - drawn: Converts a value as the table stores it to a drawn one; must preserve the order of values.
    /// - Returns: A span for each column of pixels, as rows of the whole scale.
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

  /// The pictures of the requested columns, in their order.
  public var lanes: [Lane]
  /// Number of rows in the window; approximate if the picture is coarse.
  public var rowCount: UInt64
  /// Number of rows that were read.
  public var seenCount: UInt64
  /// Whether all rows were read.
  public var isExact: Bool

  /// Makes a picture.
  public init(lanes: [Lane], rowCount: UInt64, seenCount: UInt64, isExact: Bool) {
    self.lanes = lanes
    self.rowCount = rowCount
    self.seenCount = seenCount
    self.isExact = isExact
  }
}

/// Statistics of a range of rows.
public struct ColumnStatistics: Equatable, Sendable {
  /// Number of rows in the range.
  public var rowCount: UInt64
  /// The statistics of the requested columns, in their order; times in microseconds.
  public var columns: [Statistics]
  /// Edges of the histogram, and the number of values in each bin; nil if none was requested.
  public var histogram: (low: Double, high: Double, counts: [UInt64])?

  /// Makes statistics of a range.
  public init(
    rowCount: UInt64, columns: [Statistics],
    histogram: (low: Double, high: Double, counts: [UInt64])? = nil
  ) {
    self.rowCount = rowCount
    self.columns = columns
    self.histogram = histogram
  }

  /// Whether all fields are equal.
  public static func == (a: ColumnStatistics, b: ColumnStatistics) -> Bool {
    a.rowCount == b.rowCount && a.columns == b.columns && a.histogram?.low == b.histogram?.low
      && a.histogram?.high == b.histogram?.high && a.histogram?.counts == b.histogram?.counts
  }
}

/// The requests that a source can answer, and the reasons for those it cannot.
public struct ColumnAbilities: Equatable, Sendable {
  /// Whether rows can be drawn in the order of a column's values.
  public var hasRanks: Bool
  /// Whether any column's values can be along x.
  public var hasValues: Bool
  /// Whether derived columns can be made from others.
  public var hasFormulas: Bool
  /// The column along x in the table's own order; nil if x is the row number.
  public var xColumn: Int?
  /// The lenses that are available.
  public var lenses: [Lens]
  /// Whether they are also available in the order of a column's values; otherwise `m4` draws there.
  public var hasRankLenses: Bool
  /// Whether the remaining rows can be shown if a part of the engine is lost.
  public var showsRest: Bool
  /// What is not available, and why, one sentence each.
  public var reasons: [String]

  /// Makes a list of abilities.
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
