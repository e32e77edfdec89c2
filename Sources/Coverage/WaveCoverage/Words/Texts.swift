import WaveUnits

/// What the instrument says in words and numbers.
enum Texts {
  static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { [UInt8]($0) } }

  /// Megahertz below 1 GHz, gigahertz from there on, with no more digits than there are.
  static func frequency(_ hertz: Double) -> [UInt8] {
    let prefix = FrequencyText.prefix(forHertz: hertz)
    var text = TextWriter()
    text.append(bytes: number(hertz / prefix.factor, decimals: 6))
    text.append(" ")
    text.append(prefix.unit)
    return text.bytes
  }

  /// A number with as many decimals as tell it, up to some.
  static func number(_ value: Double, decimals limit: Int) -> [UInt8] {
    var (power, decimals) = (1.0, 0)
    while decimals < limit, ((value * power).rounded() - value * power).magnitude > 1e-3 {
      power *= 10
      decimals += 1
    }
    var text = TextWriter()
    text.append(value, decimals: decimals)
    return text.bytes
  }

  /// A length: metres below 1 km, then kilometres.
  static func length(_ meters: Double) -> [UInt8] {
    var text = TextWriter()
    if meters < 999.5 {
      text.append(meters, decimals: 0)
      text.append(" m")
    } else {
      text.append(bytes: number(meters / 1000, decimals: meters < 9950 ? 1 : 0))
      text.append(" km")
    }
    return text.bytes
  }

  /// How far a level is from what is needed, with as many decimals as tell which side it is on.
  static func margin(_ decibels: Double) -> [UInt8] {
    // Levels are known to 0.01 dB.
    let margin = (decibels * 100).rounded() / 100
    guard margin != 0 else { return bytes("reaches, margin 0.0 dB") }
    var text = TextWriter()
    text.append(
      margin.magnitude, decimals: margin.magnitude >= 0.5 ? 0 : margin.magnitude >= 0.05 ? 1 : 2)
    text.append(margin < 0 ? " dB too low" : " dB to spare")
    return text.bytes
  }

  /// Whole percent of a share, which are never none and never all: a model is not that sure.
  static func percent(_ share: Double) -> [UInt8] {
    var text = TextWriter()
    let percent = (share * 100).rounded()
    if percent < 1 {
      text.append("<1")
    } else if percent > 99 {
      text.append(">99")
    } else {
      text.append(percent, decimals: 0)
    }
    text.append(" %")
    return text.bytes
  }

  /// Reads a length in metres: kilometres unless metres are said.
  static func meters(from text: [UInt8]) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text) else { return nil }
    let unit = rest.filter { $0 != 0x20 }.map { $0 | 0x20 }
    if unit.isEmpty || unit == [0x6B, 0x6D] { return value * 1000 }
    return unit == [0x6D] ? value : nil
  }

  /// A radius in kilometres, to the metre, with no more decimals than it has.
  static func radius(_ meters: Double) -> [UInt8] {
    var text = TextWriter()
    text.append(bytes: number(meters / 1000, decimals: 3))
    text.append(" km")
    return text.bytes
  }

  /// A place: degrees north and east with five decimals, about a metre.
  static func place(_ place: Coordinate) -> [UInt8] {
    var text = TextWriter()
    text.append(place.latitudeDegrees, decimals: 5)
    text.append(", ")
    text.append(place.longitudeDegrees, decimals: 5)
    return text.bytes
  }

  /// Reads a place as it is typed: two numbers with a comma, a semicolon or a space between, each with N, S,
  /// E or W behind it or none.
  static func place(from text: [UInt8]) -> Coordinate? {
    // A comma between two numbers is not one within a number here.
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
        // A letter alone belongs to the number before it.
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
    // A degree sign.
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
