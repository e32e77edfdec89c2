import WavePropagation
import WaveUnits

/// Why a text is no scene.
public enum SceneError: Error, Equatable, Sendable {
  /// It has more bytes than `CoverageScene.byteLimit`.
  case tooLong(byteCount: Int)
  /// At a byte there is no field, no number or no escaped byte.
  case unreadable(byte: Int)
  /// A field, which begins at a byte, has a value that cannot be.
  case impossible(byte: Int)
}

/// What is looked at, as a short text: the part of the page's address that opens it again.
///
/// Fields as `name=value` with `&` between, such as `tile=N46E010&at=46.81,10.12&mhz=915&km=8`. Fields with
/// other names are skipped, so that later versions can have more.
public struct CoverageScene: Equatable, Sendable {
  /// What is a transmitter's own.
  struct Transmitter: Equatable, Sendable {
    fileprivate(set) var frequencyHertz = 915e6
    fileprivate(set) var radiusMeters = 8000.0
    /// Its antenna above ground, m.
    fileprivate(set) var heightMeters = 30.0
    /// What it radiates, dBm.
    fileprivate(set) var radiatedDecibelMilliwatts = 34.0
  }

  /// A transmitter beside the one that is selected.
  struct Other: Equatable, Sendable {
    let place: Coordinate
    let transmitter: Transmitter
  }

  /// What receivers need.
  struct Receiver: Equatable, Sendable {
    /// Antennas above ground, m.
    fileprivate(set) var heightMeters = 1.5
    /// The lowest level, dBm.
    fileprivate(set) var sensitivityDecibelMilliwatts = -120.0
  }

  /// How path loss is computed.
  struct Propagation: Equatable, Sendable {
    /// Diffraction where an address does not name a model: the default when such addresses were made.
    fileprivate(set) var model = CoveragePlan.Model.diffraction
    /// What receivers are amid.
    fileprivate(set) var area = HataArea.city
    /// What covers the ground along the paths, for P.1812.
    fileprivate(set) var clutter = Clutter.open
    /// Percentage of time for which the loss is not exceeded.
    fileprivate(set) var timePercent = 50.0
    /// Percentage of places for which the loss is not exceeded.
    fileprivate(set) var locationPercent = 50.0
  }

  /// Bytes of a text at most.
  public static let byteLimit = 1024
  /// Transmitters beside the selected one at most.
  static let otherLimit = CoverageSite.limit - 1

  /// The name of the tile that is picked, UTF-8.
  private(set) var tile: [UInt8] = []
  /// Where the selected transmitter is; nil where there is none.
  private(set) var place: Coordinate?
  /// Its numbers, or what they will be.
  private(set) var transmitter = Transmitter()
  private(set) var receiver = Receiver()
  private(set) var propagation = Propagation()
  /// What the colours show.
  private(set) var display = CoverageDisplay.loss
  /// The other transmitters, in their order.
  private(set) var others: [Other] = []
  /// How many of them come before the one that is selected.
  private(set) var selectedIndex = 0
  /// Whether the colours are those for every eye.
  private(set) var isSafe = false
  /// Whether rays are to meet the ground alone, where trees and roofs are known.
  private(set) var isBare = false
  /// Whether streets are shown.
  private(set) var showsStreets = false
  /// The middle of the map; nil where the whole is shown.
  private(set) var center: Coordinate?
  /// How many times the world, 1 point wide, is doubled; counts with `center` alone.
  private(set) var doublings = 0.0
}

extension CoverageScene {
  /// Reads a text.
  ///
  /// - Parameter text: Bytes from anywhere; what is escaped by `%` is read as meant.
  /// - Throws: `SceneError`.
  /// - Complexity: O(bytes).
  public init(text: [UInt8]) throws(SceneError) {
    guard text.count <= Self.byteLimit else { throw .tooLong(byteCount: text.count) }
    self.init()
    var first = 0
    while first < text.count {
      let end = text[first...].firstIndex(of: UInt8(ascii: "&")) ?? text.count
      if end > first { try read(text[first..<end]) }
      first = end + 1
    }
    // The selected one may have been written before the others.
    selectedIndex = Swift.min(selectedIndex, others.count)
  }

  private static let megahertz = 1.0...100_000.0
  private static let kilometers = 0.1...1000.0
  private static let antennaMeters = 0.001...3000.0
  private static let radiated = -120.0...120.0
  private static let percents = 0.001...99.999

  private mutating func read(_ field: ArraySlice<UInt8>) throws(SceneError) {
    guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else {
      throw .unreadable(byte: field.startIndex)
    }
    let name = Array(field[..<sign])
    let value = try SceneField.plain(field[(sign + 1)...])
    let start = sign + 1
    func numbers(_ count: Int) throws(SceneError) -> [Double] {
      guard let numbers = SceneField.numbers(value, count) else { throw .unreadable(byte: start) }
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
      self.place = try place(pair[0], pair[1])
    case Texts.bytes("mhz"): transmitter.frequencyHertz = try number(Self.megahertz) * 1e6
    case Texts.bytes("km"): transmitter.radiusMeters = try number(Self.kilometers) * 1000
    case Texts.bytes("tx"): transmitter.heightMeters = try number(Self.antennaMeters)
    case Texts.bytes("dbm"): transmitter.radiatedDecibelMilliwatts = try number(Self.radiated)
    case Texts.bytes("rx"): receiver.heightMeters = try number(Self.antennaMeters)
    case Texts.bytes("need"): receiver.sensitivityDecibelMilliwatts = try number(-200...50)
    case Texts.bytes("model"): propagation.model = SceneField.model(value) ?? propagation.model
    case Texts.bytes("area"): propagation.area = SceneField.area(value) ?? propagation.area
    case Texts.bytes("clutter"): propagation.clutter = SceneField.clutter(value) ?? propagation.clutter
    case Texts.bytes("time"): propagation.timePercent = try number(Self.percents)
    case Texts.bytes("places"): propagation.locationPercent = try number(Self.percents)
    case Texts.bytes("show"): display = SceneField.display(value) ?? .loss
    case Texts.bytes("also"):
      guard let other = Self.other(try numbers(6)), others.count < Self.otherLimit else {
        throw .impossible(byte: start)
      }
      others.append(other)
    case Texts.bytes("letter"):
      guard let index = SceneField.index(ofLetter: value) else { throw .unreadable(byte: start) }
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

  /// Another transmitter of six numbers; nil where one of them cannot be.
  private static func other(_ numbers: [Double]) -> Other? {
    let place = Coordinate(latitudeDegrees: numbers[0], longitudeDegrees: numbers[1])
    guard place.isPlace, megahertz.contains(numbers[2]), kilometers.contains(numbers[3]),
      antennaMeters.contains(numbers[4]), radiated.contains(numbers[5])
    else { return nil }
    return Other(
      place: place,
      transmitter: Transmitter(
        frequencyHertz: numbers[2] * 1e6, radiusMeters: numbers[3] * 1000, heightMeters: numbers[4],
        radiatedDecibelMilliwatts: numbers[5]))
  }
}
