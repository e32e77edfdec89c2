/// The smallest and the largest of some values; of none, neither.
///
/// Only finite values count: NaN, which stands for what is missing, and infinities are passed over.
public struct Extremes: Equatable, Sendable {
  /// The smallest value; +∞ of none.
  public var minimum: Float
  /// The largest value; −∞ of none.
  public var maximum: Float

  /// Makes a pair; without arguments, that of no values, which leaves unchanged what it is joined with.
  @inlinable
  public init(minimum: Float = .infinity, maximum: Float = -.infinity) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether there was no value.
  @inlinable
  public var isEmpty: Bool { minimum > maximum }

  /// Takes other values' smallest and largest in.
  @inlinable
  public mutating func join(_ other: Extremes) {
    if other.minimum < minimum { minimum = other.minimum }
    if other.maximum > maximum { maximum = other.maximum }
  }

  /// Takes a value in, if it is finite.
  @inlinable
  public mutating func take(_ value: Float) {
    guard value.isFinite else { return }
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
  }
}
