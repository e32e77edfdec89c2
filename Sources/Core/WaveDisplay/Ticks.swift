import WaveUnits

/// Functions that place tick marks at multiples of a round step, such as 1, 2 or 5 times a power of ten.
public enum Ticks {
  /// Returns the smallest step of 1, 2 or 5 times a power of ten that is at least `step`.
  ///
  /// - Parameter step: A finite number above zero; for any other value, the result is 1.
  /// - Returns: The step.
  public static func niceStep(atLeast step: Double) -> Double {
    guard step > 0, step.isFinite else { return 1 }
    var power = 1.0
    while power > step { power /= 10 }
    while power * 10 <= step { power *= 10 }
    for factor in [1.0, 2, 5] where power * factor >= step * 0.999_999 { return power * factor }
    return power * 10
  }

  /// Returns the smallest time step, in seconds, that is at least `step`.
  ///
  /// Steps up to 10 s are 1, 2 or 5 times a power of ten. Longer steps are 15 s, 30 s, or a round number of
  /// minutes or hours.
  public static func timeStep(atLeast step: Double) -> Double {
    guard step > 10 else { return niceStep(atLeast: step) }
    for candidate in [15.0, 30, 60, 120, 300, 600, 900, 1800, 3600] where candidate >= step {
      return candidate
    }
    return niceStep(atLeast: step / 3600) * 3600
  }

  /// Returns the multiples of `step` from `low` through `high`, or an empty array if the range spans 1000
  /// steps or more.
  public static func multiples(of step: Double, from low: Double, to high: Double) -> [Double] {
    guard step > 0, low.isFinite, high.isFinite, high >= low, (high - low) / step < 1000 else { return [] }
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    guard last >= first else { return [] }
    return (0...Int(saturating: last - first)).map { (first + Double($0)) * step }
  }
}
