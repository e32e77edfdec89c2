import WaveDisplay
import WaveInteraction

/// Layers of the picture, painted in rising order.
enum LayerID {
  static let ground: UInt32 = 0
  static let traces: UInt32 = 1
  static let labels: UInt32 = 2
  static let pinned: UInt32 = 3
  static let cursor: UInt32 = 4
  static let axis: UInt32 = 5
  static let overview: UInt32 = 6
  static let rows: UInt32 = 7
  static let scatter: UInt32 = 8
}

/// Strips and fields of the player's.
enum PlayerID {
  /// The strip of the whole table.
  static let overviewStrip: UInt32 = 1
  /// Strips of lanes, one for each place on the screen.
  static let firstStrip: UInt32 = 2
  static let scatterField: UInt32 = 1
}

/// How texts are set.
extension Appearance {
  var labelStyle: TextStyle { TextStyle(size: (11.5 * screen.type).rounded()) }
  var nameStyle: TextStyle { TextStyle(size: (13 * screen.type).rounded(), isBold: true) }

  /// The thinnest line that is seen at once.
  var line: Float { Swift.max(1, screen.scale.rounded()) }

  func labelWidth(of text: [UInt8]) -> Float { advances.width(of: text, style: labelStyle) }
  func nameWidth(of text: [UInt8]) -> Float { advances.width(of: text, style: nameStyle) }

  /// As much of a text as fits, an ellipsis behind it where something is left out.
  @inline(never)
  func fitted(_ text: [UInt8], width: Float, style: TextStyle) -> [UInt8] {
    guard advances.width(of: text, style: style) > width else { return text }
    var cut = text
    while !cut.isEmpty, advances.width(of: cut, style: style) > width - style.size {
      // Whole characters, whose other bytes begin with 10.
      while let last = cut.popLast(), last & 0xC0 == 0x80 {}
    }
    return cut + Texts.bytes("\u{2026}")
  }

  /// Draws the background of a text that is on signals.
  @inline(never)
  func drawBacking(
    x: Float, baseline: Float, width: Float, style: TextStyle, color: Color? = nil, into list: inout DrawList
  ) {
    let margin = 3 * screen.scale
    list.rectangle(
      Rect(
        x: x - margin, y: baseline - style.size * 0.95, width: width + 2 * margin, height: style.size * 1.25),
      radius: margin, color: color ?? theme.backing)
  }
}

extension Color {
  /// The same colour with an opacity in the top byte of a word.
  func faded(_ alpha: UInt32) -> Color { Color(rgba: rgba & 0x00FF_FFFF | alpha) }
}

extension Rect {
  /// The four sides, each as wide as a line.
  func outline(_ line: Float, color: Color, into list: inout DrawList) {
    list.rectangle(Rect(x: x, y: y, width: width, height: line), color: color)
    list.rectangle(Rect(x: x, y: bottom - line, width: width, height: line), color: color)
    list.rectangle(Rect(x: x, y: y, width: line, height: height), color: color)
    list.rectangle(Rect(x: x + width - line, y: y, width: line, height: height), color: color)
  }
}
