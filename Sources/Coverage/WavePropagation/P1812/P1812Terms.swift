/// All terms of a path's loss, in dB unless stated otherwise.
public struct P1812Terms: Equatable, Sendable {
  /// The geometry of the path, Attachment 1 of the Recommendation.
  public internal(set) var geometry: PathGeometry
  /// β₀, the percentage of time with anomalous propagation.
  public internal(set) var ductingPercent = 0.0
  /// The free-space loss, equation (8).
  public internal(set) var freeSpace = 0.0
  /// The line-of-sight loss not exceeded for p % of the time, equation (10).
  public internal(set) var lineOfSight = 0.0
  /// The line-of-sight loss not exceeded for β₀ % of the time, equation (11).
  public internal(set) var lineOfSightDucting = 0.0
  /// The Bullington diffraction loss over the actual profile not exceeded for β₀ % of the time, equation
  /// (21); part of `diffractionDucting`.
  public internal(set) var bullington = 0.0
  /// The Bullington diffraction loss over a smooth profile.
  public internal(set) var smoothBullington = 0.0
  /// The spherical-earth diffraction loss, equation (27).
  public internal(set) var sphericalEarth = 0.0
  /// `bullington` at the median; part of `diffractionMedian`.
  public internal(set) var bullingtonMedian = 0.0
  /// `smoothBullington` at the median.
  public internal(set) var smoothBullingtonMedian = 0.0
  /// `sphericalEarth` at the median.
  public internal(set) var sphericalEarthMedian = 0.0
  /// The median diffraction loss, equation (39).
  public internal(set) var diffractionMedian = 0.0
  /// The diffraction loss not exceeded for β₀ % of the time.
  public internal(set) var diffractionDucting = 0.0
  /// The diffraction loss not exceeded for p % of the time, equation (41).
  public internal(set) var diffraction = 0.0
  /// The median basic transmission loss associated with diffraction, equation (42).
  public internal(set) var diffractedMedian = 0.0
  /// The basic transmission loss associated with diffraction not exceeded for p % of the time, equation (43).
  public internal(set) var diffracted = 0.0
  /// The troposcatter loss, equation (44).
  public internal(set) var troposcatter = 0.0
  /// The ducting and layer-reflection loss, equation (46).
  public internal(set) var ducting = 0.0
  /// The notional minimum loss of line-of-sight propagation and over-sea diffraction, equation (59).
  public internal(set) var leastLineOfSight = 0.0
  /// The notional minimum loss of line-of-sight propagation and ducting, equation (60).
  public internal(set) var leastDucting = 0.0
  /// The loss that combines diffraction with line-of-sight or ducting enhancements by distance, equation
  /// (61).
  public internal(set) var diffractedOrDucted = 0.0
  /// The loss that combines `diffractedOrDucted` with `leastLineOfSight` by angular distance, equation (62).
  public internal(set) var modified = 0.0
  /// The loss at the median of locations, equation (63).
  public internal(set) var median = 0.0
  /// The basic transmission loss, equation (69).
  public internal(set) var loss = 0.0
}
