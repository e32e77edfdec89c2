/// A moving median: it removes single spikes and preserves the steepness of steps.
///
/// After the start, the number of samples can be even; the median is then the mean of the middle two. A
/// missing sample (NaN or infinite) stays missing, and the median restarts after it.
public struct MovingMedian: Sendable {
  /// The maximum window length in samples; the cost of a sample grows with the length.
  public static let windowMax = 4096

  /// The number of samples in a full window, which is odd.
  public let windowCount: Int
  private var window: SampleWindow
  private var sorted: [Double] = []

  /// Creates a moving median over the given duration, rounded up to an odd number of samples.
  ///
  /// - Throws: ``FilterError`` for an invalid rate, or a window above ``windowMax``.
  public init(seconds: Double, rateHertz: Double) throws(FilterError) {
    windowCount = try SampleWindow.count(seconds: seconds, rateHertz: rateHertz, limit: Self.windowMax) | 1
    window = SampleWindow(limit: windowCount)
    sorted.reserveCapacity(windowCount)
  }

  /// Replaces samples with their moving medians, in place; O(samples × window), without allocation.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices {
      let value = samples[index]
      guard value.isFinite else {
        reset()
        samples[index] = .nan
        continue
      }
      if let old = window.push(value) { sorted.remove(at: position(of: old)) }
      sorted.insert(value, at: position(of: value))
      let middle = sorted.count / 2
      samples[index] = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
  }

  /// Returns the index of the first value that is greater than or equal to the given value.
  private func position(of value: Double) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Resets the median by discarding all samples.
  public mutating func reset() {
    window.removeAll()
    sorted.removeAll(keepingCapacity: true)
  }

  /// The delay of the filtered signal, in samples.
  public var delaySamples: Double { Double(windowCount - 1) / 2 }
}
