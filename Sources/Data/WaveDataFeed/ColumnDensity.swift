/// A grid over the values of two columns of a scatter plot; times in microseconds.
public struct ColumnGrid: Equatable, Sendable {
  /// The horizontal column.
  public var x: Int
  /// The vertical column.
  public var y: Int
  /// The values of x at the left and right edges.
  public var across: ClosedRange<Double>
  /// The values of y at the lower and upper edges.
  public var upright: ClosedRange<Double>
  /// Number of cells horizontally.
  public var columns: Int
  /// Number of cells vertically.
  public var rows: Int

  /// Makes a grid.
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

/// The number of rows in each cell of a grid.
public struct ColumnDensity: Equatable, Sendable {
  /// Rows in each cell, from the top, from left to right.
  public var counts: [UInt64]
  /// Number of rows within the grid.
  public var insideCount: UInt64
  /// Number of rows outside the grid.
  public var outsideCount: UInt64
  /// Number of rows in which a value is missing.
  public var missingCount: UInt64
  /// Pearson's coefficient over the rows with both values; NaN if it is undefined.
  public var correlation: Double

  /// Makes a density.
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

/// The texts of a column.
public struct ColumnTexts: Equatable, Sendable {
  /// The most frequent texts, by their first bytes, and the number of rows of each.
  public var top: [(text: [UInt8], count: UInt64)]
  /// Number of distinct texts that were counted.
  public var distinctCount: UInt64
  /// Whether there are more texts than were counted.
  public var isCut: Bool
  /// Number of rows of the table.
  public var rowCount: UInt64
  /// Number of rows without a text.
  public var missingCount: UInt64

  /// Makes the texts of a column.
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

  /// Whether all fields are equal.
  public static func == (a: ColumnTexts, b: ColumnTexts) -> Bool {
    a.top.map { $0.text } == b.top.map { $0.text } && a.top.map { $0.count } == b.top.map { $0.count }
      && a.distinctCount == b.distinctCount && a.isCut == b.isCut && a.rowCount == b.rowCount
      && a.missingCount == b.missingCount
  }
}
