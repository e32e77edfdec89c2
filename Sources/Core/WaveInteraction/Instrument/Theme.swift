public import WaveDisplay

/// The colours of the background and of everything drawn on it, for the system's light or dark setting.
public struct Theme: Equatable, Sendable {
  /// The colour of the background.
  public var ground: Color
  /// The colour of the main text.
  public var text: Color
  /// The colour of secondary text.
  public var quiet: Color
  /// The colour of grid lines.
  public var hairline: Color
  /// The colour of lines between parts of a picture.
  public var divider: Color
  /// The colour behind text that overlaps signals.
  public var backing: Color
  /// The colour of a signal's line: that of the first series.
  public var trace: Color
  /// The colour at the top of the area under a signal's line.
  public var fillTop: Color
  /// The colour at the base of the area under a signal's line.
  public var fillBase: Color
  /// The colour of the maximum-hold line: that of the second series.
  public var held: Color
  /// The colour of markers and of objects that the user selects or moves.
  public var accent: Color
  /// The colour of areas without received data.
  public var gap: Color

  /// The colours for a dark background.
  public static let dark = Theme(
    ground: Color(0x0A0D12), text: Color(0xE9EEF5), quiet: Color(0x9DABBC),
    hairline: Color(0xFFFFFF, opacity: 0.07), divider: Color(0xFFFFFF, opacity: 0.16),
    backing: Color(0x0A0D12, opacity: 0.7), trace: Color(0x6FC0FF),
    fillTop: Color(0x4AA8FF, opacity: 0.32), fillBase: Color(0x4AA8FF, opacity: 0.06), held: Color(0xECEF85),
    accent: Color(0xFFB224), gap: Color(0xFFFFFF, opacity: 0.08))

  /// The colours for a light background.
  public static let light = Theme(
    ground: Color(0xF6F8FA), text: Color(0x10161E), quiet: Color(0x4A5768),
    hairline: Color(0x0A1423, opacity: 0.08), divider: Color(0x0A1423, opacity: 0.22),
    backing: Color(0xF6F8FA, opacity: 0.7), trace: Color(0x0A62C4),
    fillTop: Color(0x0A62C4, opacity: 0.24), fillBase: Color(0x0A62C4, opacity: 0.06), held: Color(0x9F7C34),
    accent: Color(0xA85F00), gap: Color(0x0A1423, opacity: 0.10))
}
