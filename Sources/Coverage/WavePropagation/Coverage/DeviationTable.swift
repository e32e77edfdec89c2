import WaveUnits

/// A table of a model's uncertainty by distance and loss beyond free space, interpolated between knots.
///
/// Deviations change slowly, and computing one takes as long as many look-ups, so each post of a map uses the
/// table.
struct DeviationTable {
  /// The knots along the distance, up to the map's rim: the decimal logarithm of the first distance in km
  /// (-2 is 10 m), and the number of knots per decade.
  private static let distances = (first: -2.0, perDecade: 40.0)
  /// The knots along the loss beyond free space, in dB: the first knot, the spacing, and the number of knots.
  private static let excesses = (first: -20.0, step: 5.0, count: 33)

  private let plan: CoveragePlan
  private let distanceCount: Int
  /// The deviations in dB, by distance and then by excess loss.
  private let values: [Double]

  /// Computes the deviations at the knots; nil if the model does not estimate a deviation.
  init?(_ plan: CoveragePlan) {
    let rim = Logarithm.decimal(Swift.max(0.1, Swift.min(1e6, plan.radiusMeters)) / 1000)
    let count = Swift.max(
      2, Int(saturating: ((rim - Self.distances.first) * Self.distances.perDecade).rounded(.up)) + 2)
    var values: [Double] = []
    values.reserveCapacity(count * Self.excesses.count)
    for row in 0..<count {
      let decades = Self.distances.first + Double(row) / Self.distances.perDecade
      for column in 0..<Self.excesses.count {
        let excess = Self.excesses.first + Double(column) * Self.excesses.step
        guard let value = Self.deviation(plan, decades: decades, excess: excess) else { return nil }
        values.append(value)
      }
    }
    self.plan = plan
    distanceCount = count
    self.values = values
  }

  private static func deviation(_ plan: CoveragePlan, decades: Double, excess: Double) -> Double? {
    let kilometers = Exponential.exp(decades * 2.302_585_092_994_045_7)
    guard let value = plan.learnedDeviation(kilometers: kilometers, excessDecibels: excess), value > 0,
      value.isFinite
    else { return nil }
    return value
  }

  /// Returns the standard deviation of a loss.
  ///
  /// - Parameters:
  ///   - decades: The decimal logarithm of the distance in km.
  ///   - excess: The loss beyond free space, in dB.
  /// - Returns: The deviation in dB; outside the range of the knots, it is computed by the model.
  func deviation(decades: Double, excess: Double) -> Double? {
    let row = (decades - Self.distances.first) * Self.distances.perDecade
    let column = (excess - Self.excesses.first) / Self.excesses.step
    guard row >= 0, column >= 0, row < Double(distanceCount - 1),
      column < Double(Self.excesses.count - 1)
    else { return Self.deviation(plan, decades: decades, excess: excess) }
    let (down, across) = (row - row.rounded(.down), column - column.rounded(.down))
    let first = Int(saturating: row) * Self.excesses.count + Int(saturating: column)
    let second = first + Self.excesses.count
    let near = values[first] + (values[first + 1] - values[first]) * across
    let far = values[second] + (values[second + 1] - values[second]) * across
    return near + (far - near) * down
  }
}
