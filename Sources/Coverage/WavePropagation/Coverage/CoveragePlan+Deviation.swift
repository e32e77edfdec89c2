import WaveUnits

/// The uncertainty of losses, for the models that estimate it.
extension CoveragePlan {
  /// The number of standard deviations on either side of the median within which 8 of 10 locations lie.
  public static let eightOfTenDeviations = 1.281_551_565_544_600_4

  /// Whether the model estimates its uncertainty.
  public var estimatesDeviation: Bool { learnedDeviation(kilometers: 1, excessDecibels: 0) != nil }

  /// Returns the standard deviation of a predicted loss.
  ///
  /// - Parameters:
  ///   - loss: Path loss, in dB.
  ///   - kilometers: The length of the path.
  /// - Returns: The standard deviation, in dB; nil if the model does not estimate it.
  public func deviation(ofLoss loss: Double, kilometers: Double) -> Double? {
    // The distance is at least 1 m, the smallest distance on a map.
    let length = Swift.max(0.001, kilometers)
    let free = freeSpaceLossAtOneKilometer + 20 * Logarithm.decimal(length)
    guard
      let deviation = learnedDeviation(kilometers: length, excessDecibels: loss - free),
      deviation > 0, deviation.isFinite
    else { return nil }
    return deviation
  }

  /// Path loss in free space over 1 km, in dB.
  var freeSpaceLossAtOneKilometer: Double { 20 * Logarithm.decimal(frequencyHertz) - 87.552_216_778 }

  /// Returns the probability that the level at a receiver is sufficient.
  ///
  /// - Parameters:
  ///   - loss: Path loss, in dB.
  ///   - kilometers: The length of the path.
  ///   - headroom: The greatest permissible loss in dB, which is the radiated power minus the lowest
  ///     sufficient level.
  /// - Returns: A probability from 0 to 1, or nil if the model does not estimate a deviation.
  public func reachProbability(loss: Double, kilometers: Double, headroom: Double) -> Double? {
    guard let deviation = deviation(ofLoss: loss, kilometers: kilometers) else { return nil }
    return NormalDistribution.share(below: (headroom - loss) / deviation)
  }
}
