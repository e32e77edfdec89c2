import WaveUnits

/// A histogram: the number of values in each of several equal bins from `low` to `high`.
///
/// Bin b contains the values for which ⌊(value − low) · bins / (high − low)⌋ is b; the last bin also includes
/// `high`. Values outside this range, and values that are not finite, are counted separately.
public struct Histogram: Equatable, Sendable {
  /// The lower edge of the first bin.
  public let low: Double
  /// The upper edge of the last bin.
  public let high: Double
  /// The number of values in each bin.
  public private(set) var counts: [Int]
  /// The number of finite values below the first bin.
  public private(set) var belowCount = 0
  /// The number of finite values above the last bin.
  public private(set) var aboveCount = 0
  /// The number of values that are NaN or infinite.
  public private(set) var missingCount = 0

  /// The maximum number of bins in a histogram.
  public static let binLimit = 65_536

  /// Creates an empty histogram.
  ///
  /// - Parameters:
  ///   - low: The lower edge of the first bin. If the edges are not finite or not in order, they are 0 and 1.
  ///   - high: The upper edge of the last bin.
  ///   - bins: The number of bins, clamped to 1...``binLimit``.
  public init(low: Double, high: Double, bins: Int) {
    let isRange = (high - low).isFinite && high > low
    self.low = isRange ? low : 0
    self.high = isRange ? high : 1
    let bins = Swift.min(Swift.max(bins, 1), Self.binLimit)
    counts = Array(repeating: 0, count: bins)
  }

  /// Adds values to the histogram.
  ///
  /// - Complexity: O(values), without allocation.
  public mutating func add(_ values: Span<Float>) {
    for position in values.indices { add(Double(values[position])) }
  }

  /// Adds a value to the histogram.
  ///
  /// - Complexity: O(1).
  public mutating func add(_ value: Double) {
    guard value.isFinite else {
      missingCount += 1
      return
    }
    if value < low {
      belowCount += 1
    } else if value > high {
      aboveCount += 1
    } else {
      let share = (value - low) / (high - low)
      counts[Swift.min(Int(saturating: share * Double(counts.count)), counts.count - 1)] += 1
    }
  }
}

extension Series {
  /// Returns the histogram of the values in a range of rows.
  ///
  /// - Complexity: O(values), with one allocation.
  public func histogram(from start: Int, to end: Int, low: Double, high: Double, bins: Int) -> Histogram {
    var histogram = Histogram(low: low, high: high, bins: bins)
    forEachSpan(from: start, to: end) { histogram.add($0) }
    return histogram
  }
}
