import WaveSignal
import WaveUnits

/// An encoding of powers as levels in fractions of a decibel, used by `Millibels` and `Centibels`.
struct LevelSteps {
  /// The value that means "no data".
  static let gap = Int16.min

  /// The number of steps per bel (ten decibels).
  let perBel: Float
  /// The largest magnitude of an encoded level.
  let limit: Float

  @inline(__always)
  init(perDecibel: Float, limit: Float) {
    perBel = 10 * perDecibel
    self.limit = limit
  }

  /// Encodes eight powers with IEEE 754 operations only, which give the same result on every machine.
  ///
  /// A power is split into 2^e and a number m between √½ and √2, whose logarithm is 2 artanh s with s = (m -
  /// 1)/(m + 1). The first omitted term of the series is below 2e-8 bels.
  @inline(__always)
  func encode(_ powers: Float8) -> SIMD8<Int16> { whole(levels(of: powers), where: powers .>= Float8()) }

  /// Encodes eight powers as values of a level scale.
  @inline(__always)
  func encode(_ powers: Float8, _ scale: LevelScale) -> SIMD8<Int16> {
    let levels = levels(of: powers)
    let low = Float8(repeating: Float(scale.low))
    let fine = levels.larger(low).smaller(Float8(repeating: Float(scale.high))) - low
    return whole(levels + fine * Float8(repeating: Float(scale.fineness) - 1), where: powers .>= Float8())
  }

  /// Returns the levels of eight powers in steps, clamped to ±`limit`.
  @inline(__always)
  private func levels(of powers: Float8) -> Float8 {
    // An integer vector operation compiles to a single instruction only if both operands are vectors.
    let shift = SIMD8<Int32>(repeating: 23)
    let bits = powers.bits & SIMD8<Int32>(repeating: 0x7FFF_FFFF)
    let exponents = (bits &- SIMD8<Int32>(repeating: Self.rootHalf)) &>> shift
    let significands = Float8(bits: bits &- (exponents &<< shift))
    let one = Float8(repeating: 1)
    let ratios = (significands - one) / (significands + one)
    let squares = ratios * ratios
    // 2 / ln 10 divided by 7, 5, 3 and 1.
    var series = squares * Float8(repeating: 0.124_084_14 * perBel) + Float8(repeating: 0.173_717_79 * perBel)
    series = squares * series + Float8(repeating: 0.289_529_65 * perBel)
    series = squares * series + Float8(repeating: 0.868_588_96 * perBel)
    // log10(2) per unit of the exponent.
    let steps = ratios * series + exponents.floats * Float8(repeating: 0.301_029_99 * perBel)
    return steps.larger(Float8(repeating: -limit)).smaller(Float8(repeating: limit))
  }

  /// Rounds steps to integers, and returns gaps where `isLevel` is false.
  @inline(__always)
  private func whole(_ steps: Float8, where isLevel: SIMDMask<SIMD8<Int32>>) -> SIMD8<Int16> {
    // Adding 1.5 * 2^23 rounds to a whole number and leaves it in the low bits.
    let words = (steps + Float8(repeating: 0x1.8p23)).bits
    return SIMD8<Int32>(repeating: Int32(Self.gap)).replacing(with: words, where: isLevel).lowWords
  }

  /// The bit pattern of √½.
  private static var rootHalf: Int32 { 0x3F35_04F3 }
}
