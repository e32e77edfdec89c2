import WaveUnits

/// The radiated power and the required receiver level, which are separate from the plan because maps do not
/// depend on them.
struct LinkBudget: Equatable, Sendable {
  /// The equivalent isotropically radiated power (EIRP), in dBm.
  private(set) var radiatedDecibelMilliwatts = 34.0
  /// The required receiver level, in dBm.
  private(set) var sensitivityDecibelMilliwatts = -120.0

  /// Returns a link budget for the same receivers with a different power, in dBm.
  func radiating(_ power: Double) -> LinkBudget {
    LinkBudget(radiatedDecibelMilliwatts: power, sensitivityDecibelMilliwatts: sensitivityDecibelMilliwatts)
  }

  /// Returns a link budget with the same power and a different required receiver level, in dBm.
  func needing(_ level: Double) -> LinkBudget {
    LinkBudget(radiatedDecibelMilliwatts: radiatedDecibelMilliwatts, sensitivityDecibelMilliwatts: level)
  }

  /// Converts decibels to hundredths of a decibel, as used in maps.
  static func hundredths(_ decibels: Double) -> Int {
    Int(saturating: (Swift.max(-1000, Swift.min(1000, decibels)) * 100).rounded())
  }
}
