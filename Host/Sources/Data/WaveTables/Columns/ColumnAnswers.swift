public import WaveSeries

/// What is known of a column's values.
public struct ColumnExtent: Equatable, Sendable {
  /// What is taken from each value before it is drawn, and what values are like; times in microseconds.
  public var summary: ColumnSummary
  /// Whether all rows were looked at.
  public var isExact: Bool

  /// Describes a column's values.
  public init(summary: ColumnSummary, isExact: Bool) {
    self.summary = summary
    self.isExact = isExact
  }
}

/// Some columns of a table as they are drawn in a window.
public struct ColumnPicture: Equatable, Sendable {
  /// One column.
  public struct Lane: Equatable, Sendable {
    /// A bucket for each column of pixels.
    public var buckets: [ColumnBucket]
    /// The rows to the left of the window, or the nearest of them.
    public var before: ColumnBucket
    /// Those to the right.
    public var after: ColumnBucket
    /// Whether values are those that are drawn, and not as the table counts them.
    public var isDrawn: Bool

    /// Describes a column.
    public init(
      buckets: [ColumnBucket], before: ColumnBucket = .empty, after: ColumnBucket = .empty,
      isDrawn: Bool = false
    ) {
      self.buckets = buckets
      self.before = before
      self.after = after
      self.isDrawn = isDrawn
    }

    /// What is lit in each column of pixels.
    ///
    /// - Parameters:
    ///   - map: The window's.
    ///   - low: The value at the lower edge; of times in microseconds.
    ///   - high: The value at the upper edge.
    ///   - rows: Rows of pixels.
    ///   - offset: What is taken from each value before it is drawn.
    ///   - drawn: What is drawn of a value as the table counts it; it must keep their order.
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

  /// One for each column that was asked for.
  public var lanes: [Lane]
  /// Rows in the window; of a coarse picture about so many.
  public var rowCount: UInt64
  /// Rows that were looked at.
  public var seenCount: UInt64
  /// Whether all rows were looked at.
  public var isExact: Bool

  /// Describes a picture.
  public init(lanes: [Lane], rowCount: UInt64, seenCount: UInt64, isExact: Bool) {
    self.lanes = lanes
    self.rowCount = rowCount
    self.seenCount = seenCount
    self.isExact = isExact
  }
}

/// A row, and where it stands.
public struct ColumnRow: Equatable, Sendable {
  /// Where it stands along x.
  public var tick: Int64
  /// What it is known by; 0 where it has no key.
  public var key: Int64
  /// A cell for each of the table's columns.
  public var cells: [TableCell]

  /// Describes a row.
  public init(tick: Int64, key: Int64, cells: [TableCell]) {
    self.tick = tick
    self.key = key
    self.cells = cells
  }
}

/// Rows that follow one another.
public struct ColumnRows: Equatable, Sendable {
  /// The place of the first.
  public var first: UInt64
  /// The place that was asked for.
  public var place: UInt64
  /// Rows in all.
  public var total: UInt64
  /// The rows.
  public var rows: [ColumnRow]

  /// Describes rows.
  public init(first: UInt64, place: UInt64, total: UInt64, rows: [ColumnRow]) {
    self.first = first
    self.place = place
    self.total = total
    self.rows = rows
  }
}

/// What the values of a range of rows are like.
public struct ColumnStatistics: Equatable, Sendable {
  /// Rows in the range.
  public var rowCount: UInt64
  /// One for each column that was asked for; times in microseconds.
  public var columns: [Statistics]
  /// Edges of the bins, and how many values lie in each; nil where nothing was to be counted.
  public var histogram: (low: Double, high: Double, counts: [UInt64])?

  /// Describes a range.
  public init(
    rowCount: UInt64, columns: [Statistics],
    histogram: (low: Double, high: Double, counts: [UInt64])? = nil
  ) {
    self.rowCount = rowCount
    self.columns = columns
    self.histogram = histogram
  }

  /// Whether all is the same.
  public static func == (a: ColumnStatistics, b: ColumnStatistics) -> Bool {
    a.rowCount == b.rowCount && a.columns == b.columns && a.histogram?.low == b.histogram?.low
      && a.histogram?.high == b.histogram?.high && a.histogram?.counts == b.histogram?.counts
  }
}

/// What can be asked of a table, and why the rest cannot.
public struct ColumnAbilities: Equatable, Sendable {
  /// Orders that there are.
  public var hasRanks: Bool
  /// Whether x may be any column's values.
  public var hasValues: Bool
  /// Whether columns can be made of others.
  public var hasFormulas: Bool
  /// The column along x when rows stand as they come; nil where that is the row's number.
  public var xColumn: Int?
  /// What may reduce rows to what is drawn.
  public var lenses: [Lens]
  /// Whether that is so too where rows stand in the order of a column's values; else `m4` draws them there.
  public var hasRankLenses: Bool
  /// Whether a lost part of the engine can be left out.
  public var showsRest: Bool
  /// What is absent, and why, a sentence each.
  public var reasons: [String]

  /// Describes what can be asked.
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
