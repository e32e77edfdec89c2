/// A number that lenses process: `Float`, `Double` or `Int64`.
///
/// Lenses compare whole numbers exactly, also beyond 2^53; areas and means are computed in double precision.
public protocol LensValue: BitwiseCopyable, Comparable, Sendable {
  /// A vector of eight numbers.
  associatedtype Lanes: BitwiseCopyable
  /// Whether the number is a value, that is, finite; otherwise it is missing.
  var isValid: Bool { get }
  /// The nearest double.
  var number: Double { get }
  /// The lowest and the highest value.
  static var bounds: (lowest: Self, highest: Self) { get }
  /// Eight copies of a value.
  static func lanes(_ value: Self) -> Lanes
  /// The smaller of two, lane by lane; the first if they cannot be compared.
  static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes
  /// The larger of two, lane by lane; the first if they cannot be compared.
  static func larger(_ a: Lanes, _ b: Lanes) -> Lanes
  /// The smallest lane; no lane may be NaN.
  static func smallest(_ lanes: Lanes) -> Self
  /// The largest lane; no lane may be NaN.
  static func largest(_ lanes: Lanes) -> Self
  /// Whether two vectors have an equal lane.
  static func hasEqual(_ a: Lanes, _ b: Lanes) -> Bool
  /// The nearest doubles.
  static func numbers(_ lanes: Lanes) -> SIMD8<Double>
}
