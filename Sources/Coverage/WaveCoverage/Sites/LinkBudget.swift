import WaveUnits

/// What the transmitter radiates and what receivers need, beside the plan: changing these computes nothing
/// again.
struct LinkBudget: Equatable, Sendable {
  /// Power that the transmitter radiates, over an isotropic antenna, dBm.
  let radiatedDecibelMilliwatts: Double
  /// The lowest level that a receiver needs, dBm.
  let sensitivityDecibelMilliwatts: Double

  init(radiatedDecibelMilliwatts: Double = 34, sensitivityDecibelMilliwatts: Double = -120) {
    self.radiatedDecibelMilliwatts = radiatedDecibelMilliwatts
    self.sensitivityDecibelMilliwatts = sensitivityDecibelMilliwatts
  }

  /// The same receivers, with another power in dBm.
  func radiating(_ power: Double) -> LinkBudget {
    LinkBudget(
      radiatedDecibelMilliwatts: power, sensitivityDecibelMilliwatts: sensitivityDecibelMilliwatts)
  }

  /// The same power, with receivers that need another level in dBm.
  func needing(_ level: Double) -> LinkBudget {
    LinkBudget(radiatedDecibelMilliwatts: radiatedDecibelMilliwatts, sensitivityDecibelMilliwatts: level)
  }

  /// Decibels in hundredths, as maps have them.
  static func hundredths(_ decibels: Double) -> Int {
    Int(saturating: (Swift.max(-1000, Swift.min(1000, decibels)) * 100).rounded())
  }
}
