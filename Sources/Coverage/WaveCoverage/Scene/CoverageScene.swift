public import WavePropagation
public import WaveUnits

/// What is looked at, as a short text: the part of the page's address that opens it again.
///
/// Fields as `name=value` with `&` between, such as `tile=N46E010&at=46.81,10.12&mhz=915&km=8`. Fields with
/// other names are passed over, so that later versions can have more.
public struct CoverageScene: Equatable, Sendable {
  /// Bytes of a text at most.
  public static let byteLimit = 1024

  /// The name of the tile that is picked, UTF-8.
  public var tile: [UInt8] = []
  /// Where the transmitter stands.
  public var transmitter: Coordinate?
  /// Frequency, Hz.
  public var frequencyHertz = 915e6
  /// Radius, m.
  public var radiusMeters = 8000.0
  /// Transmitting antenna above ground, m.
  public var transmitterHeightMeters = 30.0
  /// Receiving antennas above ground, m.
  public var receiverHeightMeters = 1.5
  /// What is radiated, dBm.
  public var radiatedDecibelMilliwatts = 34.0
  /// The lowest level that receivers need, dBm.
  public var sensitivityDecibelMilliwatts = -120.0
  /// How path loss is computed; diffraction where an address does not name a model.
  public var model = CoveragePlan.Model.diffraction
  /// What receivers stand amid.
  public var area = HataArea.city
  /// What covers the ground along the paths, for P.1812.
  public var clutter = Clutter.open
  /// Percentage of time for which the loss is not exceeded.
  public var timePercent = 50.0
  /// Percentage of places for which the loss is not exceeded.
  public var locationPercent = 50.0
  /// Whether received levels are shown, and no losses.
  public var showsLevel = false
  /// Whether it is shown how sure the map is, in place of both.
  public var showsSureness = false
  /// What is shown of all transmitters together, in place of these.
  public var together: Together?
  /// The other transmitters, in their order.
  public var others: [Other] = []
  /// How many of them come before the one that is selected.
  public var selectedIndex = 0
  /// Whether streets are shown.
  public var showsStreets = false
  /// Whether rays are to meet the ground alone, where trees and roofs are known.
  public var isBare = false
  /// Whether the colours are those for every eye.
  public var isSafe = false
  /// The middle of the map; nil where the whole is shown.
  public var center: Coordinate?
  /// How many times the world, 1 point wide, is doubled; counts with `center` alone.
  public var doublings = 0.0

  /// Looks at nothing.
  public init() {}

  /// The text.
  public var text: [UInt8] {
    var text = TextWriter()
    text.append("tile=")
    for byte in tile { Self.append(escaped: byte, to: &text) }
    if let transmitter {
      Self.append("&at=", transmitter.latitudeDegrees, 7, to: &text)
      Self.append(",", transmitter.longitudeDegrees, 7, to: &text)
      Self.append("&mhz=", frequencyHertz / 1e6, 6, to: &text)
      Self.append("&km=", radiusMeters / 1000, 3, to: &text)
      Self.append("&tx=", transmitterHeightMeters, 3, to: &text)
      Self.append("&rx=", receiverHeightMeters, 3, to: &text)
      Self.append("&dbm=", radiatedDecibelMilliwatts, 2, to: &text)
      Self.append("&need=", sensitivityDecibelMilliwatts, 2, to: &text)
      appendModel(to: &text)
      appendOthers(to: &text)
      if showsSureness {
        text.append("&show=sure")
      } else if let together {
        text.append("&show=")
        text.append(together.word)
      } else if showsLevel {
        text.append("&show=level")
      }
      if isSafe { text.append("&eye=every") }
    }
    if isBare { text.append("&trees=no") }
    if showsStreets { text.append("&streets=yes") }
    if let center {
      Self.append("&map=", center.latitudeDegrees, 7, to: &text)
      Self.append(",", center.longitudeDegrees, 7, to: &text)
      Self.append(",", doublings, 5, to: &text)
    }
    return text.bytes
  }

  static func append(
    _ name: StaticString, _ value: Double, _ decimals: Int, to text: inout TextWriter
  ) {
    text.append(name)
    var digits = TextWriter()
    digits.append(value.magnitude, decimals: decimals)
    var end = digits.bytes.count
    while end > 1, digits.bytes[end - 1] == 0x30 { end -= 1 }
    if digits.bytes[end - 1] == 0x2E { end -= 1 }
    // An address has no place for the real minus.
    if value < 0, end > 1 || digits.bytes[0] != 0x30 { text.append("-") }
    text.append(bytes: Array(digits.bytes[..<end]))
  }

  private static func append(escaped byte: UInt8, to text: inout TextWriter) {
    let lower = byte | 0x20
    let isPlain =
      lower >= 0x61 && lower <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x2E
      || byte == 0x5F
    guard !isPlain else { return text.append(ascii: byte) }
    text.append("%")
    for digit in [byte >> 4, byte & 15] { text.append(ascii: digit < 10 ? 0x30 + digit : 0x37 + digit) }
  }
}
