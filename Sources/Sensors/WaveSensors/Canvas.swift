import WaveDisplay
import WaveInteraction
import WaveSensorsWire

/// The drawing environment: the screen, its colours, and the font of the draw-list player.
struct Canvas {
  /// The part of the screen that contains the lanes.
  let screen: Screen
  let theme: Theme
  let isDark: Bool
  let labelStyle: TextStyle
  let titleStyle: TextStyle
  let advances: TextAdvances
  /// The trace colours set by the program, one per stream; streams beyond the end of the list use the theme's
  /// colours.
  let traceColors: [Color]

  init(_ appearance: Appearance, traceColors: [Color]) {
    screen = appearance.screen
    theme = appearance.theme
    isDark = theme == .dark
    labelStyle = TextStyle(size: (12 * screen.type).rounded())
    titleStyle = TextStyle(size: (13 * screen.type).rounded(), isBold: true)
    advances = appearance.advances
    self.traceColors = traceColors
  }

  /// The height of a line of labels, in device pixels.
  var line: Float { (17 * screen.type).rounded() }

  /// Returns the colour of a lane's trace.
  func color(of lane: Lane, _ layout: SensorsModel.Layout) -> Color {
    if lane.channel < traceColors.count { return traceColors[lane.channel] }
    return switch layout {
    case .lanes, .xy: theme.trace
    case .paper: isDark ? Color(0xDFF5E3) : Color(0x14181D)
    case .overlaid: Palette.color(lane.color, isDark: isDark)
    }
  }

  /// Returns the area that a line of text covers, with a margin at both ends.
  func backing(x: Float, baseline: Float, width: Float, style: TextStyle) -> Rect {
    let margin = 3 * screen.scale
    return Rect(
      x: x - margin, y: baseline - style.size * 0.95, width: width + 2 * margin, height: style.size * 1.25)
  }

  /// Draws a background for a line of text, so that it is legible on top of traces.
  ///
  /// - Returns: The covered area.
  @inline(never) @discardableResult
  func drawBacking(
    x: Float, baseline: Float, width: Float, style: TextStyle, into list: inout DrawList
  ) -> Rect {
    let place = backing(x: x, baseline: baseline, width: width, style: style)
    list.rectangle(place, radius: 3 * screen.scale, color: theme.backing)
    return place
  }

  /// Returns the number of decimals needed to distinguish values that are one step apart.
  static func decimals(_ step: Double) -> Int {
    var decimals = 0
    var step = step
    while step < 0.999, decimals < 6 {
      step *= 10
      decimals += 1
    }
    return decimals
  }
}

/// The colours of streams that share a lane.
enum Palette {
  /// Returns a colour of the Okabe-Ito palette, which is designed to suit every kind of colour vision.
  ///
  /// The colours are darker on a light background.
  static func color(_ index: Int, isDark: Bool) -> Color {
    let colors: [UInt32] =
      isDark
      ? [0x56B4E9, 0xE69F00, 0x00C79B, 0xF0E442, 0xE7A0C4, 0xFF7A3D, 0x9FB4FF, 0xE9EEF5]
      : [0x0072B2, 0xB86E00, 0x007A5E, 0x7A7300, 0xA8447A, 0xC04A00, 0x3B55C4, 0x10151C]
    return Color(colors[index % colors.count])
  }
}

extension Color {
  /// Returns this colour with the given opacity, from 0 to 255.
  func faded(to opacity: UInt32) -> Color { Color(rgba: rgba & 0x00FF_FFFF | opacity << 24) }
}
