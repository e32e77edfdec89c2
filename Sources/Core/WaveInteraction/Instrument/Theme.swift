public import WaveDisplay

/// Colours of the ground and what stands on it, after the system's setting.
public struct Theme: Equatable, Sendable {
  /// What everything stands on.
  public var ground: Color
  /// Text that is read first.
  public var text: Color
  /// Text beside it.
  public var quiet: Color
  /// Lines of the grid.
  public var hairline: Color
  /// Behind text that stands on signals.
  public var backing: Color
  /// A signal's line.
  public var trace: Color
  /// Under a signal's line, at the top.
  public var fillTop: Color
  /// Under a signal's line, at its base.
  public var fillBase: Color
  /// What is held.
  public var held: Color
  /// What the finger holds.
  public var accent: Color
  /// Where nothing was received.
  public var gap: Color

  /// On a dark ground.
  public static let dark = Theme(
    ground: Color(0x090C11), text: Color(0xE9EEF5), quiet: Color(0xA3AFBF),
    hairline: Color(0xFFFFFF, opacity: 0.08), backing: Color(0x090C11, opacity: 0.6),
    trace: Color(0x9FD2FF), fillTop: Color(0x4AA8FF, opacity: 0.72), fillBase: Color(0x4AA8FF, opacity: 0.10),
    held: Color(0xFFFFFF, opacity: 0.34), accent: Color(0xFFB020), gap: Color(0xFFFFFF, opacity: 0.07))

  /// On a light ground.
  public static let light = Theme(
    ground: Color(0xF7F9FB), text: Color(0x10151C), quiet: Color(0x4A5666),
    hairline: Color(0x000000, opacity: 0.10), backing: Color(0xF7F9FB, opacity: 0.65),
    trace: Color(0x0B5CAD), fillTop: Color(0x2F86D6, opacity: 0.50), fillBase: Color(0x2F86D6, opacity: 0.10),
    held: Color(0x000000, opacity: 0.38), accent: Color(0xB36B00), gap: Color(0x000000, opacity: 0.10))
}
