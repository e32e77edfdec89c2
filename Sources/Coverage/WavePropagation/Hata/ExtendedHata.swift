import WaveUnits

/// Hata's model as extended by NTIA: to 3 GHz and 100 km, with Okumura's corrections for hills, slopes,
/// ridges and the sea.
///
/// Source: E. Drocella and others, 3.5 GHz Exclusion Zone Analyses and Methodology, NTIA Report 15-517, 2015,
/// and NTIA's implementation of it; Y. Okumura and others, Field Strength and Its Variability in VHF and UHF
/// Land-Mobile Radio Service, Rev. Elec. Comm. Lab. 16, 1968.
public struct ExtendedHata: Equatable, Sendable {
  /// The method of computing effective antenna heights, which are heights above the surrounding ground.
  ///
  /// The methods differ only on paths of 3 to 15 km.
  public enum EffectiveHeights: Sendable {
    /// Subtracts the scaled mean height of the ground, as in NTIA's first code, with which the original
    /// reference cases were computed. High land therefore counts as a mountain everywhere.
    case original
    /// Scales the difference from the mean height, as in NTIA's code since 2018.
    case revised
  }

  /// The frequency, in MHz.
  public var frequencyMegahertz: Double
  /// The base station antenna's height above ground, in metres.
  public var baseHeightMeters: Double
  /// The mobile station antenna's height above ground, in metres.
  public var mobileHeightMeters: Double
  /// The type of area around the mobile station; this model treats both types of cities alike.
  public var area: HataArea
  /// The method of computing effective heights.
  public var effectiveHeights: EffectiveHeights
  /// The percentage of locations at which the loss is not exceeded.
  public var locationPercent = 50.0

  /// Creates the parameters of a link.
  public init(
    frequencyMegahertz: Double, baseHeightMeters: Double, mobileHeightMeters: Double, area: HataArea = .city,
    effectiveHeights: EffectiveHeights = .revised
  ) {
    self.frequencyMegahertz = frequencyMegahertz
    self.baseHeightMeters = baseHeightMeters
    self.mobileHeightMeters = mobileHeightMeters
    self.area = area
    self.effectiveHeights = effectiveHeights
  }

  /// Checks that the link is valid.
  ///
  /// - Throws: `PropagationError.impossible`.
  public func check() throws(PropagationError) {
    try LinkQuantity.frequency.check(frequencyMegahertz, above: 0, below: 1e9)
    try LinkQuantity.transmitterHeight.check(baseHeightMeters, above: 0, below: 1e5)
    try LinkQuantity.receiverHeight.check(mobileHeightMeters, above: 0, below: 1e5)
    try LinkQuantity.locationPercent.check(locationPercent, above: 0, below: 100)
  }

  /// Computes the loss between two stations.
  ///
  /// - Parameters:
  ///   - heights: Heights of the ground, in metres above sea level, from the base station to the mobile one;
  ///     exactly 0 m means sea.
  ///   - spacing: The spacing of the heights, in metres.
  /// - Returns: The terms of the loss, in dB.
  /// - Throws: `PropagationError`.
  /// - Complexity: O(n log n) in the number of heights, one or two arrays.
  public func terms(
    over heights: [Double], spacingMeters spacing: Double
  ) throws(PropagationError) -> ExtendedHataTerms {
    try check()
    guard heights.count >= 2 else { throw .tooFewPoints(heights.count) }
    guard spacing > 1e-3, spacing * Double(heights.count) < 1e9 else { throw .impossible(.distance) }
    if let void = heights.firstIndex(where: { !($0.magnitude < 1e5) }) { throw .notFinite(point: void) }
    let ground = HataGround(
      heights, spacing, heights: (base: baseHeightMeters, mobile: mobileHeightMeters), effectiveHeights)
    var terms = ExtendedHataTerms()
    terms.effectiveBaseHeightMeters = ground.effectiveBase
    terms.effectiveMobileHeightMeters = ground.effectiveMobile
    terms.roughnessMeters = ground.roughness
    terms.slopeMilliradians = ground.slope
    terms.seaShare = ground.seaShare
    terms.hasSingleHorizon = ground.ridge != nil
    terms.median = median(ground.kilometers, base: ground.effectiveBase, mobile: ground.effectiveMobile)
    if let ridge = ground.ridge {
      terms.ridge = HataCorrection.ridge(ridge)
    } else {
      terms.hills = HataCorrection.hills(ground.roughness)
      terms.fineHills = HataCorrection.fineHills(ground)
      terms.slope = HataCorrection.slope(ground.slope, kilometers: ground.kilometers)
    }
    terms.sea = HataCorrection.sea(ground.seaShare, ground.seaEnd, kilometers: ground.kilometers)
    if locationPercent != 50 {
      terms.variation = InverseNormal.of(locationPercent / 100) * locationDeviationDecibels
    }
    return terms
  }

  /// The standard deviation of the loss between locations, in dB.
  public var locationDeviationDecibels: Double {
    let f = Logarithm.decimal(frequencyMegahertz)
    let urban = 4.0976291 - 1.2255656 * f + 0.68350345 * f * f
    return area == .largeCity || area == .city ? urban : urban + 2
  }
}
