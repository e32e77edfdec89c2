/// A grid over the values of two columns; times in microseconds.
public struct ColumnGrid: Equatable, Sendable {
  /// The column across.
  public var x: Int
  /// The column upright.
  public var y: Int
  /// The values of x at the edges.
  public var across: ClosedRange<Double>
  /// The values of y at the edges.
  public var upright: ClosedRange<Double>
  /// Cells across.
  public var columns: Int
  /// Cells upright.
  public var rows: Int

  /// Describes a grid.
  public init(
    x: Int, y: Int, across: ClosedRange<Double>, upright: ClosedRange<Double>, columns: Int, rows: Int
  ) {
    self.x = x
    self.y = y
    self.across = across
    self.upright = upright
    self.columns = columns
    self.rows = rows
  }
}

/// Rows counted in the cells of a grid.
public struct ColumnDensity: Equatable, Sendable {
  /// Rows of each cell, those at the top first, from left to right.
  public var counts: [UInt64]
  /// Rows within the grid.
  public var insideCount: UInt64
  /// Rows outside of it.
  public var outsideCount: UInt64
  /// Rows that lack a value.
  public var missingCount: UInt64
  /// Pearson's coefficient of the rows with both values; NaN where there is none.
  public var correlation: Double

  /// Describes what was counted.
  public init(
    counts: [UInt64], insideCount: UInt64, outsideCount: UInt64, missingCount: UInt64, correlation: Double
  ) {
    self.counts = counts
    self.insideCount = insideCount
    self.outsideCount = outsideCount
    self.missingCount = missingCount
    self.correlation = correlation
  }
}

/// What stands in a column of texts.
public struct ColumnTexts: Equatable, Sendable {
  /// The most frequent texts, by their first bytes, and how many rows have each.
  public var top: [(text: [UInt8], count: UInt64)]
  /// Texts that were told apart.
  public var distinctCount: UInt64
  /// Whether there are more.
  public var isCut: Bool
  /// Rows of the table.
  public var rowCount: UInt64
  /// Rows without a text.
  public var missingCount: UInt64

  /// Describes a column.
  public init(
    top: [(text: [UInt8], count: UInt64)], distinctCount: UInt64, isCut: Bool, rowCount: UInt64,
    missingCount: UInt64
  ) {
    self.top = top
    self.distinctCount = distinctCount
    self.isCut = isCut
    self.rowCount = rowCount
    self.missingCount = missingCount
  }

  /// Whether all is the same.
  public static func == (a: ColumnTexts, b: ColumnTexts) -> Bool {
    a.top.map(\.text) == b.top.map(\.text) && a.top.map(\.count) == b.top.map(\.count)
      && a.distinctCount == b.distinctCount && a.isCut == b.isCut && a.rowCount == b.rowCount
      && a.missingCount == b.missingCount
  }
}
