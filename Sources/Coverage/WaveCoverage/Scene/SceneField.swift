import WavePropagation
import WaveUnits

/// Parses and formats the fields of a scene.
///
/// Models, areas and other choices are named as in `waveglass cover`.
enum SceneField {
  // MARK: - Words

  static func word(_ model: CoveragePlan.Model) -> StaticString {
    switch model {
    case .diffraction: "diffraction"
    case .p1812: "p1812"
    case .irregularTerrain: "itm"
    case .freeSpace: "free"
    case .hata: "hata"
    case .extendedHata: "ehata"
    case .learned: "learned"
    case .learnedPlain: "learned-plain"
    }
  }

  static func word(_ area: HataArea) -> StaticString {
    switch area {
    case .largeCity: "large-city"
    case .city: "city"
    case .suburban: "suburban"
    case .open: "open"
    }
  }

  static func word(_ clutter: Clutter) -> StaticString {
    switch clutter {
    case .open: "open"
    case .suburban: "suburban"
    case .urban: "urban"
    case .denseUrban: "dense-urban"
    case .woodland: "woodland"
    }
  }

  /// Returns the word for a displayed quantity; nil for losses, which are the default.
  static func word(_ display: CoverageDisplay) -> StaticString? {
    switch display {
    case .loss: nil
    case .level: "level"
    case .strongest: "strongest"
    case .server: "server"
    case .overlap: "overlap"
    case .sureness: "sure"
    }
  }

  /// Returns the value with the given name; nil if the name is unknown, for example from a later version.
  static func value<Value: CaseIterable>(of name: [UInt8], _ word: (Value) -> StaticString?) -> Value? {
    Value.allCases.first { word($0).map { Texts.bytes($0) } == name }
  }

  /// Returns the index of the transmitter with the given letter; nil if the letter is invalid.
  static func index(ofLetter value: [UInt8]) -> Int? {
    guard value.count == 1 else { return nil }
    return (0..<CoverageSite.limit).first { CoverageSite.letter($0) == value[0] }
  }

  // MARK: - Numbers

  /// Parses numbers separated by commas; returns nil if any is invalid or if their count differs from
  /// `count`.
  static func numbers(_ text: [UInt8], _ count: Int) -> [Double]? {
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == count else { return nil }
    var numbers: [Double] = []
    for part in parts {
      guard let (value, rest) = NumberText.prefix(of: Array(part)), rest.isEmpty, value.isFinite else {
        return nil
      }
      numbers.append(value)
    }
    return numbers
  }

  // MARK: - Escapes

  static func append(escaped byte: UInt8, to text: inout TextWriter) {
    let lower = byte | 0x20
    let isPlain =
      lower >= 0x61 && lower <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x2E
      || byte == 0x5F
    guard !isPlain else { return text.append(ascii: byte) }
    text.append("%")
    for digit in [byte >> 4, byte & 15] { text.append(ascii: digit < 10 ? 0x30 + digit : 0x37 + digit) }
  }

  /// Returns a value with its percent escapes decoded.
  static func plain(_ value: ArraySlice<UInt8>) throws(SceneError) -> [UInt8] {
    var plain: [UInt8] = []
    var place = value.startIndex
    while place < value.endIndex {
      guard value[place] == UInt8(ascii: "%") else {
        plain.append(value[place])
        place += 1
        continue
      }
      guard place + 2 < value.endIndex, let high = digit(value[place + 1]), let low = digit(value[place + 2])
      else { throw .unreadable(byte: place) }
      plain.append(high << 4 | low)
      place += 3
    }
    return plain
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

extension TextWriter {
  /// Appends a value of a field with at most the given number of decimals.
  mutating func appendInterpolation(_ value: Double, atMost decimals: Int) {
    let digits = TextWriter("\(value.magnitude, decimals: decimals)").bytes
    var end = digits.count
    while end > 1, digits[end - 1] == 0x30 { end -= 1 }
    if digits[end - 1] == 0x2E { end -= 1 }
    // Addresses use a hyphen instead of the minus sign.
    if value < 0, end > 1 || digits[0] != 0x30 { append("-") }
    append(bytes: Array(digits[..<end]))
  }
}
