/// Limits that mark out-of-range samples without removing them.
///
/// Removing a sample would shift all later samples in time.
public struct AmplitudeLimits: Equatable, Sendable {
  /// The position of a sample relative to the limits.
  public enum Mark: UInt8, Sendable {
    case within
    case below
    case above
    /// The sample is missing (NaN).
    case missing
  }

  /// The lowest value that is within the limits.
  public let low: Double
  /// The highest value that is within the limits.
  public let high: Double

  /// Creates limits; an infinite value means “unlimited”.
  ///
  /// - Throws: ``FilterError/limits(low:high:)`` unless `low` is below `high`.
  public init(low: Double = -.infinity, high: Double = .infinity) throws(FilterError) {
    guard low < high else { throw .limits(low: low, high: high) }
    self.low = low
    self.high = high
  }

  /// Returns the mark of a sample; a value equal to a limit is within the limits.
  public func mark(_ value: Double) -> Mark {
    if value.isNaN { return .missing }
    return value < low ? .below : value > high ? .above : .within
  }
}
