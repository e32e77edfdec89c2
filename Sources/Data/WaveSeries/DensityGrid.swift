import WaveUnits

/// A grid over the values of two columns that counts the rows in each cell: a scatter plot of any number of
/// points without overplotting.
///
/// Cell (c, r) contains the rows for which ⌊(x − low) · columns / (high − low)⌋ is c; r is computed from y in
/// the same way, counted from the bottom. The last cell in each direction also includes the upper edge. A row
/// is missing if either of its values is NaN or infinite.
///
/// Source: the two-dimensional histogram in D. W. Scott, Multivariate Density Estimation, 1992, section 3.
public struct DensityGrid: Equatable, Sendable {
  /// The maximum number of cells along a side.
  public static let sideLimit = 4096

  /// The range of x from the left to the right edge.
  public let x: ClosedRange<Double>
  /// The range of y from the lower to the upper edge.
  public let y: ClosedRange<Double>
  /// The number of cells from left to right.
  public let columns: Int
  /// The number of cells from top to bottom.
  public let rows: Int
  /// The number of rows in each cell, line by line from the top.
  public private(set) var counts: [UInt32]
  /// The number of rows in all cells.
  public private(set) var insideCount = 0
  /// The number of rows that have both values but lie outside the grid.
  public private(set) var outsideCount = 0
  /// The number of rows without a value in at least one of the two columns.
  public private(set) var missingCount = 0

  /// Creates an empty grid.
  ///
  /// - Parameters:
  ///   - x: The values of x at the edges; a range that is empty or not finite is replaced by 0...1.
  ///   - y: The values of y at the edges, replaced by 0...1 under the same conditions.
  ///   - columns: The number of cells from left to right, clamped to 1...``sideLimit``.
  ///   - rows: The number of cells from top to bottom, clamped to 1...``sideLimit``.
  public init(x: ClosedRange<Double>, y: ClosedRange<Double>, columns: Int, rows: Int) {
    func usable(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      let span = range.upperBound - range.lowerBound
      return span > 0 && span.isFinite ? range : 0...1
    }
    self.x = usable(x)
    self.y = usable(y)
    self.columns = Swift.min(Swift.max(columns, 1), Self.sideLimit)
    self.rows = Swift.min(Swift.max(rows, 1), Self.sideLimit)
    counts = Array(repeating: 0, count: self.columns * self.rows)
  }

  /// The number of rows in the fullest cell.
  public var peak: UInt32 { counts.max() ?? 0 }

  /// Adds rows; if the spans differ in length, extra values are ignored.
  ///
  /// - Complexity: O(rows), without allocation.
  public mutating func add(_ xs: Span<Float>, _ ys: Span<Float>) {
    let (width, height) = (x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
    for index in 0..<Swift.min(xs.count, ys.count) {
      let (a, b) = (Double(xs[index]), Double(ys[index]))
      guard a.isFinite, b.isFinite else {
        missingCount += 1
        continue
      }
      guard x.contains(a), y.contains(b) else {
        outsideCount += 1
        continue
      }
      let column = Swift.min(Int(saturating: (a - x.lowerBound) * Double(columns) / width), columns - 1)
      let row = Swift.min(Int(saturating: (b - y.lowerBound) * Double(rows) / height), rows - 1)
      let cell = (rows - 1 - row) * columns + column
      if counts[cell] < .max { counts[cell] += 1 }
      insideCount += 1
    }
  }
}
