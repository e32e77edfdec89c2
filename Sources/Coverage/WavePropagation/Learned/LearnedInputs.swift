import WaveUnits

/// The inputs of the learned models for a path.
public struct LearnedInputs: Equatable, Sendable {
  /// The distance between the antennas along the ground, in km.
  public var distanceKilometers: Double
  /// The loss in dB of Bullington's single edge, section 4.3.1 of P.1812.
  public var edgeDecibels: Double
  /// The loss of delta-Bullington diffraction in dB, the physical model that is corrected.
  public var diffractionDecibels: Double
  /// The height in metres of the transmitting antenna above smooth ground, section 5.6 of P.1812's Attachment
  /// 1.
  public var effectiveHeightMeters: Double
  /// The height of the ground at the receiver above the mean over the path's last kilometre, in metres;
  /// positive on a hill and negative in a valley.
  public var reliefMeters: Double
  /// The difference in ground height between receiver and transmitter, in metres; positive if the receiver is
  /// higher.
  public var riseMeters: Double

  /// The length of the path before the receiver over which the mean ground height is computed, in km.
  static let reliefKilometers = 1.0
}

extension CoveragePlan {
  /// Computes the inputs of the learned models for a path.
  ///
  /// - Parameter profile: The ground from the transmitter to the receiver.
  /// - Returns: The inputs of the models.
  /// - Throws: `PropagationError` if the plan or the profile is invalid.
  /// - Complexity: O(points), a few arrays.
  public func learnedInputs(over profile: PathProfile) throws(PropagationError) -> LearnedInputs {
    try check()
    try profile.check()
    let heights = profile.heightsMeters
    var inputs = LearnedInputs(
      distanceKilometers: profile.lengthKilometers, edgeDecibels: 0, diffractionDecibels: 0,
      effectiveHeightMeters: transmitterHeightMeters, reliefMeters: relief(profile),
      riseMeters: heights[heights.count - 1] - heights[0])
    guard heights.count > 2 else { return inputs }
    let terms = diffractionTerms(over: profile)
    inputs.edgeDecibels = terms.loss.bullington
    inputs.diffractionDecibels = terms.loss.loss
    inputs.effectiveHeightMeters = terms.effectiveHeight
    return inputs
  }

  /// Returns the height of the ground at the receiver above the mean of the points within a kilometre before
  /// it, in metres.
  private func relief(_ profile: PathProfile) -> Double {
    let (distances, heights) = (profile.distancesKilometers, profile.heightsMeters)
    // Half a metre is added so that a point at the limit is included regardless of rounding.
    let first = profile.lengthKilometers - LearnedInputs.reliefKilometers - 0.0005
    var (sum, count) = (0.0, 0.0)
    for index in heights.indices.reversed() where distances[index] >= first {
      sum += heights[index]
      count += 1
    }
    return heights[heights.count - 1] - sum / count
  }
}
