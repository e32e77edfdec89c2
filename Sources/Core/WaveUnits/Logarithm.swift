/// Logarithms computed with IEEE operations alone, bit-identical natively and in WebAssembly.
public enum Logarithm {
  /// Returns the natural logarithm; negative numbers and NaN give NaN, and zero gives negative infinity.
  ///
  /// The error is below 1e-15: absolute near 1, and relative for other numbers.
  public static func natural(_ value: Double) -> Double {
    guard value > 0, value < .infinity else { return value == 0 ? -.infinity : value > 0 ? .infinity : .nan }
    let (exponent, logarithm) = parts(of: value)
    return exponent * 0.693_147_180_559_945_3 + logarithm
  }

  /// Splits a positive finite number into a power of two and the natural logarithm of the remaining factor.
  ///
  /// The remaining factor lies between √½ and √2, so the two parts do not cancel each other near 1, where
  /// precision matters most. The series is ln m = 2 artanh((m - 1)/(m + 1)), here with |(m - 1)/(m + 1)| <
  /// 0.172: the first omitted term is below 1e-17.
  static func parts(of value: Double) -> (exponent: Double, logarithm: Double) {
    var bits = value.bitPattern
    var exponent = -1023.0
    if bits < 1 << 52 {
      bits = (value * 0x1p54).bitPattern
      exponent -= 54
    }
    exponent += Double(Int32(truncatingIfNeeded: bits >> 52))
    var significand = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    if significand > 1.414_213_562_373_095 {
      significand *= 0.5
      exponent += 1
    }
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var sum = 2.0 / 21
    sum = sum * square + 2.0 / 19
    sum = sum * square + 2.0 / 17
    sum = sum * square + 2.0 / 15
    sum = sum * square + 2.0 / 13
    sum = sum * square + 2.0 / 11
    sum = sum * square + 2.0 / 9
    sum = sum * square + 2.0 / 7
    sum = sum * square + 2.0 / 5
    sum = sum * square + 2.0 / 3
    return (exponent, ratio * (sum * square + 2))
  }
}
