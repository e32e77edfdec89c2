import WaveUnits

/// The initial range of levels for display: from slightly below the noise to slightly above the strongest
/// signal.
enum LevelRange {
  /// Returns a level range whose bounds are multiples of 5 dB.
  ///
  /// - Parameters:
  ///   - floor: The noise floor in decibels.
  ///   - most: The highest level in decibels.
  /// - Returns: A range of at least 20 dB; -120 to 0 if either level is unknown.
  static func around(floor: Double?, most: Double?) -> (low: Float, high: Float) {
    guard let floor, let most, floor.isFinite, most.isFinite else { return (-120, 0) }
    let low = min(max(((floor - 4) / 5).rounded(.down) * 5, -300), 290)
    let high = min(max(((most + 2) / 5).rounded(.up) * 5, low + 20), 310)
    return (Float(low), Float(high))
  }

  /// Returns the level in decibels below which a given fraction of a histogram's counts lies; NaN if there
  /// are no counts.
  static func quantile(_ share: Double, of histogram: [Int]) -> Double {
    let total = histogram.reduce(0, +)
    guard total > 0 else { return .nan }
    var left = Int(saturating: (share * Double(total - 1)).rounded())
    for (index, count) in histogram.enumerated() {
      left -= count
      if left < 0 { return Double(index - 32_768) / 100 }
    }
    return .nan
  }
}
