/// Limits that mark samples beyond them, and leave the samples in place.
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

  /// The lowest value within the limits.
  public let low: Double
  /// The highest value within the limits.
  public let high: Double

  /// Sets limits; an infinite limit is no limit.
  ///
  /// - Throws: ``FilterError/limits(low:high:)`` unless `low` is below `high`.
  public init(low: Double = -.infinity, high: Double = .infinity) throws(FilterError) {
    guard low < high else { throw .limits(low: low, high: high) }
    self.low = low
    self.high = high
  }

  /// Returns the mark of a sample; a value on a limit is within it.
  public func mark(_ value: Double) -> Mark {
    if value.isNaN { return .missing }
    return value < low ? .below : value > high ? .above : .within
  }
}
