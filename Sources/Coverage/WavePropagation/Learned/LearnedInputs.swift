import WaveUnits

/// What the learned models know of a path.
public struct LearnedInputs: Equatable, Sendable {
  /// From antenna to antenna over the ground, km.
  public var distanceKilometers: Double
  /// What Bullington's one edge costs, dB: section 4.3.1 of P.1812.
  public var edgeDecibels: Double
  /// What delta-Bullington diffraction costs, dB: the physics that is corrected.
  public var diffractionDecibels: Double
  /// The transmitting antenna above smooth ground, m: section 5.6 of P.1812's Attachment 1.
  public var effectiveHeightMeters: Double
  /// The receiver's ground above the mean of the path's last kilometre, m: on a hill above 0, in a valley
  /// below.
  public var reliefMeters: Double
  /// The receiver's ground above the transmitter's, m.
  public var riseMeters: Double

  /// How much of the path before the receiver its ground is compared with, km.
  static let reliefKilometers = 1.0

  /// Takes what is known already.
  public init(
    distanceKilometers: Double, edgeDecibels: Double, diffractionDecibels: Double,
    effectiveHeightMeters: Double, reliefMeters: Double, riseMeters: Double
  ) {
    self.distanceKilometers = distanceKilometers
    self.edgeDecibels = edgeDecibels
    self.diffractionDecibels = diffractionDecibels
    self.effectiveHeightMeters = effectiveHeightMeters
    self.reliefMeters = reliefMeters
    self.riseMeters = riseMeters
  }
}

extension CoveragePlan {
  /// Finds out what the learned models have to know of a path.
  ///
  /// - Parameter profile: The ground from the transmitter to the receiver.
  /// - Returns: What the models take.
  /// - Throws: `PropagationError`: the plan or the profile cannot be.
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

  /// The receiver's ground above the mean of those points that are no further than a kilometre before it, m.
  private func relief(_ profile: PathProfile) -> Double {
    let (distances, heights) = (profile.distancesKilometers, profile.heightsMeters)
    // Half a metre, so that a point at the limit is in, however its distance was rounded.
    let first = profile.lengthKilometers - LearnedInputs.reliefKilometers - 0.0005
    var (sum, count) = (0.0, 0.0)
    for index in heights.indices.reversed() where distances[index] >= first {
      sum += heights[index]
      count += 1
    }
    return heights[heights.count - 1] - sum / count
  }
}
