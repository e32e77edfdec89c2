public import WaveUnits

/// What a coverage map is computed for.
public struct CoveragePlan: Equatable, Sendable {
  /// How path loss is computed.
  public enum Model: UInt8, CaseIterable, Sendable {
    /// Free space and P.526's delta-Bullington diffraction at the median: for a finger that drags.
    case diffraction
    /// Recommendation ITU-R P.1812 in full.
    case p1812
    /// The Irregular Terrain Model.
    case irregularTerrain
    /// Free space alone.
    case freeSpace
    /// Hata's formulas, which know no terrain.
    case hata
    /// Hata's model as NTIA extended it, with terrain.
    case extendedHata
    /// Diffraction, corrected by what drive tests have taught.
    case learned
    /// What drive tests have taught of distance, elevation difference and frequency alone.
    case learnedPlain
  }

  /// Where the transmitter stands.
  public var transmitter: Coordinate
  /// Frequency, Hz.
  public var frequencyHertz: Double
  /// How far from the transmitter the map goes, m.
  public var radiusMeters: Double
  /// Transmitting antenna above ground, m.
  public var transmitterHeightMeters: Double
  /// Receiving antennas above ground, m.
  public var receiverHeightMeters: Double
  /// How path loss is computed.
  public var model: Model
  /// How the electric field stands.
  public var polarization: P1812.Polarization
  /// What receivers stand amid, for Hata's models and the learned ones.
  public var area = HataArea.city
  /// What covers the ground along the paths: P.1812.
  public var clutter = Clutter.open
  /// Percentage of time for which the loss is not exceeded: P.1812, and the Irregular Terrain Model.
  public var timePercent = 50.0
  /// Percentage of places for which the loss is not exceeded: these two, and the extended Hata model.
  public var locationPercent = 50.0
  /// Percentage of situations for which the loss is not exceeded, also called confidence: the Irregular
  /// Terrain Model.
  public var situationPercent = 50.0

  /// Describes a map: of diffraction, vertically polarised, with antennas of 30 m and 1.5 m by default.
  public init(
    transmitter: Coordinate, frequencyHertz: Double, radiusMeters: Double,
    transmitterHeightMeters: Double = 30,
    receiverHeightMeters: Double = 1.5, model: Model = .diffraction,
    polarization: P1812.Polarization = .vertical
  ) {
    self.transmitter = transmitter
    self.frequencyHertz = frequencyHertz
    self.radiusMeters = radiusMeters
    self.transmitterHeightMeters = transmitterHeightMeters
    self.receiverHeightMeters = receiverHeightMeters
    self.model = model
    self.polarization = polarization
  }
}
