import WaveUnits

/// How often values occur in equal bins from `low` to `high`.
///
/// Bin b holds the values whose ⌊(value − low) · bins / (high − low)⌋ is b, and the last one `high`, too.
/// What lies outside, and what is not finite, is counted by itself.
public struct Histogram: Equatable, Sendable {
  /// Where the first bin begins.
  public let low: Double
  /// Where the last bin ends.
  public let high: Double
  /// Values in each bin.
  public private(set) var counts: [Int]
  /// Finite values below the first bin.
  public private(set) var belowCount = 0
  /// Finite values above the last bin.
  public private(set) var aboveCount = 0
  /// Values that are NaN or infinite.
  public private(set) var missingCount = 0

  /// As many bins as a histogram may have.
  public static let binLimit = 65_536

  /// Makes an empty histogram.
  ///
  /// - Parameters:
  ///   - low: Where the first bin begins; of numbers that are not finite or not in order, 0 and 1 are made.
  ///   - high: Where the last bin ends.
  ///   - bins: How many bins, held to 1...``binLimit``.
  public init(low: Double, high: Double, bins: Int) {
    let isRange = (high - low).isFinite && high > low
    self.low = isRange ? low : 0
    self.high = isRange ? high : 1
    let bins = Swift.min(Swift.max(bins, 1), Self.binLimit)
    counts = Array(repeating: 0, count: bins)
  }

  /// Takes values in.
  ///
  /// - Complexity: O(values), no allocation.
  public mutating func take(_ values: Span<Float>) {
    for position in values.indices { take(Double(values[position])) }
  }

  /// Takes a value in.
  ///
  /// - Complexity: O(1).
  public mutating func take(_ value: Double) {
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
  /// How often values occur in a range of rows.
  ///
  /// - Complexity: O(values), one allocation.
  public func histogram(from start: Int, to end: Int, low: Double, high: Double, bins: Int) -> Histogram {
    var histogram = Histogram(low: low, high: high, bins: bins)
    forEachPiece(from: start, to: end) { histogram.take($0) }
    return histogram
  }
}
