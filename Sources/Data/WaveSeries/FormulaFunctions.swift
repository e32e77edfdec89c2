/// Mathematical functions that processors do not implement.
///
/// The caller provides them, since this module does not depend on a math library.
public struct FormulaFunctions: Sendable {
  /// Raises *e* to a power.
  public var exponential: @Sendable (Double) -> Double
  /// Computes the natural logarithm.
  public var naturalLogarithm: @Sendable (Double) -> Double
  /// Computes the logarithm to base 10.
  public var decimalLogarithm: @Sendable (Double) -> Double
  /// Raises a number to a power.
  public var power: @Sendable (Double, Double) -> Double

  /// Creates the set of functions.
  public init(
    exponential: @escaping @Sendable (Double) -> Double,
    naturalLogarithm: @escaping @Sendable (Double) -> Double,
    decimalLogarithm: @escaping @Sendable (Double) -> Double,
    power: @escaping @Sendable (Double, Double) -> Double
  ) {
    self.exponential = exponential
    self.naturalLogarithm = naturalLogarithm
    self.decimalLogarithm = decimalLogarithm
    self.power = power
  }
}
