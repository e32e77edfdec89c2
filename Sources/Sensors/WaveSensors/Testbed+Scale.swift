import WaveUnits

/// A logarithmic scale of integers, for a slider.
struct LogScale: Equatable, Sendable {
  static let streams = LogScale(low: 1, high: 256)
  static let rate = LogScale(low: 10, high: 10_000)

  let low: Double
  let high: Double

  /// Returns the position of a value on the scale, from 0 at the low end to 1 at the high end.
  func fraction(_ value: Double) -> Double {
    let share = Logarithm.natural(Swift.max(low, Swift.min(high, value)) / low)
    return share / Logarithm.natural(high / low)
  }

  /// Returns the integer at a position, rounded to two significant digits above a hundred.
  func value(at fraction: Double) -> Int {
    let value = Int(saturating: (low * Exponential.exp(fraction * Logarithm.natural(high / low))).rounded())
    var unit = 1
    while value / unit >= 100 { unit *= 10 }
    return Swift.max(Int(saturating: low), Swift.min(Int(saturating: high), (value + unit / 2) / unit * unit))
  }

  /// Returns the value that is the given number of slider steps away from a value.
  ///
  /// A step is one fortieth of the scale, but changes the value by at least one.
  func value(_ value: Int, steps: Int) -> Int {
    let next = self.value(at: Swift.max(0, Swift.min(1, fraction(Double(value)) + Double(steps) / 40)))
    guard next == value else { return next }
    return Swift.max(Int(saturating: low), Swift.min(Int(saturating: high), value + steps.signum()))
  }
}
