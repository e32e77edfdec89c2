/// A number that lenses process: `Float`, `Double` or `Int64`.
///
/// Lenses compare integers exactly, even beyond 2^53; areas and means are computed in double precision.
public protocol LensValue: BitwiseCopyable, Comparable, Sendable {
  /// A vector of eight numbers.
  associatedtype Lanes: BitwiseCopyable
  /// Whether the number is finite. A nonfinite number represents a missing value.
  var isValid: Bool { get }
  /// The nearest double-precision number.
  var number: Double { get }
  /// The lowest and the highest value of the type.
  static var bounds: (lowest: Self, highest: Self) { get }
  /// Returns a vector that contains eight copies of a number.
  static func lanes(_ value: Self) -> Lanes
  /// Returns the lane-wise minimum of two vectors, with the first operand's lane where either is NaN.
  static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes
  /// Returns the lane-wise maximum of two vectors, with the first operand's lane where either is NaN.
  static func larger(_ a: Lanes, _ b: Lanes) -> Lanes
  /// Returns the value of the smallest lane; no lane may be NaN.
  static func smallest(_ lanes: Lanes) -> Self
  /// Returns the value of the largest lane; no lane may be NaN.
  static func largest(_ lanes: Lanes) -> Self
  /// Returns whether two vectors have equal values in any lane.
  static func hasEqual(_ a: Lanes, _ b: Lanes) -> Bool
  /// Converts the lanes to the nearest double-precision numbers.
  static func numbers(_ lanes: Lanes) -> SIMD8<Double>
}
