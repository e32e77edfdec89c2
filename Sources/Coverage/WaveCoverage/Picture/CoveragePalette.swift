import WaveDisplay
import WaveUnits

/// Palettes for integer values, such as the strongest transmitter or the number of sufficient signals.
///
/// A field uses one of these palettes if its colour map number is `first` or greater.
public enum CoveragePalette {
  /// The number of the first palette; smaller numbers are colour maps of `WaveDisplay`.
  public static let first: UInt8 = 128
  /// The number of the palette with a colour for each transmitter.
  static let servers: UInt8 = 128
  /// The number of the palette for the reception probability in whole percent.
  static let sureness: UInt8 = 140

  /// Returns the number of the palette for maps that show how many of `count` transmitters are strong enough.
  static func overlap(of count: Int) -> UInt8 { servers + UInt8(clamping: Swift.max(1, Swift.min(8, count))) }

  /// The colours of transmitters, which differ by at least 29 in CIELAB for normal and colour-deficient
  /// vision (`SiteColorTests`).
  static let sites: [Color] = [
    Color(0xFFB020), Color(0x6699FF), Color(0xCC0066), Color(0x00FF99), Color(0x6600CC), Color(0xCCCCFF),
    Color(0x666600), Color(0x993399),
  ]

  /// Returns the text colour for a background colour.
  static func ink(on color: Color) -> Color {
    let light = 2 * Int(color.red) + 5 * Int(color.green) + Int(color.blue)
    return light > 900 ? Color(0x14100A) : Color(0xFFFFFF)
  }

  static func site(_ index: Int) -> Color { sites[index % sites.count] }

  /// Returns the colour of posts at which `count` of `total` transmitters are strong enough: from violet for
  /// one transmitter to a lighter yellow for all.
  static func overlap(_ count: Int, of total: Int) -> Color {
    blend(
      [0x5B2A86, 0x3A6EA5, 0x22A884, 0x9BD93C, 0xFDE725],
      at: Float(Swift.max(0, count - 1)) / Float(Swift.max(1, total - 1)))
  }

  /// Returns the colour at a share of the way along colours at equal distances.
  static func blend(_ colors: [UInt32], at share: Float) -> Color {
    let place = share * Float(colors.count - 1)
    let low = Swift.min(Int(saturating: place), colors.count - 2)
    let part = place - Float(low)
    func blend(_ a: UInt8, _ b: UInt8) -> UInt32 {
      UInt32(saturating: Float(a) + (Float(b) - Float(a)) * part + 0.5)
    }
    let (a, b) = (Color(colors[low]), Color(colors[low + 1]))
    return Color(blend(a.red, b.red) << 16 | blend(a.green, b.green) << 8 | blend(a.blue, b.blue))
  }

  /// Returns the colours of a palette by its number; nil if there is no such palette.
  ///
  /// - Returns: An entry for each value from 0 upwards, as bytes R, G, B, A in memory, not premultiplied;
  ///   larger values have no entry.
  public static func entries(_ number: UInt8) -> [UInt32]? {
    if number == sureness { return surenessEntries }
    guard number >= servers, number <= servers + 8 else { return nil }
    if number == servers { return sites.map { $0.opacity(0.55).rgba } }
    let total = Int(number - servers)
    return (0...total).map { $0 == 0 ? 0 : overlap($0, of: total).opacity(0.58).rgba }
  }
}
