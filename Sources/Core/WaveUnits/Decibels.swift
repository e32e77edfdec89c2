/// Conversions between power ratios and decibels, bit-identical natively and in WebAssembly.
///
/// The C library's `log10` and `pow` differ in their last bits between platforms. These conversions use only
/// IEEE 754 additions, multiplications and divisions, in a fixed order and never fused. They therefore give
/// identical levels on a phone and on the server.
public enum Decibels {
  /// Converts a power ratio to decibels: `10 * log10(power)`.
  ///
  /// Zero gives negative infinity, a negative power or NaN gives NaN, and infinity gives infinity. The error
  /// is below 1e-12 dB for every finite positive power.
  /// - Complexity: O(1), without allocation.
  public static func decibels(fromPower power: Double) -> Double {
    guard power > 0 else { return power == 0 ? -.infinity : .nan }
    guard power < .infinity else { return .infinity }
    let (exponent, logarithm) = Logarithm.parts(of: power)
    return exponent * decibelsPerOctave + logarithm * decibelsPerNeper
  }

  /// Converts decibels to a power ratio: `10 ^ (decibels / 10)`.
  ///
  /// Negative infinity gives zero, and NaN gives NaN. A result out of the range of `Double` becomes zero or
  /// infinity. The relative error is below 1e-12 within ±3000 dB.
  /// - Complexity: O(1), without allocation.
  public static func power(fromDecibels decibels: Double) -> Double {
    Exponential.exp2(decibels * octavesPerDecibel)
  }

  /// Converts a power ratio to decibels, rounded once to `Float`.
  ///
  /// Zero gives negative infinity, a negative power or NaN gives NaN, and infinity gives infinity. The error
  /// is half a unit in the last place: below 1e-5 dB between -256 and 256 dB.
  /// - Complexity: O(1), without allocation.
  public static func decibels(fromPower power: Float) -> Float { Float(decibels(fromPower: Double(power))) }

  /// Converts decibels to a power ratio, rounded once to `Float`.
  ///
  /// Negative infinity gives zero, and NaN gives NaN. A result out of the range of `Float` becomes zero or
  /// infinity.
  /// - Complexity: O(1), without allocation.
  public static func power(fromDecibels decibels: Float) -> Float {
    Float(power(fromDecibels: Double(decibels)))
  }

  /// The constant 10 * log10(2).
  private static var decibelsPerOctave: Double { 3.010_299_956_639_812 }
  /// The constant 10 / ln(10).
  private static var decibelsPerNeper: Double { 4.342_944_819_032_518 }
  /// The constant log2(10) / 10.
  private static var octavesPerDecibel: Double { 0.332_192_809_488_736_23 }
}
