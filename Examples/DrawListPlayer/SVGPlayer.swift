import WaveKit

/// Plays the draw list into SVG.
///
/// A player is a switch over eight marks. With CoreGraphics each is as short; in a view's `draw(_:)`, with
/// `cgRect` and `cgColor` of your own:
///
///     case .rectangle(let rect, let radius, let color):
///       context.setFillColor(color.cgColor)
///       let corner = min(CGFloat(radius), rect.cgRect.width / 2, rect.cgRect.height / 2)
///       context.addPath(
///         CGPath(roundedRect: rect.cgRect, cornerWidth: corner, cornerHeight: corner, transform: nil))
///       context.fillPath()
///     case .polyline(let width, let color, let points): context.move(to:), addLine(to:), strokePath()
///     case .text(let bytes, let x, let baseline, let style, let alignment, let color):
///       NSAttributedString(string: String(decoding: bytes, as: UTF8.self), attributes: ...).draw(at: ...)
///     case .strip: context.fill of one CGRect for each span, all of one colour in one call
///     case .clip(let rect): context.clip(to: rect.cgRect)
///
/// Coordinates are device pixels, y down: scale the context by 1/`contentScaleFactor` first. Each layer's
/// clip ends with it, so save the graphics state before a layer and restore it after.
enum SVGPlayer {
  /// A picture of all layers.
  static func svg(of scene: DrawScene) -> String {
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(scene.width)\" height=\"\(scene.height)\" "
      + "font-family=\"sans-serif\">\n"
    for layer in scene.layers {
      svg += "<g id=\"layer\(layer.id)\">\n"
      var clips = 0
      for mark in layer.marks { svg += text(of: mark, in: scene, layer: layer.id, clips: &clips) }
      // What comes after a clip lies within its group.
      svg += String(repeating: "</g>", count: clips) + "</g>\n"
    }
    return svg + "</svg>"
  }

  private static func text(
    of mark: DrawMark, in scene: DrawScene, layer: UInt32, clips: inout Int
  ) -> String {
    switch mark {
    case .rectangle(let rect, let radius, let color):
      return "<rect \(place(rect)) rx=\"\(radius)\" \(fill(color))/>\n"
    case .gradient(let rect, let top, let bottom):
      // Two halves in place of a gradient: this player is for reading.
      let half = Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height / 2)
      let rest = Rect(x: rect.x, y: rect.y + half.height, width: rect.width, height: half.height)
      return "<rect \(place(half)) \(fill(top))/><rect \(place(rest)) \(fill(bottom))/>\n"
    case .polyline(let width, let color, let points):
      return
        "<path d=\"\(path(points))\" fill=\"none\" stroke-width=\"\(width)\" \(fill(color, "stroke"))/>\n"
    case .area(let base, _, let topColor, _, let points):
      guard let first = points.coordinates.first, let last = points.coordinates.dropLast().last else {
        return ""
      }
      return "<path d=\"\(path(points))L\(last) \(base)L\(first) \(base)Z\" \(fill(topColor))/>\n"
    case .text(let bytes, let x, let baseline, let style, let alignment, let color):
      let anchor = alignment == .leading ? "start" : alignment == .center ? "middle" : "end"
      return "<text x=\"\(x)\" y=\"\(baseline)\" font-size=\"\(style.size)\" text-anchor=\"\(anchor)\" "
        + "\(style.isBold ? "font-weight=\"600\" " : "")\(fill(color))>\(escaped(bytes))</text>\n"
    case .strip(let id, let first, let count, let x, let y):
      guard let strip = scene.strips.first(where: { $0.id == id }), !strip.columns.isEmpty else { return "" }
      var svg = ""
      for place in 0..<min(count, strip.columns.count) {
        for mark in strip.columns[(first + place) % strip.columns.count] {
          let top = Float(mark.span.top) / ColumnSpan.perPixel
          let bottom = Float(mark.span.bottom) / ColumnSpan.perPixel
          let rect = Rect(x: x + Float(place), y: y + top, width: 1, height: bottom - top)
          svg += "<rect class=\"span\" \(self.place(rect)) \(fill(mark.color))/>\n"
        }
      }
      return svg
    case .clip(let rect):
      clips += 1
      let name = "clip\(layer)-\(clips)"
      return "<clipPath id=\"\(name)\"><rect \(place(rect))/></clipPath><g clip-path=\"url(#\(name))\">\n"
    case .field, .smoothing, .picture:
      // Rows of a waterfall, and how they are scaled: sensors have none.
      return ""
    }
  }

  private static func place(_ rect: Rect) -> String {
    "x=\"\(rect.x)\" y=\"\(rect.y)\" width=\"\(rect.width)\" height=\"\(rect.height)\""
  }

  private static func fill(_ color: Color, _ attribute: String = "fill") -> String {
    """
    \(attribute)=\"rgb(\(color.red),\(color.green),\(color.blue))\" \
    \(attribute)-opacity=\"\(Float(color.alpha) / 255)\"
    """
  }

  /// Points joined; a NaN in y lifts the pen.
  private static func path(_ points: DrawPoints) -> String {
    var path = ""
    var isDown = false
    for index in stride(from: 0, to: points.coordinates.count - 1, by: 2) {
      let (x, y) = (points.coordinates[index], points.coordinates[index + 1])
      if y.isFinite { path += "\(isDown ? "L" : "M")\(x) \(y)" }
      isDown = y.isFinite
    }
    return path
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    var text = ""
    for character in String(decoding: bytes, as: UTF8.self) {
      switch character {
      case "<": text += "&lt;"
      case "&": text += "&amp;"
      default: text.append(character)
      }
    }
    return text
  }
}
