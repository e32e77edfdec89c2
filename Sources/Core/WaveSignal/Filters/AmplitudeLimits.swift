/// Marks samples beyond limits, and leaves them where they are: a sample that is taken out would move all
/// that follow in time.
public struct AmplitudeLimits: Equatable, Sendable {
  /// What is said of a sample.
  public enum Mark: UInt8, Sendable {
    case within
    case below
    case above
    /// There is no sample.
    case missing
  }

  /// The lowest value that is within.
  public let low: Double
  /// The highest value that is within.
  public let high: Double

  /// Sets limits; one that is infinite is none.
  ///
  /// - Throws: ``FilterError/limits(low:high:)`` unless `low` is below `high`.
  public init(low: Double = -.infinity, high: Double = .infinity) throws(FilterError) {
    guard low < high else { throw .limits(low: low, high: high) }
    self.low = low
    self.high = high
  }

  /// What is said of a sample; a value on a limit is within it.
  public func mark(_ value: Double) -> Mark {
    if value.isNaN { return .missing }
    return value < low ? .below : value > high ? .above : .within
  }
}
