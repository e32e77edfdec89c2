/// Functions that compute eight numbers at a time, with an error of a few parts in ten million, which is
/// enough for a hundredth of a decibel.
///
/// They use only IEEE 754 operations, so every machine computes identical results.
enum FastMath {
  typealias Eight = SIMD8<Float>

  /// Returns the binary logarithms of positive numbers that are not subnormal.
  @inline(__always)
  static func log2(_ value: Eight) -> Eight {
    // The argument is reduced to √½ to √2, where the series of the inverse hyperbolic tangent is short.
    let bits = unsafeBitCast(value, to: SIMD8<Int32>.self) &- 0x3f35_04f3
    let mantissa = unsafeBitCast((bits & 0x007f_ffff) &+ 0x3f35_04f3, to: Eight.self)
    let t = (mantissa - 1) / (mantissa + 1)
    let s = t * t
    let series: Eight = polynomial(s, 0.333_333_33, 0.2, 0.142_857_15, 0.111_111_11) * s + 1
    let factor: Eight = 2.885_390_1 * t
    return whole(bits &>> 23) + factor * series
  }

  /// Returns powers of two, with exponents clamped to -126 to 127.
  @inline(__always)
  static func exp2(_ power: Eight) -> Eight {
    let power = least(greatest(power, -126), 127)
    // After adding 1.5 · 2²³, the lowest bits are the nearest integer.
    let moved = power + 12_582_912
    let x = (power - (moved - 12_582_912)) * 0.693_147_18
    let part = polynomial(x, 0.5, 0.166_666_67, 0.041_666_668, 0.008_333_334)
    let low: Eight = (part * x + 1) * x + 1
    let high: Eight = x * x * x
    let series: Eight = low + high * high * 0.001_388_889
    let scale = (unsafeBitCast(moved, to: SIMD8<Int32>.self) &- 0x4b40_0000 &+ 127) &<< 23
    return series * unsafeBitCast(scale, to: Eight.self)
  }

  /// Converts decibels to hundredths, rounded and clamped to -200 to 200 dB; NaN becomes the lowest value.
  @inline(__always)
  static func hundredths(_ decibels: Eight) -> SIMD8<Int16> {
    short(least(greatest(Eight(repeating: -20_000), decibels * 100), 20_000))
  }

  /// Rounds numbers that fit into sixteen bits.
  @inline(__always)
  static func short(_ value: Eight) -> SIMD8<Int16> {
    let whole: SIMD8<Int32> = nearest(value)
    return SIMD8<Int16>(truncatingIfNeeded: whole)
  }

  @inline(__always)
  static func greatest(_ a: Eight, _ b: Eight) -> Eight { a.replacing(with: b, where: b .> a) }

  @inline(__always)
  static func least(_ a: Eight, _ b: Eight) -> Eight { a.replacing(with: b, where: b .< a) }

  @inline(__always)
  static func greatest(_ a: Eight, _ b: Float) -> Eight { greatest(a, Eight(repeating: b)) }

  @inline(__always)
  static func least(_ a: Eight, _ b: Float) -> Eight { least(a, Eight(repeating: b)) }

  /// Returns the bearings of points in turns clockwise from north, -½ to ½.
  @inline(__always)
  static func turns(_ east: Eight, _ north: Eight) -> Eight {
    let x = greatest(east, -east)
    let y = greatest(north, -north)
    let t = least(x, y) / greatest(greatest(x, y), 1e-9)
    // The angle is reduced to an eighth of a turn by tan(a - π/8), so that the series is short.
    let folded = (t - 0.414_213_56) / (1 + t * 0.414_213_56)
    let s = folded * folded
    let part = polynomial(s, 0.2, -0.142_857_15, 0.111_111_11, -0.090_909_09)
    var turns: Eight = folded * ((part * s - 0.333_333_33) * s + 1)
    turns = turns * 0.159_154_94 + 0.0625
    turns.replace(with: 0.25 - turns, where: x .> y)
    turns.replace(with: 0.5 - turns, where: north .< 0)
    return turns.replacing(with: -turns, where: east .< 0)
  }

  /// Returns the square roots of the numbers' magnitudes.
  ///
  /// If negative numbers were possible, the compiler would compute the roots one by one.
  @inline(__always)
  static func root(_ value: Eight) -> Eight {
    let bits = unsafeBitCast(value, to: SIMD8<Int32>.self) & 0x7fff_ffff
    return unsafeBitCast(bits, to: Eight.self).squareRoot()
  }

  /// Returns whether any of eight lanes is true, as an inlined replacement for the standard library's
  /// function.
  @inline(__always)
  static func any(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    let lanes = unsafeBitCast(mask, to: SIMD8<UInt32>.self)
    let halves = unsafeBitCast(lanes.lowHalf | lanes.highHalf, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  /// Returns the bits that differ between corresponding lanes.
  @inline(__always)
  static func different(_ a: Eight, _ b: Eight) -> SIMD8<Int32> {
    unsafeBitCast(a, to: SIMD8<Int32>.self) ^ unsafeBitCast(b, to: SIMD8<Int32>.self)
  }

  /// Returns whether any of eight lanes is not 0.
  @inline(__always)
  static func hasBits(_ bits: SIMD8<Int32>) -> Bool {
    let pairs = unsafeBitCast(bits, to: SIMD4<UInt64>.self)
    let halves = pairs.lowHalf | pairs.highHalf
    return halves[0] | halves[1] != 0
  }

  /// Returns the lanes that are true as a bit mask, with the first lane in the lowest bit.
  @inline(__always)
  static func bits(_ mask: SIMDMask<SIMD8<Int32>>) -> Int {
    let lanes = unsafeBitCast(mask, to: SIMD8<UInt32>.self) & SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
    let four = lanes.lowHalf | lanes.highHalf
    let two = four.lowHalf | four.highHalf
    return Int(two[0] | two[1])
  }

  /// Splits numbers from 0 to 2²² into integers and remainders; a remainder can be exactly 1.
  @inline(__always)
  static func parts(_ value: Eight) -> (whole: SIMD8<Int32>, rest: Eight) {
    // No integer is below 0, since halves are rounded to even.
    let whole: SIMD8<Int32> = nearest(value - 0.5)
    return (whole, value - self.whole(whole))
  }

  /// Rounds numbers below 2²² to the nearest integers.
  @inline(__always)
  static func nearest(_ value: Eight) -> SIMD8<Int32> {
    // After adding 1.5 · 2²³, the lowest bits are the nearest integer.
    let moved: Eight = value + 12_582_912
    return unsafeBitCast(moved, to: SIMD8<Int32>.self) &- 0x4b40_0000
  }

  /// Converts integers below 2²² to floats, as an inlined replacement for the standard library's function.
  @inline(__always)
  static func whole(_ value: SIMD8<Int32>) -> Eight {
    unsafeBitCast(value &+ 0x4b40_0000, to: Eight.self) - 12_582_912
  }

  @inline(__always)
  private static func polynomial(_ x: Eight, _ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Eight {
    var sum: Eight = x * d + c
    sum = sum * x + b
    return sum * x + a
  }
}
