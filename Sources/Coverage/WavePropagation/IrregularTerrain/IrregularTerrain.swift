import WaveUnits

/// The Irregular Terrain Model, point to point and over an area, from 20 MHz to 20 GHz.
///
/// Source: G. A. Hufford, A. G. Longley, W. A. Kissick, A Guide to the Use of the ITS Irregular Terrain Model
/// in the Area Prediction Mode, NTIA Report 82-100, 1982; G. A. Hufford, The ITS Irregular Terrain Model,
/// version 1.2.2, the Algorithm.
public struct IrregularTerrain: Equatable, Sendable {
  /// The polarisation of the antennas.
  public enum Polarization: Sendable { case horizontal, vertical }

  /// The type of climate.
  public enum Climate: Int, Sendable {
    case equatorial = 1, continentalSubtropical, maritimeSubtropical, desert, continentalTemperate
    case maritimeTemperateOverLand, maritimeTemperateOverSea
  }

  /// The mode of variability, which determines how variations over time, locations and situations are
  /// combined.
  public enum Variability: Int, Sendable {
    case singleMessage = 0, accidental, mobile, broadcast
  }

  /// The care with which an antenna site was chosen, for predictions over an area.
  public enum Siting: Int, Sendable {
    case random = 0, careful, veryCareful
  }

  /// The frequency, in MHz.
  public var frequencyMegahertz: Double
  /// The transmitting antenna's height above ground, in metres.
  public var transmitterHeightMeters: Double
  /// The receiving antenna's height above ground, in metres.
  public var receiverHeightMeters: Double
  /// The polarisation of the antennas.
  public var polarization = Polarization.vertical
  /// The relative permittivity of the ground.
  public var permittivity = 15.0
  /// The conductivity of the ground, in S/m.
  public var conductivity = 0.005
  /// The refractivity in N-units, reduced to sea level.
  public var surfaceRefractivity = 301.0
  /// The type of climate.
  public var climate = Climate.continentalTemperate
  /// The mode of variability.
  public var variability = Variability.broadcast
  /// Whether the loss varies with the location; false if the locations of both ends are known.
  public var variesByLocation = true
  /// Whether the loss varies with the situation.
  public var variesBySituation = true
  /// The percentage of time for which the loss is not exceeded.
  public var timePercent = 50.0
  /// The percentage of locations at which the loss is not exceeded.
  public var locationPercent = 50.0
  /// The percentage of situations in which the loss is not exceeded.
  public var situationPercent = 50.0

  /// Creates the parameters of a link.
  public init(frequencyMegahertz: Double, transmitterHeightMeters: Double, receiverHeightMeters: Double) {
    self.frequencyMegahertz = frequencyMegahertz
    self.transmitterHeightMeters = transmitterHeightMeters
    self.receiverHeightMeters = receiverHeightMeters
  }

  /// Checks that the link is valid.
  ///
  /// - Throws: `PropagationError.impossible`.
  public func check() throws(PropagationError) {
    try LinkQuantity.frequency.check(frequencyMegahertz, above: 0, below: 1e9)
    try LinkQuantity.transmitterHeight.check(transmitterHeightMeters, above: 0, below: 1e5)
    try LinkQuantity.receiverHeight.check(receiverHeightMeters, above: 0, below: 1e5)
    try LinkQuantity.timePercent.check(timePercent, above: 0, below: 100)
    try LinkQuantity.locationPercent.check(locationPercent, above: 0, below: 100)
    try LinkQuantity.situationPercent.check(situationPercent, above: 0, below: 100)
    try LinkQuantity.refractivity.check(surfaceRefractivity, above: 0, below: 549)
    try LinkQuantity.ground.check(permittivity, above: 1, below: 1e6)
    try LinkQuantity.ground.check(conductivity, above: 0, below: 1e6)
  }

  /// Returns the quantities that are outside the model's range; if there are any, the computed loss can be
  /// wrong.
  ///
  /// - Parameter distance: The length of the path, in km.
  /// - Returns: Each quantity once.
  public func doubts(overKilometers distance: Double) -> [LinkQuantity] {
    ModelLimit.left(
      .irregularTerrain,
      by: [
        (.frequency, frequencyMegahertz * 1e6), (.transmitterHeight, transmitterHeightMeters),
        (.receiverHeight, receiverHeightMeters), (.distance, distance), (.refractivity, surfaceRefractivity),
      ]
    ).map { $0.quantity }
  }

  /// Computes the loss between two points, in dB.
  ///
  /// - Parameters:
  ///   - heights: Heights of the ground, in metres above sea level, from the transmitter to the receiver.
  ///   - spacing: The spacing of the heights, in metres.
  /// - Returns: The basic transmission loss.
  /// - Throws: `PropagationError`.
  /// - Complexity: O(heights), one or two arrays.
  public func loss(over heights: [Double], spacingMeters spacing: Double) throws(PropagationError) -> Double {
    try check()
    guard heights.count >= 2 else { throw .tooFewPoints(heights.count) }
    guard spacing > 0, spacing * Double(heights.count) < 1e9 else { throw .impossible(.distance) }
    if let void = heights.firstIndex(where: { !($0.magnitude < 1e5) }) { throw .notFinite(point: void) }
    let count = heights.count - 1
    let edge = Int(saturating: 0.1 * Double(count))
    let inner = heights[edge...(count - edge)]
    let ground = Ground(self, averageHeight: inner.reduce(0, +) / Double(inner.count))
    // About 5.7 km below sea level, the model's air is so dense that rays return to the ground.
    guard ground.curvature > 0 else { throw .impossible(.refractivity) }
    let path = TerrainPath(heights, spacing, self, ground)
    return loss(path, ground, isPointToPoint: true)
  }

  /// Computes the loss over an area with a given roughness, in dB.
  ///
  /// - Parameters:
  ///   - distance: The length of the path, in km.
  ///   - roughness: The range that contains the middle 80 % of the ground's heights, in metres.
  ///   - sitings: The care with which the sites of the transmitter and the receiver were chosen.
  /// - Returns: The basic transmission loss.
  /// - Throws: `PropagationError.impossible`.
  public func loss(
    overKilometers distance: Double, roughnessMeters roughness: Double, sitings: (Siting, Siting)
  ) throws(PropagationError) -> Double {
    try check()
    guard distance > 0, distance < 1e6 else { throw .impossible(.distance) }
    guard roughness >= 0, roughness < 1e5 else { throw .impossible(.ground) }
    let ground = Ground(self, averageHeight: 0)
    let path = TerrainPath(distance * 1000, roughness, sitings, self, ground)
    return loss(path, ground, isPointToPoint: false)
  }

  private func loss(_ path: TerrainPath, _ ground: Ground, isPointToPoint: Bool) -> Double {
    let reference = ReferenceAttenuation(
      path: path, ground: ground, frequency: frequencyMegahertz,
      heights: (transmitterHeightMeters, receiverHeightMeters), isPointToPoint: isPointToPoint)
    let free =
      32.45 + 20 * Logarithm.decimal(frequencyMegahertz) + 20 * Logarithm.decimal(path.distance / 1000)
    return varied(reference.value, path) + free
  }
}
