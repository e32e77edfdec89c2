/// Logarithms and powers to a few parts in ten million: a hundredth of a decibel needs no more.
enum FastMath {
  /// Of a number above zero that is no subnormal.
  @inline(__always)
  static func log2(_ value: Float) -> Float {
    // From √½ to √2, where the series of the area tangent is short.
    let bits = Int32(bitPattern: value.bitPattern) &- 0x3f35_04f3
    let exponent = bits >> 23
    let mantissa = Float(bitPattern: UInt32(bitPattern: (bits & 0x007f_ffff) &+ 0x3f35_04f3))
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    let series =
      1 + square * (0.333_333_33 + square * (0.2 + square * (0.142_857_15 + square * 0.111_111_11)))
    return Float(exponent) + 2.885_390_1 * t * series
  }

  /// Two to a power; 0 where it is below -126.
  @inline(__always)
  static func exp2(_ power: Float) -> Float {
    guard power > -126 else { return 0 }
    let power = Swift.min(power, 127)
    let whole = Int32(power + (power < 0 ? -0.5 : 0.5))
    let x = (power - Float(whole)) * 0.693_147_18
    let series =
      1 + x
      * (1 + x * (0.5 + x * (0.166_666_67 + x * (0.041_666_668 + x * (0.008_333_334 + x * 0.001_388_889)))))
    return series * Float(bitPattern: UInt32(bitPattern: (whole &+ 127) << 23))
  }
}
