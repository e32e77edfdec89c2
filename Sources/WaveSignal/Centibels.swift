import WaveUnits

/// Levels as 16-bit hundredths of a decibel, the form in which they travel.
///
/// -32,767 to 32,767 stand for -327.67 to 327.67 dB; what lies beyond is held at these limits, so zero
/// power is -32,767. `Int16.min` stands for a gap: no data.
public enum Centibels {
  /// What stands for no data.
  public static let gap = Int16.min

  /// Encodes a linear power; NaN and negative powers are gaps.
  ///
  /// The error is at most 0.51 steps, 0.0051 dB. Decoding and encoding again gives the same value.
  /// - Complexity: O(1), no allocation.
  public static func encode(power: Float) -> Int16 { encode(Float8(repeating: power))[0] }

  /// Decodes into a linear power; a gap is NaN.
  /// - Complexity: O(1), no allocation.
  public static func power(of value: Int16) -> Float {
    guard value != gap else { return .nan }
    return Float(Decibels.power(fromDecibels: Double(value) / 100))
  }

  /// Encodes eight powers by the operations of IEEE 754 alone: the same everywhere.
  ///
  /// A power is taken apart into 2^e and a number m between √½ and √2, whose logarithm is 2 artanh s with
  /// s = (m - 1)/(m + 1). The first term of its series left out is below 2e-5 steps.
  @inline(__always)
  static func encode(_ powers: Float8) -> SIMD8<Int16> {
    // Integer vectors take vectors, not scalars, in the operators that are one instruction.
    let shift = SIMD8<Int32>(repeating: 23)
    let bits = powers.bits & SIMD8<Int32>(repeating: 0x7FFF_FFFF)
    let exponents = (bits &- SIMD8<Int32>(repeating: rootHalf)) &>> shift
    let significands = Float8(bits: bits &- (exponents &<< shift))
    let one = Float8(repeating: 1)
    let ratios = (significands - one) / (significands + one)
    let squares = ratios * ratios
    // 2000 / ln 10 divided by 7, 5, 3 and 1.
    var series = squares * Float8(repeating: 124.084_14) + Float8(repeating: 173.717_79)
    series = squares * series + Float8(repeating: 289.529_65)
    series = squares * series + Float8(repeating: 868.588_96)
    // 1000 log10(2) for each power of two.
    var steps = ratios * series + exponents.floats * Float8(repeating: 301.029_99)

    steps = steps.larger(Float8(repeating: -32_767)).smaller(Float8(repeating: 32_767))
    // Adding 1.5 * 2^23 rounds to whole numbers and leaves them in the low bits.
    let words = (steps + Float8(repeating: 0x1.8p23)).bits
    let isLevel = powers .>= Float8()
    return SIMD8<Int32>(repeating: Int32(gap)).replacing(with: words, where: isLevel).lowWords
  }

  /// The bits of √½.
  private static var rootHalf: Int32 { 0x3F35_04F3 }
}
