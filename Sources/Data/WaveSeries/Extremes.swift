/// The smallest and the largest of some values.
///
/// Only finite values count: NaN, which means missing, and infinities are ignored.
public struct Extremes: Equatable, Sendable {
  /// The smallest value; +∞ if there is none.
  public var minimum: Float
  /// The largest value; −∞ if there is none.
  public var maximum: Float

  /// Creates a pair; without arguments, that of no values, which changes nothing when it is joined.
  @inlinable
  public init(minimum: Float = .infinity, maximum: Float = -.infinity) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether there are no values.
  @inlinable
  public var isEmpty: Bool { minimum > maximum }

  /// Includes the extremes of other values.
  @inlinable
  public mutating func join(_ other: Extremes) {
    if other.minimum < minimum { minimum = other.minimum }
    if other.maximum > maximum { maximum = other.maximum }
  }

  /// Includes a value, if it is finite.
  @inlinable
  public mutating func add(_ value: Float) {
    guard value.isFinite else { return }
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
  }
}
