/// Powers computed with IEEE operations alone, bit-identical natively and in WebAssembly.
public enum Exponential {
  /// Returns e raised to a power, or zero or infinity outside the range of `Double`; NaN gives NaN.
  ///
  /// The relative error is below 1e-15 for powers within ±30, and grows with the power outside that range.
  public static func exp(_ power: Double) -> Double { exp2(power * 1.442_695_040_888_963_4) }

  /// Returns two raised to a power, or zero or infinity outside the range of `Double`; NaN gives NaN.
  ///
  /// The power is split into an integer, which becomes the exponent, and a remainder within ±½. The series
  /// for the remainder ends with the term that contains 1/15!; the next term is below 1e-20.
  static func exp2(_ power: Double) -> Double {
    guard power > -1100 else { return power.isNaN ? .nan : 0 }
    guard power < 1024 else { return power.isNaN ? .nan : .infinity }
    // Adding 1.5 * 2^52 leaves no bits for a fraction: IEEE arithmetic rounds to the nearest integer.
    let whole = (power + 0x1.8p52) - 0x1.8p52
    let argument = (power - whole) * 0.693_147_180_559_945_3
    var sum = 1.0 / 1_307_674_368_000
    sum = sum * argument + 1.0 / 87_178_291_200
    sum = sum * argument + 1.0 / 6_227_020_800
    sum = sum * argument + 1.0 / 479_001_600
    sum = sum * argument + 1.0 / 39_916_800
    sum = sum * argument + 1.0 / 3_628_800
    sum = sum * argument + 1.0 / 362_880
    sum = sum * argument + 1.0 / 40_320
    sum = sum * argument + 1.0 / 5_040
    sum = sum * argument + 1.0 / 720
    sum = sum * argument + 1.0 / 120
    sum = sum * argument + 1.0 / 24
    sum = sum * argument + 1.0 / 6
    sum = sum * argument + 1.0 / 2
    sum = sum * argument + 1
    sum = sum * argument + 1
    let exponent = Int64(whole)
    // The scale is applied as two factors, because a single factor cannot reach subnormal numbers and
    // 2^1023.5.
    let half = exponent >> 1
    return sum * powerOfTwo(half) * powerOfTwo(exponent - half)
  }

  private static func powerOfTwo(_ exponent: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: exponent &+ 1023) << 52)
  }
}
