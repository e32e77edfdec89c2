/// The radiated power of a transmitter, computed from output power, antenna gain and losses.
public struct RadiatedPower: Equatable, Sendable {
  /// The output power of the transmitter, in dBm.
  public var powerDecibelMilliwatts: Double
  /// The antenna gain, in dBi.
  public var gainDecibels: Double
  /// The loss of cables, filters and connectors, in dB.
  public var lossDecibels: Double

  /// Creates a radiated power from output power, antenna gain and losses.
  public init(powerDecibelMilliwatts: Double, gainDecibels: Double = 0, lossDecibels: Double = 0) {
    self.powerDecibelMilliwatts = powerDecibelMilliwatts
    self.gainDecibels = gainDecibels
    self.lossDecibels = lossDecibels
  }

  /// The equivalent isotropically radiated power (EIRP), in dBm.
  public var equivalentDecibelMilliwatts: Double { powerDecibelMilliwatts + gainDecibels - lossDecibels }
}
