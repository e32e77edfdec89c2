import WaveUnits

/// Statistics of a column's values, computed in one pass.
///
/// Only finite values are included; all others are counted separately. Deviations are computed about the mean
/// of each block of values and then combined, so that a large mean does not swamp the variance.
///
/// Source: T. Chan, G. Golub, R. LeVeque, Updating Formulae and a Pairwise Algorithm for Computing Sample
/// Variances, 1979; B. Welford, Technometrics 4, 1962, doi 10.1080/00401706.1962.10490022.
public struct Statistics: Equatable, Sendable {
  /// The number of finite values.
  public private(set) var count = 0
  /// The number of NaN values, which represent missing values.
  public private(set) var missingCount = 0
  /// The number of infinite values.
  public private(set) var infiniteCount = 0
  /// The smallest finite value; +∞ if there are none.
  public private(set) var minimum = Double.infinity
  /// The largest finite value; −∞ if there are none.
  public private(set) var maximum = -Double.infinity
  private var meanOrZero = 0.0
  /// The sum of the finite values' squared distances from their mean.
  public private(set) var squaredDeviations = 0.0

  /// Creates the statistics of an empty set of values.
  public init() {}

  /// Creates statistics from stored results.
  public init(
    count: Int, missingCount: Int, infiniteCount: Int, minimum: Double, maximum: Double, mean: Double,
    squaredDeviations: Double
  ) {
    self.count = count
    self.missingCount = missingCount
    self.infiniteCount = infiniteCount
    self.minimum = minimum
    self.maximum = maximum
    meanOrZero = mean
    self.squaredDeviations = squaredDeviations
  }

  /// The mean; nil if there are no values.
  public var mean: Double? { count == 0 ? nil : meanOrZero }

  /// The sample variance, with divisor count − 1; nil for fewer than two values.
  public var variance: Double? { count < 2 ? nil : squaredDeviations / Double(count - 1) }

  /// The square root of the variance; nil for fewer than two values.
  public var standardDeviation: Double? { variance?.squareRoot() }

  /// Adds a value to the statistics.
  ///
  /// - Complexity: O(1).
  public mutating func add(_ value: Double) {
    guard value.isFinite else {
      if value.isNaN {
        missingCount = missingCount.saturatingAdding(1)
      } else {
        infiniteCount = infiniteCount.saturatingAdding(1)
      }
      return
    }
    count = count.saturatingAdding(1)
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    let distance = value - meanOrZero
    meanOrZero += distance / Double(count)
    squaredDeviations += distance * (value - meanOrZero)
  }

  /// Adds values to the statistics.
  ///
  /// - Complexity: O(values), without allocation.
  public mutating func add(_ values: Span<Double>) {
    for position in values.indices { add(values[position]) }
  }

  /// Adds values to the statistics.
  ///
  /// - Complexity: O(values), without allocation.
  public mutating func add(_ values: Span<Float>) {
    for start in stride(from: 0, to: values.count, by: MomentScan.blockCount) {
      let block = values.extracting(start..<Swift.min(start + MomentScan.blockCount, values.count))
      guard let moments = MomentScan.moments(of: block) else {
        for position in block.indices { add(Double(block[position])) }
        continue
      }
      join(
        Statistics(
          count: block.count, missingCount: 0, infiniteCount: 0, minimum: Double(moments.extremes.minimum),
          maximum: Double(moments.extremes.maximum), mean: moments.mean,
          squaredDeviations: moments.squaredDeviations))
    }
  }

  /// Adds the statistics of a second set of values.
  ///
  /// - Complexity: O(1).
  public mutating func join(_ other: Statistics) {
    missingCount = missingCount.saturatingAdding(other.missingCount)
    infiniteCount = infiniteCount.saturatingAdding(other.infiniteCount)
    guard other.count > 0 else { return }
    let sum = count.saturatingAdding(other.count)
    let total = Double(sum)
    let distance = other.meanOrZero - meanOrZero
    squaredDeviations +=
      other.squaredDeviations + distance * distance * (Double(count) * Double(other.count) / total)
    meanOrZero += distance * (Double(other.count) / total)
    count = sum
    minimum = Swift.min(minimum, other.minimum)
    maximum = Swift.max(maximum, other.maximum)
  }
}

extension Series {
  /// Returns the statistics of the values in a range.
  ///
  /// - Complexity: O(values), without allocation.
  public func statistics(from start: Int, to end: Int) -> Statistics {
    var statistics = Statistics()
    forEachSpan(from: start, to: end) { statistics.add($0) }
    return statistics
  }
}
