import WaveUnits

extension CoveragePlan {
  /// The shortest distance in km at which P.1812 applies; below it, the loss beyond free space is reduced in
  /// proportion to the distance.
  static let nearKilometers = 0.25
  /// The standard deviation in dB of location variability for planning terrestrial broadcasting in P.1812,
  /// section 4.8.
  public static let locationDeviationDecibels = 5.5

  /// Computes the loss of a single path in double precision, as a reference for maps.
  ///
  /// - Parameter profile: The ground from the transmitter to the receiver.
  /// - Returns: Path loss, in dB.
  /// - Throws: `PropagationError`.
  /// - Complexity: O(points), a few arrays.
  public func loss(over profile: PathProfile) throws(PropagationError) -> Double {
    try check()
    try profile.check()
    switch model {
    case .freeSpace: return freeSpaceLoss(over: profile)
    case .diffraction: return freeSpaceLoss(over: profile) + diffractionLoss(over: profile)
    case .p1812:
      let loss = try p1812.terms(of: cluttered(profile)).loss
      guard profile.lengthKilometers < Self.nearKilometers else { return loss }
      let free = freeSpaceLoss(over: profile)
      return free + (loss - free) * profile.lengthKilometers / Self.nearKilometers
    case .irregularTerrain:
      let heights = profile.heightsMeters
      return try irregularTerrain.loss(
        over: heights, spacingMeters: profile.lengthKilometers * 1000 / Double(heights.count - 1))
    case .learned, .learnedPlain:
      let inputs = try learnedInputs(over: profile)
      return freeSpaceLoss(over: profile) + (learnedExcess(inputs) ?? 0)
    case .hata, .extendedHata: return Swift.max(freeSpaceLoss(over: profile), try hataLoss(over: profile))
    }
  }

  /// The parameters of P.1812 for this plan.
  public var p1812: P1812 {
    var link = P1812(
      frequencyGigahertz: frequencyHertz / 1e9, transmitterHeightMeters: transmitterHeightMeters,
      receiverHeightMeters: receiverHeightMeters, latitudeDegrees: transmitter.latitudeDegrees)
    link.polarization = polarization
    link.timePercent = timePercent
    link.locationPercent = locationPercent
    // At the median there is no variation between locations, but the Recommendation's approximation of the
    // inverse normal distribution is not quite zero there.
    if locationPercent != 50 { link.locationDeviationDecibels = Self.locationDeviationDecibels }
    return link
  }

  /// The parameters of the Irregular Terrain Model for this plan.
  public var irregularTerrain: IrregularTerrain {
    var link = IrregularTerrain(
      frequencyMegahertz: frequencyHertz / 1e6, transmitterHeightMeters: transmitterHeightMeters,
      receiverHeightMeters: receiverHeightMeters)
    link.polarization = polarization == .vertical ? .vertical : .horizontal
    link.timePercent = timePercent
    link.locationPercent = locationPercent
    link.situationPercent = situationPercent
    return link
  }

  /// Returns the free-space loss between the antennas in dB.
  func freeSpaceLoss(over profile: PathProfile) -> Double {
    let heights = profile.heightsMeters
    let rise = (heights.last ?? 0) + receiverHeightMeters - (heights.first ?? 0) - transmitterHeightMeters
    let meters = profile.lengthKilometers * 1000
    let square = Swift.max(1, meters * meters + rise * rise)
    return 20 * Logarithm.decimal(frequencyHertz) - 147.552_216_778 + 10 * Logarithm.decimal(square)
  }

  private func diffractionLoss(over profile: PathProfile) -> Double {
    guard profile.heightsMeters.count > 2 else { return 0 }
    return diffractionTerms(over: profile).loss.loss
  }

  /// Returns the terms of the diffraction loss, and the transmitting antenna's height above smooth ground.
  func diffractionTerms(over profile: PathProfile) -> (loss: Diffraction.Terms, effectiveHeight: Double) {
    let link = p1812
    let geometry = PathGeometry(profile, link)
    let gigahertz = frequencyHertz / 1e9
    let diffraction = Diffraction(
      distances: profile.distancesKilometers, total: profile.lengthKilometers,
      wavelength: 0.299792458 / gigahertz, frequency: gigahertz, seaShare: profile.share(of: .sea),
      polarization: polarization)
    let terms = diffraction.terms(
      over: profile.obstacleHeights, from: geometry.transmitter, to: geometry.receiver,
      smooth: geometry.smoothHeights, radius: link.earthRadius)
    return (terms, geometry.smoothHeights.0)
  }
}
