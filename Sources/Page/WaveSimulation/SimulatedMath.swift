import WaveUnits

/// The functions of the simulation, from IEEE operations alone: a phone makes the same rows as a server.
enum SimulatedMath {
  /// 10 / ln(10).
  private static var decibelsPerNeper: Double { 4.342_944_819_032_518 }
  /// The number of distinct parts of a turn; half of them, doubled twice, fit an `Int` of 32 bits.
  private static var turnParts: Int { 1 << 30 }

  /// The sine of a number of turns, within 6e-9.
  static func sine(turns: Double) -> Double {
    let part = ((turns - turns.rounded(.down)) * Double(turnParts)).rounded(.down)
    return Trigonometry.sineCosine(turns: Int(saturating: part), over: turnParts).sine
  }

  /// The cosine of a number of turns, within 6e-9.
  static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// The sine of an angle in radians.
  static func sine(_ radians: Double) -> Double { sine(turns: radians / (2 * .pi)) }

  /// e raised to a power.
  static func exponential(_ power: Double) -> Double {
    Decibels.power(fromDecibels: power * decibelsPerNeper)
  }

  /// The natural logarithm of a positive number.
  static func logarithm(_ value: Double) -> Double {
    Decibels.decibels(fromPower: value) / decibelsPerNeper
  }

  /// 1 - e^power for a power below zero, exact also if it is close to zero.
  static func exponentialLack(_ power: Double) -> Double {
    power > -1e-5 ? -power * (1 + power / 2) : 1 - exponential(power)
  }

  /// A linear power from decibels.
  static func power(_ decibels: Double) -> Double { Decibels.power(fromDecibels: decibels) }
}
