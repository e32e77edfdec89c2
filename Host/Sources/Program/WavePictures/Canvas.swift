internal import CCairo
import WaveDisplay

/// Draws the layers of a scene on a surface, as the page's canvas does.
final class Canvas {
  static let family = "DejaVu Sans"

  let surface: Surface
  let context: OpaquePointer
  /// Whether fields are drawn with interpolation between their values.
  private(set) var isSmooth = false

  init(_ surface: Surface) throws(PictureError) {
    guard let context = cairo_create(surface.pointer) else { throw .drawing(reason: "out of memory") }
    self.surface = surface
    self.context = context
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    // Glyph outlines must not depend on a machine's settings.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(context, options)
    cairo_font_options_destroy(options)
  }

  deinit { cairo_destroy(context) }

  /// Draws a scene; throws an error if Cairo fails.
  func draw(_ scene: DrawScene) throws(PictureError) {
    for layer in scene.layers {
      cairo_save(context)
      isSmooth = false
      for mark in layer.marks { try draw(mark, of: scene) }
      cairo_restore(context)
    }
    try Surface.check(cairo_status(context)) { .drawing(reason: $0) }
    try surface.check()
  }

  private func draw(_ mark: DrawMark, of scene: DrawScene) throws(PictureError) {
    switch mark {
    case .rectangle(let rect, let radius, let color):
      path(rect, radius: radius)
      use(color)
      cairo_fill(context)
    case .gradient(let rect, let top, let bottom):
      path(rect, radius: 0)
      fillGradient(fromY: rect.y, top, toY: rect.bottom, bottom)
    case .polyline(let width, let color, let points):
      for piece in Canvas.pieces(points) {
        for (x, y) in piece { cairo_line_to(context, Double(x), Double(y)) }
        cairo_new_sub_path(context)
      }
      cairo_set_line_width(context, Double(width))
      use(color)
      cairo_stroke(context)
    case .area(let base, let top, let topColor, let baseColor, let points):
      for piece in Canvas.pieces(points) {
        guard let first = piece.first, let last = piece.last else { continue }
        cairo_move_to(context, Double(first.x), Double(base))
        for (x, y) in piece { cairo_line_to(context, Double(x), Double(y)) }
        cairo_line_to(context, Double(last.x), Double(base))
        cairo_close_path(context)
      }
      fillGradient(fromY: top, topColor, toY: base, baseColor)
    case .text(let bytes, let x, let baseline, let style, let alignment, let color):
      draw(bytes, x: x, baseline: baseline, style, alignment, color)
    case .field(let id, let firstRow, let rowCount, let sourceX, let sourceWidth, let rect):
      guard let field = scene.fields.first(where: { $0.id == id }) else { return }
      try draw(
        field, firstRow: firstRow, rowCount: rowCount, sourceX: sourceX, sourceWidth: sourceWidth, rect: rect)
    case .strip(let id, let first, let count, let x, let y):
      guard let strip = scene.strips.first(where: { $0.id == id }), !strip.columns.isEmpty else { return }
      for place in 0..<min(count, strip.columns.count) {
        for mark in strip.columns[(first + place) % strip.columns.count] {
          let top = Float(mark.span.top) / ColumnSpan.perPixel
          let bottom = Float(mark.span.bottom) / ColumnSpan.perPixel
          path(Rect(x: x + Float(place), y: y + top, width: 1, height: bottom - top), radius: 0)
          use(mark.color)
          cairo_fill(context)
        }
      }
    case .smoothing(let isOn): isSmooth = isOn
    // Pictures are omitted: the page loads them from a server, on which a rendered file must not depend.
    case .picture: break
    case .clip(let rect):
      path(rect, radius: 0)
      cairo_clip(context)
    }
  }

  /// Adds a rectangle with rounded corners to the current path if all of its coordinates are finite.
  func path(_ rect: Rect, radius: Float) {
    guard rect.x.isFinite, rect.y.isFinite, rect.width.isFinite, rect.height.isFinite else { return }
    let (x, y) = (Double(rect.x), Double(rect.y))
    let (width, height) = (Double(rect.width), Double(rect.height))
    let round = min(Double(radius.isFinite ? radius : 0), width / 2, height / 2)
    guard round > 0 else { return cairo_rectangle(context, x, y, width, height) }
    let quarter = Double.pi / 2
    cairo_new_sub_path(context)
    cairo_arc(context, x + width - round, y + round, round, -quarter, 0)
    cairo_arc(context, x + width - round, y + height - round, round, 0, quarter)
    cairo_arc(context, x + round, y + height - round, round, quarter, 2 * quarter)
    cairo_arc(context, x + round, y + round, round, 2 * quarter, 3 * quarter)
    cairo_close_path(context)
  }

  private func use(_ color: Color) {
    let (red, green, blue, alpha) = Canvas.components(color)
    cairo_set_source_rgba(context, red, green, blue, alpha)
  }

  private func fillGradient(fromY top: Float, _ topColor: Color, toY bottom: Float, _ bottomColor: Color) {
    guard let pattern = cairo_pattern_create_linear(0, Double(top), 0, Double(bottom)) else { return }
    defer { cairo_pattern_destroy(pattern) }
    for (place, color) in [(0.0, topColor), (1.0, bottomColor)] {
      let (red, green, blue, alpha) = Canvas.components(color)
      cairo_pattern_add_color_stop_rgba(pattern, place, red, green, blue, alpha)
    }
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }

  private func draw(
    _ bytes: [UInt8], x: Float, baseline: Float, _ style: TextStyle, _ alignment: TextAlignment,
    _ color: Color
  ) {
    guard x.isFinite, baseline.isFinite, style.size.isFinite, style.size > 0 else { return }
    select(style)
    // Cairo fails on invalid UTF-8, so decoding replaces invalid bytes.
    let text = String(decoding: bytes, as: UTF8.self)
    let share: Double =
      switch alignment {
      case .leading: 0
      case .center: 0.5
      case .trailing: 1
      }
    cairo_move_to(context, Double(x) - share * advance(text), Double(baseline))
    use(color)
    cairo_show_text(context, text)
    // Cairo leaves the current point at the end of the text, where the next line would begin. It is
    // discarded.
    cairo_new_path(context)
  }

  func select(_ style: TextStyle) {
    let weight = style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL
    cairo_select_font_face(context, Canvas.family, CAIRO_FONT_SLANT_NORMAL, weight)
    cairo_set_font_size(context, Double(style.size))
  }

  /// Returns the advance width of text in the selected font.
  func advance(_ text: String) -> Double {
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }

  private static func components(_ color: Color) -> (red: Double, green: Double, blue: Double, alpha: Double)
  {
    (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }

  /// Returns the points as runs of finite points, split at NaNs and infinities.
  private static func pieces(_ points: DrawPoints) -> [[(x: Float, y: Float)]] {
    var pieces: [[(x: Float, y: Float)]] = [[]]
    let coordinates = points.coordinates
    for index in stride(from: 0, to: coordinates.count - 1, by: 2) {
      let (x, y) = (coordinates[index], coordinates[index + 1])
      if x.isFinite, y.isFinite {
        pieces[pieces.count - 1].append((x, y))
      } else if !pieces[pieces.count - 1].isEmpty {
        pieces.append([])
      }
    }
    return pieces.filter { !$0.isEmpty }
  }
}
