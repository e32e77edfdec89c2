public import WaveDataWire

/// The grid of a scatter plot of two columns.
///
/// Times are given in microseconds.
public struct ColumnGrid: Equatable, Sendable {
  /// The index of the column on the horizontal axis.
  public var x: Int
  /// The index of the column on the vertical axis.
  public var y: Int
  /// The values of x at the left and right edges.
  public var across: ClosedRange<Double>
  /// The values of y at the lower and upper edges.
  public var upright: ClosedRange<Double>
  /// The number of cells in the horizontal direction.
  public var columns: Int
  /// The number of cells in the vertical direction.
  public var rows: Int

  /// Creates a grid.
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
  /// The number of rows in each cell, from top to bottom and from left to right.
  public var counts: [UInt64]
  /// The number of rows within the grid.
  public var insideCount: UInt64
  /// The number of rows outside the grid.
  public var outsideCount: UInt64
  /// The number of rows in which either value is missing.
  public var missingCount: UInt64
  /// Pearson's correlation coefficient over the rows with both values; NaN if undefined.
  public var correlation: Double

  /// Creates the row counts of a grid.
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

/// The most frequent text values of a column, with statistics.
public struct ColumnTexts: Equatable, Sendable {
  /// The most frequent text values, each truncated to a maximum length, with the number of rows that contain
  /// it.
  public var top: [TextSummary.Category]
  /// The number of distinct text values that were counted.
  public var distinctCount: UInt64
  /// Whether the column has more distinct text values than were counted.
  public var isCut: Bool
  /// The number of rows in the table.
  public var rowCount: UInt64
  /// The number of rows without a text value.
  public var missingCount: UInt64

  /// Creates the description of a text column's values.
  public init(
    top: [TextSummary.Category], distinctCount: UInt64, isCut: Bool, rowCount: UInt64,
    missingCount: UInt64
  ) {
    self.top = top
    self.distinctCount = distinctCount
    self.isCut = isCut
    self.rowCount = rowCount
    self.missingCount = missingCount
  }
}
