/// What a transmitter radiates, made of what stands on its parts.
public struct RadiatedPower: Equatable, Sendable {
  /// Power that the transmitter puts out, dBm.
  public var powerDecibelMilliwatts: Double
  /// Gain of its antenna over an isotropic one, dBi.
  public var gainDecibels: Double
  /// What cables, filters and connectors lose, dB.
  public var lossDecibels: Double

  /// Takes the parts.
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
