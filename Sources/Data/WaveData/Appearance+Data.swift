import WaveDisplay
import WaveInteraction

/// The identifiers of the layers in the draw list, in painting order.
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

/// The identifiers of the strips and fields that the draw-list player keeps between frames.
enum PlayerID {
  /// The identifier of the overview strip.
  static let overviewStrip: UInt32 = 1
  /// The identifier of the first lane strip.
  ///
  /// Each lane position on the screen has its own strip.
  static let firstStrip: UInt32 = 2
  static let scatterField: UInt32 = 1
}

/// The text styles and line widths of the Data instrument.
extension Appearance {
  var labelStyle: TextStyle { TextStyle(size: (11.5 * screen.type).rounded()) }
  var nameStyle: TextStyle { TextStyle(size: (13 * screen.type).rounded(), isBold: true) }

  /// The width of a clearly visible line: one point, but at least one pixel.
  var line: Float { Swift.max(1, screen.scale.rounded()) }

  func labelWidth(of text: [UInt8]) -> Float { advances.width(of: text, style: labelStyle) }
  func nameWidth(of text: [UInt8]) -> Float { advances.width(of: text, style: nameStyle) }

  /// Returns text truncated to a width, with an ellipsis if it was cut.
  @inline(never)
  func fitted(_ text: [UInt8], width: Float, style: TextStyle) -> [UInt8] {
    guard advances.width(of: text, style: style) > width else { return text }
    var cut = text
    while !cut.isEmpty, advances.width(of: cut, style: style) > width - style.size {
      // Remove whole characters, including continuation bytes, which begin with the bits 10.
      while let last = cut.popLast(), last & 0xC0 == 0x80 {}
    }
    return cut + Texts.bytes("\u{2026}")
  }

  /// Draws a background behind text that is shown over signals.
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

extension Appearance {
  /// Draws text on a backing.
  func drawLabel(
    _ text: [UInt8], x: Float, baseline: Float, style: TextStyle, color: Color, backing: Color? = nil,
    into list: inout DrawList
  ) {
    let width = advances.width(of: text, style: style)
    drawBacking(x: x, baseline: baseline, width: width, style: style, color: backing, into: &list)
    list.text(text, x: x, baseline: baseline, style: style, color: color)
  }

  /// Draws a hairline across the screen that ends at y.
  func drawLine(above y: Float, color: Color, into list: inout DrawList) {
    list.rectangle(
      Rect(x: 0, y: y - screen.hairline, width: screen.width, height: screen.hairline), color: color)
  }
}

extension DrawList {
  mutating func dot(x: Float, y: Float, radius: Float, color: Color) {
    rectangle(
      Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius, color: color)
  }
}

extension Color {
  /// Returns the color with a different opacity, given by the top byte of `alpha`, such as `0x8000_0000`.
  func faded(_ alpha: UInt32) -> Color { Color(rgba: rgba & 0x00FF_FFFF | alpha) }
}

extension Rect {
  /// Draws the four sides of the rectangle.
  func outline(_ line: Float, color: Color, into list: inout DrawList) {
    list.rectangle(Rect(x: x, y: y, width: width, height: line), color: color)
    list.rectangle(Rect(x: x, y: bottom - line, width: width, height: line), color: color)
    list.rectangle(Rect(x: x, y: y, width: line, height: height), color: color)
    list.rectangle(Rect(x: x + width - line, y: y, width: line, height: height), color: color)
  }
}
