import WavePropagation
import WaveUnits

/// Why a text is no scene.
public enum SceneError: Error, Equatable, Sendable {
  /// It has more bytes than `CoverageScene.byteLimit`.
  case tooLong(byteCount: Int)
  /// At a byte stands what is no field, no number or no escaped byte.
  case unreadable(byte: Int)
  /// A field, which begins at a byte, has a value that cannot be.
  case impossible(byte: Int)
}

extension CoverageScene {
  /// Reads a text.
  ///
  /// - Parameter text: Bytes from anywhere; what is escaped by `%` is taken as meant.
  /// - Throws: `SceneError`.
  /// - Complexity: O(bytes).
  public init(text: [UInt8]) throws(SceneError) {
    guard text.count <= Self.byteLimit else { throw .tooLong(byteCount: text.count) }
    self.init()
    var first = 0
    while first < text.count {
      let end = text[first...].firstIndex(of: UInt8(ascii: "&")) ?? text.count
      if end > first { try take(text[first..<end]) }
      first = end + 1
    }
    // The selected one may have been written before the others.
    selectedIndex = Swift.min(selectedIndex, others.count)
  }

  static let megahertz = 1.0...100_000.0
  static let kilometers = 0.1...1000.0
  static let antennaMeters = 0.001...3000.0
  static let radiated = -120.0...120.0

  private mutating func take(_ field: ArraySlice<UInt8>) throws(SceneError) {
    guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else {
      throw .unreadable(byte: field.startIndex)
    }
    let name = Array(field[..<sign])
    let value = try Self.plain(field[(sign + 1)...])
    let start = sign + 1
    func numbers(_ count: Int) throws(SceneError) -> [Double] {
      guard let numbers = Self.numbers(value, count) else { throw .unreadable(byte: start) }
      return numbers
    }
    func number(_ range: ClosedRange<Double>) throws(SceneError) -> Double {
      let number = try numbers(1)[0]
      guard range.contains(number) else { throw .impossible(byte: start) }
      return number
    }
    func place(_ latitude: Double, _ longitude: Double) throws(SceneError) -> Coordinate {
      let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
      guard place.isPlace else { throw .impossible(byte: start) }
      return place
    }
    switch name {
    case Texts.bytes("tile"):
      guard UTF8Text.validCount(value, limit: value.count) == value.count else {
        throw .unreadable(byte: start)
      }
      tile = value
    case Texts.bytes("at"):
      let pair = try numbers(2)
      transmitter = try place(pair[0], pair[1])
    case Texts.bytes("mhz"): frequencyHertz = try number(Self.megahertz) * 1e6
    case Texts.bytes("km"): radiusMeters = try number(Self.kilometers) * 1000
    case Texts.bytes("tx"): transmitterHeightMeters = try number(Self.antennaMeters)
    case Texts.bytes("rx"): receiverHeightMeters = try number(Self.antennaMeters)
    case Texts.bytes("dbm"): radiatedDecibelMilliwatts = try number(Self.radiated)
    case Texts.bytes("need"): sensitivityDecibelMilliwatts = try number(-200...50)
    case Texts.bytes("model"): model = Self.model(value) ?? model
    case Texts.bytes("area"): area = Self.area(value) ?? area
    case Texts.bytes("clutter"): clutter = Clutter.allCases.first { Texts.bytes($0.word) == value } ?? clutter
    case Texts.bytes("time"): timePercent = try number(0.001...99.999)
    case Texts.bytes("places"): locationPercent = try number(0.001...99.999)
    case Texts.bytes("show"):
      (showsLevel, showsSureness) = (value == Texts.bytes("level"), value == Texts.bytes("sure"))
      together = Together.allCases.first { Texts.bytes($0.word) == value }
    case Texts.bytes("also"):
      guard let other = Self.other(try numbers(6)), others.count < Self.otherLimit else {
        throw .impossible(byte: start)
      }
      others.append(other)
    case Texts.bytes("letter"):
      guard let index = Self.index(ofLetter: value) else { throw .unreadable(byte: start) }
      selectedIndex = index
    case Texts.bytes("trees"): isBare = value == Texts.bytes("no")
    case Texts.bytes("streets"): showsStreets = value == Texts.bytes("yes")
    case Texts.bytes("eye"): isSafe = value == Texts.bytes("every")
    case Texts.bytes("map"):
      let three = try numbers(3)
      guard (0...40).contains(three[2]) else { throw .impossible(byte: start) }
      center = try place(three[0], three[1])
      doublings = three[2]
    default: break
    }
  }

  /// Takes escapes back.
  private static func plain(_ value: ArraySlice<UInt8>) throws(SceneError) -> [UInt8] {
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

  /// Reads so many numbers with commas between; nil for anything else.
  private static func numbers(_ text: [UInt8], _ count: Int) -> [Double]? {
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
}
