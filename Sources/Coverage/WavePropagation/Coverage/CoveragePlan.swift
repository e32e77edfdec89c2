public import WaveUnits

/// The parameters of a coverage map.
public struct CoveragePlan: Equatable, Sendable {
  /// The model of path loss.
  public enum Model: UInt8, CaseIterable, Sendable {
    /// Free space and P.526's delta-Bullington diffraction at the median: fast enough to follow a dragged
    /// pin.
    case diffraction
    /// Recommendation ITU-R P.1812, complete.
    case p1812
    /// The Irregular Terrain Model.
    case irregularTerrain
    /// Free space alone.
    case freeSpace
    /// Hata's formulas, which ignore terrain.
    case hata
    /// Hata's model as NTIA extended it, with terrain.
    case extendedHata
    /// Diffraction, corrected by a model fitted to drive tests.
    case learned
    /// A model fitted to drive tests, of distance, elevation difference and frequency alone.
    case learnedPlain
  }

  /// The place of the transmitter.
  public var transmitter: Coordinate
  /// Frequency, Hz.
  public var frequencyHertz: Double
  /// The radius of the map around the transmitter, m.
  public var radiusMeters: Double
  /// The height of the transmitting antenna above ground, m.
  public var transmitterHeightMeters: Double
  /// The height of receiving antennas above ground, m.
  public var receiverHeightMeters: Double
  /// The model of path loss.
  public var model: Model
  /// The polarisation.
  public var polarization: P1812.Polarization
  /// The surroundings of the receivers, for Hata's models and the learned ones.
  public var area = HataArea.city
  /// The clutter on the ground along the paths, for P.1812.
  public var clutter = Clutter.open
  /// The percentage of time for which the loss is not exceeded: for P.1812 and the Irregular Terrain Model.
  public var timePercent = 50.0
  /// The percentage of places for which the loss is not exceeded: for these two and the extended Hata model.
  public var locationPercent = 50.0
  /// The percentage of situations for which the loss is not exceeded, also called confidence: for the
  /// Irregular Terrain Model.
  public var situationPercent = 50.0

  /// Describes a map; by default of diffraction, with vertical polarisation and antennas of 30 m and 1.5 m.
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
