/// The terms of a path's loss in the extended Hata model, in dB unless stated otherwise.
///
/// Corrections are subtracted from the median over flat ground.
public struct ExtendedHataTerms: Equatable, Sendable {
  /// The base station antenna's height above the surrounding ground, in metres.
  public internal(set) var effectiveBaseHeightMeters = 0.0
  /// The mobile station antenna's height above the surrounding ground, in metres.
  public internal(set) var effectiveMobileHeightMeters = 0.0
  /// The range that contains the middle 80 % of the heights near the mobile station, in metres.
  public internal(set) var roughnessMeters = 0.0
  /// The slope of the ground at the mobile station in mrad; positive if the ground rises from the base
  /// station's side.
  public internal(set) var slopeMilliradians = 0.0
  /// The fraction of the path over sea, 0 to 1.
  public internal(set) var seaShare = 0.0
  /// Whether both stations have the same horizon, which is a ridge.
  public internal(set) var hasSingleHorizon = false
  /// The median loss over flat ground.
  public internal(set) var median = 0.0
  /// The correction for a ridge between the stations.
  public internal(set) var ridge = 0.0
  /// The correction for rolling hills.
  public internal(set) var hills = 0.0
  /// The correction for the mobile station's position among the hills.
  public internal(set) var fineHills = 0.0
  /// The correction for the slope at the mobile station.
  public internal(set) var slope = 0.0
  /// The correction for sea along the path.
  public internal(set) var sea = 0.0
  /// The loss added for the percentage of locations.
  public internal(set) var variation = 0.0

  /// The basic transmission loss.
  public var loss: Double { median + variation - ridge - hills - fineHills - slope - sea }
}
