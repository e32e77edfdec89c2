import WaveSignal
public import WaveUnits

/// Levels as 16-bit centibels (tenths of a decibel), the format in which rows are sent and drawn.
///
/// -3276 to 3276 mean -327.6 to 327.6 dB. Levels outside this range are clamped to it, so zero power is
/// -3276. `Int16.min` means a gap: no data.
public enum Centibels {
  /// The value that means "no data".
  public static let gap = LevelSteps.gap

  static let steps = LevelSteps(perDecibel: 10, limit: 3276)

  /// Encodes a linear power; NaN and negative powers are gaps.
  ///
  /// The error is at most 0.0501 dB, half a step. Decoding and encoding again gives the same value.
  /// - Complexity: O(1), without allocation.
  public static func encode(power: Float) -> Int16 { steps.encode(Float8(repeating: power))[0] }

  /// Encodes powers element by element, up to the length of the shorter span.
  /// - Complexity: O(n), without allocation.
  public static func encode(_ powers: Span<Float>, into values: inout MutableSpan<Int16>) {
    steps.encode(powers, into: &values)
  }

  /// Encodes powers element by element as values of a level scale, up to the length of the shorter span.
  ///
  /// The error is at most half a step of the scale plus 0.0001 dB. NaN and negative powers are gaps.
  /// - Complexity: O(n), without allocation.
  public static func encode(
    _ powers: Span<Float>, on scale: LevelScale, into values: inout MutableSpan<Int16>
  ) {
    steps.encode(powers, scale, into: &values)
  }

  /// Decodes a value to a linear power; a gap is NaN.
  /// - Complexity: O(1), without allocation.
  public static func power(of value: Int16) -> Float {
    guard value != gap else { return .nan }
    return Float(Decibels.power(fromDecibels: Double(value) / 10))
  }
}
