/// The mean of the last samples; of as many as there are, after the start and after a gap.
///
/// A sample that is missing (NaN or infinite) stays missing, and the mean begins anew after it.
public struct MovingAverage: Sendable {
  /// Samples in a mean.
  public let windowCount: Int
  private var window: SampleWindow
  /// Sum of the samples before the newest round of the ring, and of that round: rounding does not build up.
  private var older = 0.0
  private var newer = 0.0
  private var place = 0

  /// Takes means of as many samples as come in a time; of one at least.
  ///
  /// - Throws: ``FilterError`` for a rate that is none and a window above 65,536 samples.
  public init(seconds: Double, rateHertz: Double) throws(FilterError) {
    windowCount = try SampleWindow.count(seconds: seconds, rateHertz: rateHertz)
    window = SampleWindow(limit: windowCount)
  }

  /// Replaces samples by means, in place; O(samples), no allocation.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices { samples[index] = next(samples[index]) }
  }

  /// The mean that a sample leads to.
  mutating func next(_ value: Double) -> Double {
    guard value.isFinite else {
      reset()
      return .nan
    }
    if let old = window.push(value) { older -= old }
    newer += value
    place += 1
    if place == windowCount {
      // What was subtracted one by one is empty now but for its rounding, which is dropped.
      older = newer
      newer = 0
      place = 0
    }
    return (older + newer) / Double(window.count)
  }

  /// Forgets all samples.
  public mutating func reset() {
    window.removeAll()
    (older, newer, place) = (0, 0, 0)
  }

  /// By how much a shape is late, in samples.
  public var delaySamples: Double { Double(windowCount - 1) / 2 }
}
