/// The minimum and maximum of a set of values.
///
/// Only finite values are included: NaN, which means missing, and infinities are ignored.
public struct Extremes: Equatable, Sendable {
  /// The minimum; +∞ if there are no values.
  public var minimum = Float.infinity
  /// The maximum; −∞ if there are no values.
  public var maximum = -Float.infinity

  /// Whether the set of values is empty.
  @inlinable public var isEmpty: Bool { minimum > maximum }

  /// Includes the extremes of a second set of values.
  @inlinable public mutating func join(_ other: Extremes) {
    if other.minimum < minimum { minimum = other.minimum }
    if other.maximum > maximum { maximum = other.maximum }
  }

  /// Includes a value if it is finite.
  @inlinable public mutating func add(_ value: Float) {
    guard value.isFinite else { return }
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
  }
}
