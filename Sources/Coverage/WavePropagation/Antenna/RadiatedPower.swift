/// The radiated power of a transmitter, computed from its components.
public struct RadiatedPower: Equatable, Sendable {
  /// The output power of the transmitter, dBm.
  public var powerDecibelMilliwatts: Double
  /// The gain of the antenna, dBi.
  public var gainDecibels: Double
  /// The loss of cables, filters and connectors, dB.
  public var lossDecibels: Double

  /// Creates the radiated power from the values of the components.
  public init(powerDecibelMilliwatts: Double, gainDecibels: Double = 0, lossDecibels: Double = 0) {
    self.powerDecibelMilliwatts = powerDecibelMilliwatts
    self.gainDecibels = gainDecibels
    self.lossDecibels = lossDecibels
  }

  /// Equivalent isotropically radiated power, dBm.
  public var equivalentDecibelMilliwatts: Double {
    powerDecibelMilliwatts + gainDecibels - lossDecibels
  }
}
