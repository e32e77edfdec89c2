/// Functions that write frequencies with an SI prefix and as many decimals as the resolution requires.
public enum FrequencyText {
  /// A unit of frequency with an SI prefix.
  public struct Prefix: Sendable {
    /// The number of hertz per unit.
    public let factor: Double
    /// The name of the unit, such as "MHz".
    public let unit: StaticString

    /// Creates a unit of `factor` hertz.
    public init(factor: Double, unit: StaticString) { (self.factor, self.unit) = (factor, unit) }
  }

  /// Returns the appropriate unit for a frequency: GHz from 1 GHz up, otherwise MHz, kHz or Hz.
  public static func prefix(forHertz hertz: Double) -> Prefix {
    let magnitude = hertz.magnitude
    if magnitude >= 1e9 { return Prefix(factor: 1e9, unit: "GHz") }
    if magnitude >= 1e6 { return Prefix(factor: 1e6, unit: "MHz") }
    if magnitude >= 1e3 { return Prefix(factor: 1e3, unit: "kHz") }
    return Prefix(factor: 1, unit: "Hz")
  }

  /// Returns the number of decimals needed to show a step of `stepHertz` in units of `factor`, at most nine.
  public static func decimals(stepHertz: Double, factor: Double) -> Int {
    guard stepHertz > 0 else { return 0 }
    var decimals = 0
    var unit = factor
    while decimals < 9, stepHertz < unit * 0.9999 {
      unit /= 10
      decimals += 1
    }
    return decimals
  }

  /// Returns a frequency as text with its unit, with enough decimals to show steps of `stepHertz`.
  public static func bytes(hertz: Double, stepHertz: Double) -> [UInt8] {
    bytes(hertz: hertz, stepHertz: stepHertz, prefix: prefix(forHertz: hertz))
  }

  /// Returns a frequency as text in a given unit, with enough decimals to show steps of `stepHertz`.
  public static func bytes(hertz: Double, stepHertz: Double, prefix: Prefix) -> [UInt8] {
    var text = TextWriter()
    text.append(hertz / prefix.factor, decimals: decimals(stepHertz: stepHertz, factor: prefix.factor))
    text.append(" ")
    text.append(prefix.unit)
    return text.bytes
  }
}
