/// A point with which a lens represents one or more values.
public struct LensPoint: Equatable, Sendable {
  /// The row number of the point.
  public var row: Int
  /// The value, or NaN at a gap, across which no line is drawn.
  public var value: Double
  /// The smallest value that the point represents; `value` itself if the lens keeps rows unchanged.
  public var low: Double
  /// The largest value that the point represents; `value` itself if the lens keeps rows unchanged.
  public var high: Double

  /// Creates a point that represents a single value.
  public init(row: Int, value: Double) { self.init(row: row, value: value, low: value, high: value) }

  /// Creates a point that represents a range of values.
  public init(row: Int, value: Double, low: Double, high: Double) {
    self.row = row
    self.value = value
    self.low = low
    self.high = high
  }
}
