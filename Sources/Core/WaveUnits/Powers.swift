extension Logarithm {
  /// Returns the logarithm to base 10; negative numbers and NaN give NaN, and zero gives negative infinity.
  ///
  /// The result has one more rounding error than ``natural(_:)``.
  public static func decimal(_ value: Double) -> Double { natural(value) * 0.434_294_481_903_251_8 }
}

extension Exponential {
  /// Returns a non-negative number raised to a power; zero raised to any power gives 0.
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    base == 0 ? 0 : exp(exponent * Logarithm.natural(base))
  }

  /// Returns ten raised to a power.
  ///
  /// The relative error is about 1e-15 per factor of 10.
  public static func decade(_ power: Double) -> Double { exp(power * 2.302_585_092_994_045_7) }

  /// Returns the hyperbolic tangent; positive and negative infinity give 1 and -1, and NaN gives NaN.
  ///
  /// The error is below 1e-15.
  public static func tanh(_ value: Double) -> Double {
    guard value.magnitude < 20 else { return value.isNaN ? .nan : value < 0 ? -1 : 1 }
    let square = exp(2 * value)
    return (square - 1) / (square + 1)
  }
}
