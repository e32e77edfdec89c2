/// The functions that processors do not have, from whoever computes with formulas: the library brings none of
/// its own along.
public struct FormulaFunctions: Sendable {
  /// *e* to a power.
  public var exponential: @Sendable (Double) -> Double
  /// The logarithm to *e*.
  public var naturalLogarithm: @Sendable (Double) -> Double
  /// The logarithm to 10.
  public var decimalLogarithm: @Sendable (Double) -> Double
  /// A number to a power.
  public var power: @Sendable (Double, Double) -> Double

  /// Takes functions.
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
