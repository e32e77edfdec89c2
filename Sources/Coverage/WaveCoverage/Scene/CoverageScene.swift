import WavePropagation
import WaveUnits

/// The reason why text is not a valid scene.
public enum SceneError: Error, Equatable, Sendable {
  /// The text is longer than `CoverageScene.byteLimit`.
  case tooLong(byteCount: Int)
  /// The text at this byte is not a valid field, number or escape sequence.
  case unreadable(byte: Int)
  /// The field that starts at this byte has an invalid value.
  case impossible(byte: Int)
}

/// The visible scene, which the page's address contains as short text so that it can be reopened.
///
/// The text consists of fields `name=value` separated by `&`, such as
/// `tile=N46E010&at=46.81,10.12&mhz=915&km=8`. Fields with unknown names are skipped, so that later versions
/// can add fields.
public struct CoverageScene: Equatable, Sendable {
  /// The values of an individual transmitter.
  struct Transmitter: Equatable, Sendable {
    fileprivate(set) var frequencyHertz = 915e6
    fileprivate(set) var radiusMeters = 8000.0
    /// The antenna height above ground, in metres.
    fileprivate(set) var heightMeters = 30.0
    /// The radiated power in dBm.
    fileprivate(set) var radiatedDecibelMilliwatts = 34.0
  }

  /// A transmitter that is not selected.
  struct Other: Equatable, Sendable {
    let place: Coordinate
    let transmitter: Transmitter
  }

  /// The values that all receivers share.
  struct Receiver: Equatable, Sendable {
    /// The antenna height above ground, in metres.
    fileprivate(set) var heightMeters = 1.5
    /// The required receiver level in dBm.
    fileprivate(set) var sensitivityDecibelMilliwatts = -120.0
  }

  /// The method of computing path loss.
  struct Propagation: Equatable, Sendable {
    /// The propagation model.
    ///
    /// If the address names none, it is diffraction, which was once the default.
    fileprivate(set) var model = CoveragePlan.Model.diffraction
    /// The type of area around the receivers.
    fileprivate(set) var area = HataArea.city
    /// The clutter along the paths, for P.1812.
    fileprivate(set) var clutter = Clutter.open
    /// The percentage of time for which the loss is not exceeded.
    fileprivate(set) var timePercent = 50.0
    /// The percentage of locations at which the loss is not exceeded.
    fileprivate(set) var locationPercent = 50.0
  }

  /// The maximum number of bytes in a scene's text.
  public static let byteLimit = 1024
  /// The maximum number of transmitters in addition to the selected one.
  static let otherLimit = CoverageSite.limit - 1

  /// The name of the picked tile, in UTF-8.
  private(set) var tile: [UInt8] = []
  /// The selected transmitter's position; nil if there is no transmitter.
  private(set) var place: Coordinate?
  /// The values of the selected transmitter or, if there is none, the values for the first one.
  private(set) var transmitter = Transmitter()
  private(set) var receiver = Receiver()
  private(set) var propagation = Propagation()
  /// The quantity that the colours show.
  private(set) var display = CoverageDisplay.loss
  /// The other transmitters, in the order of their letters.
  private(set) var others: [Other] = []
  /// The number of other transmitters that precede the selected one.
  private(set) var selectedIndex = 0
  /// Whether the colours are safe for colour-blind users.
  private(set) var isSafe = false
  /// Whether known trees and roofs are ignored.
  private(set) var isBare = false
  /// Whether the street map is shown.
  private(set) var showsStreets = false
  /// The centre of the view; nil if the view is fitted to its contents.
  private(set) var center: Coordinate?
  /// The base-2 logarithm of the world's width in points; used only together with `center`.
  private(set) var doublings = 0.0
}

extension CoverageScene {
  /// Parses the text of a scene.
  ///
  /// - Parameter text: Untrusted text, in which percent escapes are decoded.
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
    // The field with the selected index can precede the other transmitters.
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
    case Texts.bytes("model"):
      propagation.model = SceneField.value(of: value, SceneField.word) ?? propagation.model
    case Texts.bytes("area"):
      propagation.area = SceneField.value(of: value, SceneField.word) ?? propagation.area
    case Texts.bytes("clutter"):
      propagation.clutter = SceneField.value(of: value, SceneField.word) ?? propagation.clutter
    case Texts.bytes("time"): propagation.timePercent = try number(Self.percents)
    case Texts.bytes("places"): propagation.locationPercent = try number(Self.percents)
    case Texts.bytes("show"): display = SceneField.value(of: value, SceneField.word) ?? .loss
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

  /// Creates an unselected transmitter from six numbers; returns nil if one of them is out of range.
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
