/// All terms of a loss, in dB unless stated otherwise.
public struct P1812Terms: Equatable, Sendable {
  /// Path geometry: see the Recommendation's Attachment 1.
  public internal(set) var geometry: PathGeometry
  /// The percentage of time in which layers bend rays over the horizon.
  public internal(set) var ductingPercent = 0.0
  /// Free space, equation (8).
  public internal(set) var freeSpace = 0.0
  /// Line of sight, not exceeded for p % of time, equation (10).
  public internal(set) var lineOfSight = 0.0
  /// The same for `ductingPercent`, equation (11).
  public internal(set) var lineOfSightDucting = 0.0
  /// Bullington's edge over the real profile, for `ductingPercent`, equation (21); part of
  /// `diffractionDucting`.
  public internal(set) var bullington = 0.0
  /// Bullington's edge over a smooth profile.
  public internal(set) var smoothBullington = 0.0
  /// Around a sphere, equation (27).
  public internal(set) var sphericalEarth = 0.0
  /// `bullington` at the median; part of `diffractionMedian`.
  public internal(set) var bullingtonMedian = 0.0
  /// `smoothBullington` at the median.
  public internal(set) var smoothBullingtonMedian = 0.0
  /// `sphericalEarth` at the median.
  public internal(set) var sphericalEarthMedian = 0.0
  /// Diffraction at the median, equation (39).
  public internal(set) var diffractionMedian = 0.0
  /// The same for `ductingPercent`.
  public internal(set) var diffractionDucting = 0.0
  /// The same for p %, equation (41).
  public internal(set) var diffraction = 0.0
  /// The loss with diffraction at the median, equation (42).
  public internal(set) var diffractedMedian = 0.0
  /// The loss with diffraction, equation (43).
  public internal(set) var diffracted = 0.0
  /// The loss of troposcatter, equation (44).
  public internal(set) var troposcatter = 0.0
  /// Ducting and layer reflection, equation (46).
  public internal(set) var ducting = 0.0
  /// The notional line-of-sight loss with diffraction that is combined with ducting, equation (59).
  public internal(set) var leastLineOfSight = 0.0
  /// Line of sight combined with ducting, equation (60).
  public internal(set) var leastDucting = 0.0
  /// Diffraction combined with ducting over distance, equation (61).
  public internal(set) var diffractedOrDucted = 0.0
  /// All of these combined over the angle, equation (62).
  public internal(set) var modified = 0.0
  /// The loss at the median of places, equation (63).
  public internal(set) var median = 0.0
  /// The basic transmission loss, equation (69).
  public internal(set) var loss = 0.0
}
