import WaveSpectrumWire
import WaveUnits

/// The instrument's messages and number formats.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  static var badFrequency: [UInt8] { bytes("That is not a frequency. Write, for example, 99.5 or 99.5 MHz.") }
  static var badGain: [UInt8] { bytes("That is not a number of decibels. Write, for example, 6.") }

  static func outside(_ low: [UInt8], _ high: [UInt8]) -> [UInt8] {
    var text = TextWriter()
    text.append("That is outside what this source has: ")
    text.append(bytes: low)
    text.append(" to ")
    text.append(bytes: high)
    text.append(".")
    return text.bytes
  }

  /// Returns a description of a level unit.
  static func meaning(_ unit: LevelUnit) -> StaticString {
    switch unit {
    case .relative: "dB, relative, uncalibrated"
    case .fullScale: "dBFS: 0 is full scale"
    case .milliwatt: "dBm, by the offset given"
    }
  }

  /// Formats a number with a fixed number of decimals.
  @inline(never)
  static func number(_ value: Double, decimals: Int) -> [UInt8] {
    var text = TextWriter()
    text.append(value, decimals: decimals)
    return text.bytes
  }

  /// Formats a level in decibels with its unit.
  @inline(never)
  static func level(_ decibels: Double, decimals: Int = 1, unit: LevelUnit) -> [UInt8] {
    var text = TextWriter()
    text.append(decibels, decimals: decimals)
    text.append(" ")
    text.append(unit.name)
    return text.bytes
  }

  /// Formats a band with its unit, such as "88 – 108 MHz".
  static func band(_ band: Band, stepHertz: Double, prefix: FrequencyText.Prefix) -> [UInt8] {
    let decimals = FrequencyText.decimals(stepHertz: stepHertz, factor: prefix.factor)
    var text = TextWriter()
    text.append(band.low / prefix.factor, decimals: decimals)
    text.append(" \u{2013} ")
    text.append(band.high / prefix.factor, decimals: decimals)
    text.append(" ")
    text.append(prefix.unit)
    return text.bytes
  }
}
