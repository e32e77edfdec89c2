import WaveUnits

/// Formats and parses text for the coverage instrument.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// Formats a frequency in megahertz below 1 GHz and otherwise in gigahertz, with no more digits than
  /// needed.
  static func frequency(_ hertz: Double) -> [UInt8] {
    let prefix = FrequencyText.prefix(forHertz: hertz)
    return TextWriter("\(number(hertz / prefix.factor, decimals: 6)) \(prefix.unit)").bytes
  }

  /// Formats a number with as many decimals as needed, up to a limit.
  static func number(_ value: Double, decimals limit: Int) -> [UInt8] {
    var (power, decimals) = (1.0, 0)
    while decimals < limit, ((value * power).rounded() - value * power).magnitude > 1e-3 {
      power *= 10
      decimals += 1
    }
    return TextWriter("\(value, decimals: decimals)").bytes
  }

  /// Formats a length, in metres below 1 km and otherwise in kilometres.
  static func length(_ meters: Double) -> [UInt8] {
    if meters < 999.5 { return TextWriter("\(meters, decimals: 0) m").bytes }
    return TextWriter("\(number(meters / 1000, decimals: meters < 9950 ? 1 : 0)) km").bytes
  }

  /// Formats the margin of a level, with enough decimals to show whether it is sufficient.
  static func margin(_ decibels: Double) -> [UInt8] {
    // Levels have a resolution of 0.01 dB.
    let margin = (decibels * 100).rounded() / 100
    guard margin != 0 else { return bytes("reaches, margin 0.0 dB") }
    let decimals = margin.magnitude >= 0.5 ? 0 : margin.magnitude >= 0.05 ? 1 : 2
    let words: StaticString = margin < 0 ? "too low" : "to spare"
    return TextWriter("\(margin.magnitude, decimals: decimals) dB \(words)").bytes
  }

  /// Formats a fraction in whole percent, but never as 0 or 100 %, since no model is that certain.
  static func percent(_ share: Double) -> [UInt8] {
    let percent = (share * 100).rounded()
    if percent < 1 { return bytes("<1 %") }
    return percent > 99 ? bytes(">99 %") : TextWriter("\(percent, decimals: 0) %").bytes
  }

  /// Parses a length and returns it in metres; without a unit, the number is in kilometres.
  static func meters(from text: [UInt8]) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text) else { return nil }
    let unit = rest.filter { $0 != 0x20 }.map { $0 | 0x20 }
    if unit.isEmpty || unit == [0x6B, 0x6D] { return value * 1000 }
    return unit == [0x6D] ? value : nil
  }

  /// Formats a radius in kilometres with a resolution of one metre, with no more decimals than needed.
  static func radius(_ meters: Double) -> [UInt8] {
    TextWriter("\(number(meters / 1000, decimals: 3)) km").bytes
  }

  /// Formats a position in degrees north and east with five decimals, which resolve about a metre.
  static func place(_ place: Coordinate) -> [UInt8] {
    TextWriter("\(place.latitudeDegrees, decimals: 5), \(place.longitudeDegrees, decimals: 5)").bytes
  }

  /// Parses a typed position: two numbers separated by a comma, a semicolon or a space, each optionally
  /// followed by N, S, E or W.
  static func place(from text: [UInt8]) -> Coordinate? {
    // A comma always separates numbers here, and is never a decimal comma.
    var parts: [[UInt8]] = [[]]
    for byte in text {
      if byte == 0x2C || byte == 0x3B || byte == 0x20 {
        if !parts[parts.count - 1].isEmpty { parts.append([]) }
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    parts.removeAll { $0.isEmpty }
    var numbers: [Double] = []
    for part in parts {
      if let (value, rest) = NumberText.prefix(of: part) {
        guard numbers.count < 2, let signed = signed(value, Array(rest)) else { return nil }
        numbers.append(signed)
      } else {
        // A separate letter belongs to the preceding number.
        guard let last = numbers.last, let signed = signed(last, part) else { return nil }
        numbers[numbers.count - 1] = signed
      }
    }
    guard numbers.count == 2 else { return nil }
    let place = Coordinate(latitudeDegrees: numbers[0], longitudeDegrees: numbers[1])
    return place.isPlace ? place : nil
  }

  private static func signed(_ value: Double, _ rest: [UInt8]) -> Double? {
    var letters = rest
    // The degree sign is skipped.
    if letters.count >= 2, letters[0] == 0xC2, letters[1] == 0xB0 { letters.removeFirst(2) }
    guard let letter = letters.first else { return value }
    guard letters.count == 1 else { return nil }
    switch letter | 0x20 {
    case 0x6E, 0x65: return value
    case 0x73, 0x77: return -value
    default: return nil
    }
  }
}
