/// The basic transmission loss of a path over land or sea, from 30 MHz to 6 GHz, according to Recommendation
/// ITU-R P.1812.
///
/// It combines Bullington's construction with the effect of a smooth earth, troposcatter, and ducting, each
/// weighted by how often it occurs. Buildings and trees are part of the profile. The Recommendation's maps of
/// refractivity must not be redistributed, so the defaults here are 45 N-units/km and 325 N-units, as usual
/// in temperate climates.
///
/// Source: Recommendation ITU-R P.1812-8 (2025), Annex 1.
public struct P1812: Equatable, Sendable {
  /// The polarisation of the antennas.
  public enum Polarization: Sendable { case horizontal, vertical }

  /// The frequency, in GHz; the Recommendation is valid from 0.03 to 6.
  public var frequencyGigahertz: Double
  /// The percentage of an average year for which the loss is not exceeded, 1 to 50.
  public var timePercent = 50.0
  /// The percentage of locations at which the loss is not exceeded, 1 to 99.
  public var locationPercent = 50.0
  /// The standard deviation of location variability, in dB.
  public var locationDeviationDecibels = 0.0
  /// The polarisation of the antennas.
  public var polarization = Polarization.vertical
  /// The transmitting antenna's height above ground, in metres.
  public var transmitterHeightMeters: Double
  /// The receiving antenna's height above ground, in metres.
  public var receiverHeightMeters: Double
  /// The latitude of the middle of the path, in degrees.
  public var latitudeDegrees: Double
  /// The decrease of refractivity in the lowest kilometre, in N-units/km.
  public var refractivityLapse = 45.0
  /// The refractivity at sea level, in N-units.
  public var surfaceRefractivity = 325.0
  /// The distance over land from the transmitter to the coast along the path, in km.
  public var transmitterCoastKilometers = 500.0
  /// The distance over land from the receiver to the coast along the path, in km.
  public var receiverCoastKilometers = 500.0

  /// Creates the parameters of a link.
  public init(
    frequencyGigahertz: Double, transmitterHeightMeters: Double, receiverHeightMeters: Double,
    latitudeDegrees: Double = 50
  ) {
    self.frequencyGigahertz = frequencyGigahertz
    self.transmitterHeightMeters = transmitterHeightMeters
    self.receiverHeightMeters = receiverHeightMeters
    self.latitudeDegrees = latitudeDegrees
  }

  /// Checks that the link is valid.
  ///
  /// - Throws: `PropagationError.impossible`.
  public func check() throws(PropagationError) {
    try LinkQuantity.frequency.check(frequencyGigahertz, above: 0, below: 1e6)
    try LinkQuantity.timePercent.check(timePercent, above: 0, below: 100)
    try LinkQuantity.locationPercent.check(locationPercent, above: 0, below: 100)
    try LinkQuantity.deviation.check(locationDeviationDecibels, above: -1e-9, below: 1e3)
    try LinkQuantity.transmitterHeight.check(transmitterHeightMeters, above: 0, below: 1e5)
    try LinkQuantity.receiverHeight.check(receiverHeightMeters, above: 0, below: 1e5)
    try LinkQuantity.latitude.check(latitudeDegrees, above: -90.1, below: 90.1)
    try LinkQuantity.refractivity.check(refractivityLapse, above: -1e4, below: 157)
    try LinkQuantity.refractivity.check(surfaceRefractivity, above: 0, below: 1e4)
    guard transmitterCoastKilometers >= 0, receiverCoastKilometers >= 0 else { throw .impossible(.distance) }
  }

  /// Returns the quantities that are outside the Recommendation's range; if there are any, the computed loss
  /// can be wrong.
  ///
  /// - Parameter profile: The ground along the path.
  /// - Returns: Each quantity once.
  public func doubts(of profile: PathProfile) -> [LinkQuantity] {
    ModelLimit.left(
      .p1812,
      by: [
        (.frequency, frequencyGigahertz * 1e9), (.timePercent, timePercent),
        (.locationPercent, locationPercent),
        (.transmitterHeight, transmitterHeightMeters), (.receiverHeight, receiverHeightMeters),
        (.distance, profile.lengthKilometers),
      ]
    ).map { $0.quantity }
  }

  /// The median effective earth radius, in km.
  var earthRadius: Double { 6371 * 157 / (157 - refractivityLapse) }
  /// The median effective earth radius for the default refractivity, in km.
  static let medianEarthRadius = 6371.0 * 157 / 112
  /// The effective earth radius exceeded for β₀ of the time, in km.
  static let bentEarthRadius = 6371.0 * 3
}
