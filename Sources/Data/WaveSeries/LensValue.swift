/// A number that lenses look at: `Float`, `Double` or `Int64`.
///
/// Lenses compare whole numbers as they are, beyond 2^53, too; areas and means are of doubles.
public protocol LensValue: BitwiseCopyable, Comparable, Sendable {
  /// Eight of them.
  associatedtype Lanes: BitwiseCopyable
  /// Whether it is a value: finite. What is not is missing.
  var isValid: Bool { get }
  /// The nearest double.
  var number: Double { get }
  /// What no value is above, and what no value is below.
  static var bounds: (lowest: Self, highest: Self) { get }
  /// Eight times the same.
  static func lanes(_ value: Self) -> Lanes
  /// Lane by lane, the smaller of two; the first where they cannot be compared.
  static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes
  /// Lane by lane, the larger of two; the first where they cannot be compared.
  static func larger(_ a: Lanes, _ b: Lanes) -> Lanes
  /// The smallest lane; none is NaN.
  static func smallest(_ lanes: Lanes) -> Self
  /// The largest lane; none is NaN.
  static func largest(_ lanes: Lanes) -> Self
  /// Whether two vectors have an equal lane.
  static func hasEqual(_ a: Lanes, _ b: Lanes) -> Bool
  /// The nearest doubles.
  static func numbers(_ lanes: Lanes) -> SIMD8<Double>
}
