import WaveUnits

/// The radiated power and the level that receivers need, which are separate from the plan because changing
/// them requires no computation.
struct LinkBudget: Equatable, Sendable {
  /// The equivalent isotropically radiated power (EIRP), dBm.
  let radiatedDecibelMilliwatts: Double
  /// The lowest level that a receiver needs, dBm.
  let sensitivityDecibelMilliwatts: Double

  init(radiatedDecibelMilliwatts: Double = 34, sensitivityDecibelMilliwatts: Double = -120) {
    self.radiatedDecibelMilliwatts = radiatedDecibelMilliwatts
    self.sensitivityDecibelMilliwatts = sensitivityDecibelMilliwatts
  }

  /// Returns a link budget for the same receivers with another power in dBm.
  func radiating(_ power: Double) -> LinkBudget {
    LinkBudget(
      radiatedDecibelMilliwatts: power, sensitivityDecibelMilliwatts: sensitivityDecibelMilliwatts)
  }

  /// Returns a link budget with the same power for receivers that need another level in dBm.
  func needing(_ level: Double) -> LinkBudget {
    LinkBudget(radiatedDecibelMilliwatts: radiatedDecibelMilliwatts, sensitivityDecibelMilliwatts: level)
  }

  /// Converts decibels to hundredths of a decibel, as used in maps.
  static func hundredths(_ decibels: Double) -> Int {
    Int(saturating: (Swift.max(-1000, Swift.min(1000, decibels)) * 100).rounded())
  }
}
