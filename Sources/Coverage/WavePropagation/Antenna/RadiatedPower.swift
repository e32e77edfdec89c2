/// The radiated power of a transmitter, computed from the figures of its parts.
public struct RadiatedPower: Equatable, Sendable {
  /// The output power of the transmitter, dBm.
  public var powerDecibelMilliwatts: Double
  /// The gain of its antenna over an isotropic one, dBi.
  public var gainDecibels: Double
  /// The loss of cables, filters and connectors, dB.
  public var lossDecibels: Double

  /// Creates the power from the figures of the parts.
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
