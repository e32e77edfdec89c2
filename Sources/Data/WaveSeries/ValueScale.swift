/// Which row of pixels a value lies in: `high` at the top of the picture, `low` at the bottom.
///
/// Row ⌊(high − value) · rows / (high − low)⌋, computed in double precision by operations that never turn the
/// order of two values round: what lies lower has the same row or one farther down. So the rows of a
/// column's smallest and largest value bound those of all values between. `low` itself lies in the last row.
public struct ValueScale: Equatable, Sendable {
  /// The value at the picture's lower edge.
  public let low: Double
  /// The value at the picture's upper edge.
  public let high: Double
  /// How many rows the picture has.
  public let rows: Int

  private let half: Double
  private let rowsPerHalf: Double

  /// As many rows as a picture may have.
  public static let rowLimit = 16_383

  /// The rows in which values far above or below the picture are put.
  public static let farthestRows = -16_384...32_766

  /// Makes a scale.
  ///
  /// Any numbers will do: `low` and `high` may stand either way round, of numbers that are not finite 0 and 1
  /// are made, values that are equal get a margin so that they lie in the middle, and rows are held to
  /// 1...``rowLimit``.
  public init(low: Double, high: Double, rows: Int) {
    let isFinite = low.isFinite && high.isFinite
    var (low, high) = isFinite ? (Swift.min(low, high), Swift.max(low, high)) : (0, 1)
    if low == high {
      let margin = Swift.max(0.5, low.magnitude * 1e-3)
      low = Swift.max(low - margin, -.greatestFiniteMagnitude)
      high = Swift.min(high + margin, .greatestFiniteMagnitude)
    }
    self.low = low
    self.high = high
    self.rows = Swift.min(Swift.max(rows, 1), Self.rowLimit)
    // Halves, so that the widest range does not overflow.
    half = high * 0.5
    rowsPerHalf = Swift.min(Double(self.rows) / (high * 0.5 - low * 0.5), .greatestFiniteMagnitude)
  }

  /// The row of a value, 0 at the top; outside ``farthestRows`` lies none.
  ///
  /// A value above `high` has a row below 0, one below `low` a row from `rows` on, so that lines leave the
  /// picture where they should. Not for values that are missing.
  ///
  /// - Complexity: O(1), no allocation.
  public func row(of value: Float) -> Int { row(of: Double(value)) }

  /// The row of a value, 0 at the top; outside ``farthestRows`` lies none.
  ///
  /// - Complexity: O(1), no allocation.
  public func row(of value: Double) -> Int {
    let exact = ((half - value * 0.5) * rowsPerHalf).rounded(.down)
    let (first, last) = (Double(Self.farthestRows.lowerBound), Double(Self.farthestRows.upperBound))
    // Written so that what cannot be compared becomes the first row instead of a trap.
    let row = Int(exact >= first ? (exact <= last ? exact : last) : first)
    return value >= low ? Swift.min(row, rows &- 1) : row
  }
}
