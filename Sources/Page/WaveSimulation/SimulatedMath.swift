import WaveUnits

/// Functions of the simulation that use only IEEE operations, so a phone computes the same rows as a server.
enum SimulatedMath {
  /// The constant 10 / ln(10).
  private static var decibelsPerNeper: Double { 4.342_944_819_032_518 }
  /// The number of distinct angles in a turn, small enough for `Trigonometry` to compute with a 32-bit `Int`.
  private static var turnParts: Int { 1 << 30 }

  /// Returns the sine of a number of turns, accurate to 6e-9.
  static func sine(turns: Double) -> Double {
    let part = ((turns - turns.rounded(.down)) * Double(turnParts)).rounded(.down)
    return Trigonometry.sineCosine(turns: Int(saturating: part), over: turnParts).sine
  }

  /// Returns the cosine of a number of turns, accurate to 6e-9.
  static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// Returns the sine of an angle in radians.
  static func sine(_ radians: Double) -> Double { sine(turns: radians / (2 * .pi)) }

  /// Returns e raised to a power.
  static func exponential(_ power: Double) -> Double {
    Decibels.power(fromDecibels: power * decibelsPerNeper)
  }

  /// Returns the natural logarithm of a positive number.
  static func logarithm(_ value: Double) -> Double { Decibels.decibels(fromPower: value) / decibelsPerNeper }

  /// Returns 1 - e^power for a negative power, accurate even if the power is close to zero.
  static func oneMinusExponential(_ power: Double) -> Double {
    power > -1e-5 ? -power * (1 + power / 2) : 1 - exponential(power)
  }

  /// Returns the linear power for a level in decibels.
  static func power(_ decibels: Double) -> Double { Decibels.power(fromDecibels: decibels) }
}
