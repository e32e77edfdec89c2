/// A moving average: the mean of the most recent samples.
///
/// After the start and after a gap, it is the mean of the samples received so far. A missing sample (NaN or
/// infinite) stays missing, and the average restarts after it.
public struct MovingAverage: Sendable {
  /// The number of samples in a full window.
  public let windowCount: Int
  private var window: SampleWindow
  /// The sum of the window's samples from the previous pass through the ring.
  ///
  /// The current pass has a sum of its own, `newer`, so that rounding errors do not accumulate.
  private var older = 0.0
  private var newer = 0.0
  private var place = 0

  /// Creates a moving average over the given duration or one sample, whichever is longer.
  ///
  /// - Throws: ``FilterError`` for an invalid rate, or a window above 65,536 samples.
  public init(seconds: Double, rateHertz: Double) throws(FilterError) {
    windowCount = try SampleWindow.count(seconds: seconds, rateHertz: rateHertz)
    window = SampleWindow(limit: windowCount)
  }

  /// Replaces samples with their moving averages, in place; O(samples), without allocation.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices { samples[index] = next(samples[index]) }
  }

  /// Appends a sample and returns the new mean.
  mutating func next(_ value: Double) -> Double {
    guard value.isFinite else {
      reset()
      return .nan
    }
    if let old = window.push(value) { older -= old }
    newer += value
    place += 1
    if place == windowCount {
      // All older samples have been subtracted: only their rounding errors remain, and are discarded.
      older = newer
      newer = 0
      place = 0
    }
    return (older + newer) / Double(window.count)
  }

  /// Resets the average by discarding all samples.
  public mutating func reset() {
    window.removeAll()
    (older, newer, place) = (0, 0, 0)
  }

  /// The delay of the filtered signal, in samples.
  public var delaySamples: Double { Double(windowCount - 1) / 2 }
}
