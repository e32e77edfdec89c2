/// What the loss of a path is made of by the extended Hata model, dB by default.
///
/// Corrections are what is taken away from the median of flat ground.
public struct ExtendedHataTerms: Equatable, Sendable {
  /// The base station's antenna over the ground around it, m.
  public internal(set) var effectiveBaseHeightMeters = 0.0
  /// The mobile station's antenna over the ground around it, m.
  public internal(set) var effectiveMobileHeightMeters = 0.0
  /// Heights between which the middle 80 % of the ground near the mobile station lie are so far apart, m.
  public internal(set) var roughnessMeters = 0.0
  /// How the ground at the mobile station slopes: above 0 where it rises from the base station's side.
  public internal(set) var slopeMilliradians = 0.0
  /// How much of the path is sea, 0 to 1.
  public internal(set) var seaShare = 0.0
  /// Whether both stations have one horizon, a ridge.
  public internal(set) var hasSingleHorizon = false
  /// The median over flat ground.
  public internal(set) var median = 0.0
  /// For a ridge between the stations.
  public internal(set) var ridge = 0.0
  /// For rolling hills.
  public internal(set) var hills = 0.0
  /// For where among the hills the mobile station stands.
  public internal(set) var fineHills = 0.0
  /// For the slope at the mobile station.
  public internal(set) var slope = 0.0
  /// For the sea on the way.
  public internal(set) var sea = 0.0
  /// What the percentage of places adds.
  public internal(set) var variation = 0.0

  /// The basic transmission loss.
  public var loss: Double { median + variation - ridge - hills - fineHills - slope - sea }
}
