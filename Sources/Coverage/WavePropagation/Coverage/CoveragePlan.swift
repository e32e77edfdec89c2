public import WaveUnits

/// The parameters of a coverage map.
public struct CoveragePlan: Equatable, Sendable {
  /// The propagation model.
  public enum Model: UInt8, CaseIterable, Sendable {
    /// Free space and P.526's delta-Bullington diffraction at the median, which is fast enough to follow a
    /// dragged pin.
    case diffraction
    /// Recommendation ITU-R P.1812 in full.
    case p1812
    /// The Irregular Terrain Model.
    case irregularTerrain
    /// Free-space loss only.
    case freeSpace
    /// Hata's formulas, which ignore terrain.
    case hata
    /// Hata's model as extended by NTIA, which includes terrain.
    case extendedHata
    /// Diffraction, corrected by a model fitted to drive tests.
    case learned
    /// A model fitted to drive tests that depends only on distance, elevation difference and frequency.
    case learnedPlain
  }

  /// The transmitter's position.
  public var transmitter: Coordinate
  /// The frequency, in Hz.
  public var frequencyHertz: Double
  /// The radius of the map around the transmitter, in metres.
  public var radiusMeters: Double
  /// The transmitting antenna's height above ground, in metres.
  public var transmitterHeightMeters: Double
  /// The receiving antennas' height above ground, in metres.
  public var receiverHeightMeters: Double
  /// The propagation model.
  public var model: Model
  /// The polarisation of the antennas.
  public var polarization: P1812.Polarization
  /// The type of area around the receivers, for Hata's models and the learned models.
  public var area = HataArea.city
  /// The clutter along the paths, for P.1812.
  public var clutter = Clutter.open
  /// The percentage of time for which the loss is not exceeded, for P.1812 and the Irregular Terrain Model.
  public var timePercent = 50.0
  /// The percentage of locations at which the loss is not exceeded, for P.1812, the Irregular Terrain Model
  /// and the extended Hata model.
  public var locationPercent = 50.0
  /// The percentage of situations in which the loss is not exceeded, also called confidence, for the
  /// Irregular Terrain Model.
  public var situationPercent = 50.0

  /// Creates the plan of a map; the default is diffraction with vertical polarisation and antennas of 30 m
  /// and 1.5 m.
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
