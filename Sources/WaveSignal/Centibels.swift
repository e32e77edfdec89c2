import WaveUnits

/// Levels as 16-bit hundredths of a decibel, the form in which they travel.
///
/// -32,767 to 32,767 stand for -327.67 to 327.67 dB; what lies beyond is held at these limits, so zero power is
/// -32,767. `Int16.min` stands for a gap: no data.
public enum Centibels {
  /// What stands for no data.
  public static let gap = Int16.min

  /// Encodes a linear power; NaN and negative powers are gaps.
  ///
  /// The error is half a step, 0.005 dB, and as many steps give the same power back.
  /// - Complexity: O(1), no allocation.
  public static func encode(power: Float) -> Int16 {
    guard power >= 0 else { return gap }
    let steps = Decibels.decibels(fromPower: Double(power)) * 100
    guard steps > -32_767 else { return -32_767 }
    guard steps < 32_767 else { return 32_767 }
    return Int16(steps.rounded())
  }

  /// Decodes into a linear power; a gap is NaN.
  /// - Complexity: O(1), no allocation.
  public static func power(of value: Int16) -> Float {
    guard value != gap else { return .nan }
    return Float(Decibels.power(fromDecibels: Double(value) / 100))
  }

  /// Encodes powers one by one into as many values; the shorter of the two spans limits how many.
  /// - Complexity: O(n), no allocation.
  public static func encode(_ powers: Span<Float>, into values: inout MutableSpan<Int16>) {
    for index in 0..<Swift.min(powers.count, values.count) {
      values[index] = encode(power: powers[index])
    }
  }
}
