/// A point that a lens shows of many.
public struct LensPoint: Equatable, Sendable {
  /// The row that it is, or stands at.
  public var row: Int
  /// Its value; NaN where a gap begins, which lines do not cross.
  public var value: Double
  /// The smallest value that it stands for; `value` itself where the lens keeps rows as they are.
  public var low: Double
  /// The largest value that it stands for; `value` itself where the lens keeps rows as they are.
  public var high: Double

  /// Makes a point that stands for itself.
  public init(row: Int, value: Double) {
    self.init(row: row, value: value, low: value, high: value)
  }

  /// Makes a point that stands for values between two.
  public init(row: Int, value: Double, low: Double, high: Double) {
    self.row = row
    self.value = value
    self.low = low
    self.high = high
  }
}
