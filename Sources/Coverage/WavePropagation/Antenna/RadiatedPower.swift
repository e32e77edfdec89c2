/// The radiated power of a transmitter, computed from its components.
public struct RadiatedPower: Equatable, Sendable {
  /// The output power of the transmitter, in dBm.
  public var powerDecibelMilliwatts: Double
  /// The antenna gain, in dBi.
  public var gainDecibels: Double
  /// The loss of cables, filters and connectors, in dB.
  public var lossDecibels: Double

  /// Creates the radiated power from the values of the components.
  public init(powerDecibelMilliwatts: Double, gainDecibels: Double = 0, lossDecibels: Double = 0) {
    self.powerDecibelMilliwatts = powerDecibelMilliwatts
    self.gainDecibels = gainDecibels
    self.lossDecibels = lossDecibels
  }

  /// The equivalent isotropically radiated power (EIRP), in dBm.
  public var equivalentDecibelMilliwatts: Double {
    powerDecibelMilliwatts + gainDecibels - lossDecibels
  }
}
