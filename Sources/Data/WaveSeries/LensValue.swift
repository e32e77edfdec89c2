/// A number that lenses process: `Float`, `Double` or `Int64`.
///
/// Lenses compare integers exactly, even beyond 2^53; areas and means are computed in double precision.
public protocol LensValue: BitwiseCopyable, Comparable, Sendable {
  /// A vector of eight numbers.
  associatedtype Lanes: BitwiseCopyable
  /// Whether the number is finite and therefore a value; otherwise it is missing.
  var isValid: Bool { get }
  /// The nearest double-precision number.
  var number: Double { get }
  /// The lowest and the highest value.
  static var bounds: (lowest: Self, highest: Self) { get }
  /// Returns a vector of eight copies of a value.
  static func lanes(_ value: Self) -> Lanes
  /// Returns the smaller of two vectors, lane by lane, with the first operand's lane if they cannot be
  /// compared.
  static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes
  /// Returns the larger of two vectors, lane by lane, with the first operand's lane if they cannot be
  /// compared.
  static func larger(_ a: Lanes, _ b: Lanes) -> Lanes
  /// Returns the smallest lane, none of which may be NaN.
  static func smallest(_ lanes: Lanes) -> Self
  /// Returns the largest lane, none of which may be NaN.
  static func largest(_ lanes: Lanes) -> Self
  /// Returns whether two vectors are equal in any lane.
  static func hasEqual(_ a: Lanes, _ b: Lanes) -> Bool
  /// Returns the nearest double-precision numbers.
  static func numbers(_ lanes: Lanes) -> SIMD8<Double>
}
