import WaveUnits

/// How far off a loss may be, for the models that tell it.
extension CoveragePlan {
  /// Standard deviations on either side within which 8 of 10 places lie.
  public static let eightOfTenDeviations = 1.281_551_565_544_600_4

  /// Whether the model tells how far off it may be.
  public var tellsDeviation: Bool { learnedDeviation(kilometers: 1, excessDecibels: 0) != nil }

  /// Gives the standard deviation of a loss that the model has predicted.
  ///
  /// - Parameters:
  ///   - loss: Path loss, dB.
  ///   - kilometers: Length of the path.
  /// - Returns: In dB; nil where the model tells none.
  public func deviation(ofLoss loss: Double, kilometers: Double) -> Double? {
    // As free space has it at 1 m, the nearest that a map knows.
    let length = Swift.max(0.001, kilometers)
    let free = freeSpaceLossAtOneKilometer + 20 * Logarithm.decimal(length)
    guard
      let deviation = learnedDeviation(kilometers: length, excessDecibels: loss - free),
      deviation > 0, deviation.isFinite
    else { return nil }
    return deviation
  }

  /// Path loss in free space over 1 km, dB.
  var freeSpaceLossAtOneKilometer: Double { 20 * Logarithm.decimal(frequencyHertz) - 87.552_216_778 }

  /// Gives the probability that a level is at or above what a receiver needs.
  ///
  /// - Parameters:
  ///   - loss: Path loss, dB.
  ///   - kilometers: Length of the path.
  ///   - headroom: What the loss may be: the radiated power less the lowest level, dB.
  /// - Returns: From 0 to 1; nil where the model tells no deviation.
  public func reachProbability(loss: Double, kilometers: Double, headroom: Double) -> Double? {
    guard let deviation = deviation(ofLoss: loss, kilometers: kilometers) else { return nil }
    return NormalDistribution.share(below: (headroom - loss) / deviation)
  }
}
