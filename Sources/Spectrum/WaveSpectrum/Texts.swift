import WaveSpectrumWire
import WaveUnits

/// The instrument's messages and number formats.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  static var badFrequency: [UInt8] { bytes("That is not a frequency. Write, for example, 99.5 or 99.5 MHz.") }
  static var badGain: [UInt8] { bytes("That is not a number of decibels. Write, for example, 6.") }

  static func outside(_ low: [UInt8], _ high: [UInt8]) -> [UInt8] {
    bytes("That is outside what this source has: ") + low + bytes(" to ") + high + bytes(".")
  }

  /// Returns a description of a level unit.
  static func meaning(_ unit: LevelUnit) -> StaticString {
    switch unit {
    case .relative: "dB, relative, uncalibrated"
    case .fullScale: "dBFS: 0 is full scale"
    case .milliwatt: "dBm, by the offset given"
    }
  }

  /// Formats a number with a fixed number of decimals, and a unit if it has one.
  @inline(never)
  static func number(_ value: Double, decimals: Int, unit: StaticString? = nil) -> [UInt8] {
    var text = TextWriter()
    text.append(value, decimals: decimals)
    guard let unit else { return text.bytes }
    text.append(" ")
    text.append(unit)
    return text.bytes
  }

  /// Formats a level in decibels with its unit.
  static func level(_ decibels: Double, decimals: Int = 1, unit: LevelUnit) -> [UInt8] {
    number(decibels, decimals: decimals, unit: unit.name)
  }

  /// Formats a band with its unit, such as "88 – 108 MHz".
  static func band(_ band: Band, stepHertz: Double, prefix: FrequencyText.Prefix) -> [UInt8] {
    let decimals = FrequencyText.decimals(stepHertz: stepHertz, factor: prefix.factor)
    return number(band.low / prefix.factor, decimals: decimals) + bytes(" \u{2013} ")
      + number(band.high / prefix.factor, decimals: decimals, unit: prefix.unit)
  }
}
