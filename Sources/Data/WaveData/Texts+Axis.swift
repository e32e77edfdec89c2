import WaveDataWire
import WaveDisplay
import WaveUnits

/// Formats numbers along an axis.
extension Texts {
  /// Formats the value of an axis label with enough digits to distinguish it from adjacent labels.
  ///
  /// All labels of an axis have the same form.
  ///
  /// - Parameters:
  ///   - value: The value to format, a multiple of `step`.
  ///   - step: The distance between labels: 1, 2 or 5 times a power of ten.
  ///   - farthest: The greatest magnitude on the axis.
  /// - Returns: Text such as "0.30", "800" or "8.87030002e9".
  static func label(_ value: Double, step: Double, farthest: Double) -> [UInt8] {
    guard value.isFinite, step > 0, farthest > 0 else { return brief(value) }
    let (last, first) = (decade(of: step), decade(of: Swift.max(step, farthest)))
    // More digits than these would exceed the precision of doubles.
    guard first < 9, first >= -4 else {
      let exponent = value.magnitude < step / 2 ? first : decade(of: value.magnitude)
      return scientific(value, digits: Swift.max(1, Swift.min(16, exponent - last + 1)))
    }
    return number(value, decimals: Swift.max(0, Swift.min(14 - Swift.max(0, first), -last)))
  }

  /// Returns the labels of an axis, each with its place as a share of the axis.
  ///
  /// - Parameters:
  ///   - kind: What the axis counts or measures.
  ///   - first: The value at the start of the axis.
  ///   - last: The value at its end.
  ///   - least: The least distance between labels.
  /// - Returns: The labels in ascending order.
  static func labels(
    _ kind: TableAxis.Kind, from first: Double, to last: Double, apart least: Double
  ) -> [(text: [UInt8], share: Float)] {
    let farthest = Swift.max(first.magnitude, last.magnitude)
    let step =
      kind == .time
      ? timeStep(atLeastMicroseconds: least)
      : Swift.max(kind == .count ? 1 : 0, Ticks.niceStep(atLeast: least))
    return Ticks.multiples(of: step, from: first, to: last).map { value in
      let share = Float((value - first) / (last - first))
      switch kind {
      case .count: return (grouped(UInt64(saturating: Swift.max(0, value))), share)
      case .number: return (label(value, step: step, farthest: farthest), share)
      case .time: return (moment(microseconds: value, stepMicroseconds: step), share)
      }
    }
  }

  /// Returns a step for a time axis: fractions of seconds, minutes, hours, days, or months of 30 days.
  static func timeStep(atLeastMicroseconds least: Double) -> Double {
    let second = 1e6
    guard least > second else { return Ticks.niceStep(atLeast: least) }
    let seconds: [Double] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
      604_800, 2_592_000, 7_776_000, 31_536_000,
    ]
    for candidate in seconds where candidate * second >= least { return candidate * second }
    return Ticks.niceStep(atLeast: least / (31_536_000 * second)) * 31_536_000 * second
  }

  /// Returns the exponent of the greatest power of ten that does not exceed a number, ignoring rounding
  /// errors.
  private static func decade(of number: Double) -> Int {
    var (power, exponent) = (1.0, 0)
    let number = number * (1 + 1e-12)
    while power * 10 <= number, exponent < 308 {
      power *= 10
      exponent += 1
    }
    while power > number, exponent > -308 {
      power /= 10
      exponent -= 1
    }
    return exponent
  }
}
