/// A mapping from a value to a pixel row: `high` is at the top of the picture, `low` at the bottom.
///
/// The row is ⌊(high − value) · rows / (high − low)⌋, computed in double precision by operations that never
/// reverse the order of two values: a lower value is in the same row or in a lower one. Therefore the rows of
/// a column's smallest and largest values bound the rows of all values in between. `low` itself lies in the
/// last row.
public struct ValueScale: Equatable, Sendable {
  /// The value at the picture's lower edge.
  public let low: Double
  /// The value at the picture's upper edge.
  public let high: Double
  /// The number of rows in the picture.
  public let rows: Int

  private let half: Double
  private let rowsPerHalf: Double

  /// The maximum number of rows in a picture.
  public static let rowLimit = 16_383

  /// The limits to which the rows of values far above or below the picture are clamped.
  public static let farthestRows = -16_384...32_766

  /// Creates a scale.
  ///
  /// All numbers are allowed. `low` and `high` can be in either order. If they are not finite, they become 0
  /// and 1. If they are equal, a margin is added so that the value lies in the middle. The number of rows is
  /// clamped to 1...``rowLimit``.
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
    // Halve both values, so that even the widest range does not overflow.
    half = high * 0.5
    rowsPerHalf = Swift.min(Double(self.rows) / (high * 0.5 - low * 0.5), .greatestFiniteMagnitude)
  }

  /// Returns the row of a value, 0 at the top, clamped to ``farthestRows``.
  ///
  /// The row is negative for a value above `high` and at least `rows` for a value below `low`, so that lines
  /// leave the picture at the correct point. The value must not be missing.
  ///
  /// - Complexity: O(1), without allocation.
  public func row(of value: Float) -> Int { row(of: Double(value)) }

  /// Returns the row of a value, 0 at the top, clamped to ``farthestRows``.
  ///
  /// - Complexity: O(1), without allocation.
  public func row(of value: Double) -> Int {
    let exact = ((half - value * 0.5) * rowsPerHalf).rounded(.down)
    let (first, last) = (Double(Self.farthestRows.lowerBound), Double(Self.farthestRows.upperBound))
    // NaN becomes the first row instead of causing a trap.
    let row = Int(exact >= first ? (exact <= last ? exact : last) : first)
    return value >= low ? Swift.min(row, rows &- 1) : row
  }
}
