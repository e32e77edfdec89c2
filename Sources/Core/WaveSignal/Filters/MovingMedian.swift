/// The median of the last samples: takes single spikes out and leaves steps as steep as they are.
///
/// Of an even number of samples, as there may be after the start, the mean of the middle two. A sample that
/// is missing (NaN or infinite) stays missing, and the median begins anew after it.
public struct MovingMedian: Sendable {
  /// Longest window: a sample costs as much as the window is long.
  public static let windowMax = 4096

  /// Samples in a window; odd.
  public let windowCount: Int
  private var window: SampleWindow
  private var sorted: [Double] = []

  /// Takes medians of as many samples as come in a time, and one more where that is even.
  ///
  /// - Throws: ``FilterError`` for a rate that is none and a window above ``windowMax``.
  public init(seconds: Double, rateHertz: Double) throws(FilterError) {
    windowCount = try SampleWindow.count(seconds: seconds, rateHertz: rateHertz, limit: Self.windowMax) | 1
    window = SampleWindow(limit: windowCount)
    sorted.reserveCapacity(windowCount)
  }

  /// Replaces samples by medians, in place; O(samples × window), no allocation.
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

  /// The first place whose value is not below one.
  private func position(of value: Double) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Forgets all samples.
  public mutating func reset() {
    window.removeAll()
    sorted.removeAll(keepingCapacity: true)
  }

  /// By how much a shape is late, in samples.
  public var delaySamples: Double { Double(windowCount - 1) / 2 }
}
