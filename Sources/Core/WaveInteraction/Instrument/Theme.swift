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
  /// The colour behind text that overlaps signals.
  public var backing: Color
  /// The colour of a signal's line.
  public var trace: Color
  /// The colour at the top of the area under a signal's line.
  public var fillTop: Color
  /// The colour at the base of the area under a signal's line.
  public var fillBase: Color
  /// The colour of the maximum-hold line and of dividing lines.
  public var held: Color
  /// The colour of markers and of objects that the user selects or moves.
  public var accent: Color
  /// The colour of areas without received data.
  public var gap: Color

  /// The colours for a dark background.
  public static let dark = Theme(
    ground: Color(0x090C11), text: Color(0xE9EEF5), quiet: Color(0xA3AFBF),
    hairline: Color(0xFFFFFF, opacity: 0.08), backing: Color(0x090C11, opacity: 0.6),
    trace: Color(0x9FD2FF), fillTop: Color(0x4AA8FF, opacity: 0.72), fillBase: Color(0x4AA8FF, opacity: 0.10),
    held: Color(0xFFFFFF, opacity: 0.34), accent: Color(0xFFB020), gap: Color(0xFFFFFF, opacity: 0.07))

  /// The colours for a light background.
  public static let light = Theme(
    ground: Color(0xF7F9FB), text: Color(0x10151C), quiet: Color(0x4A5666),
    hairline: Color(0x000000, opacity: 0.10), backing: Color(0xF7F9FB, opacity: 0.65),
    trace: Color(0x0B5CAD), fillTop: Color(0x2F86D6, opacity: 0.50), fillBase: Color(0x2F86D6, opacity: 0.10),
    held: Color(0x000000, opacity: 0.38), accent: Color(0xB36B00), gap: Color(0x000000, opacity: 0.10))
}
