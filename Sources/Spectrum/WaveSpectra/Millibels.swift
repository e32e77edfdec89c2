import WaveSignal
import WaveUnits

/// Levels as 16-bit millibels (hundredths of a decibel), the format in which readings are sent and logged.
///
/// -32,767 to 32,767 mean -327.67 to 327.67 dB. Levels outside this range are clamped to it, so zero power is
/// -32,767. `Int16.min` means a gap: no data.
public enum Millibels {
  /// The value that means "no data".
  public static let gap = LevelSteps.gap

  static let steps = LevelSteps(perDecibel: 100, limit: 32_767)

  /// Encodes a linear power; NaN and negative powers are gaps.
  ///
  /// The error is at most 0.51 steps, 0.0051 dB. Decoding and encoding again gives the same value.
  /// - Complexity: O(1), without allocation.
  public static func encode(power: Float) -> Int16 { steps.encode(Float8(repeating: power))[0] }

  /// Encodes powers element by element, up to the length of the shorter span.
  /// - Complexity: O(n), without allocation.
  public static func encode(_ powers: Span<Float>, into values: inout MutableSpan<Int16>) {
    steps.encode(powers, into: &values)
  }

  /// Decodes a value to a linear power; a gap is NaN.
  /// - Complexity: O(1), without allocation.
  public static func power(of value: Int16) -> Float {
    guard value != gap else { return .nan }
    return Float(Decibels.power(fromDecibels: Double(value) / 100))
  }
}
