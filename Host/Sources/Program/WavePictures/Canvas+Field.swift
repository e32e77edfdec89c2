internal import CCairo
import WaveDisplay

extension Canvas {
  /// Draws rows of a field of values as colours, scaled to a rectangle.
  ///
  /// As on the page, each pixel has the colour of one value unless smoothing is on.
  func draw(
    _ field: DrawScene.Field, firstRow: Int, rowCount: Int, sourceX: Float, sourceWidth: Float, rect: Rect
  ) throws(PictureError) {
    let rows = min(rowCount, field.rows)
    guard rows > 0, field.columns > 0, sourceX.isFinite, sourceWidth.isFinite, sourceWidth > 0, !rect.isEmpty
    else { return }
    let image = try Surface(width: field.columns, height: rows)
    for row in 0..<rows {
      let start = (firstRow % field.rows + row) % field.rows * field.columns
      let pixels = Canvas.colors(field, start: start)
      _ = image.withRow(row) { words in
        for column in 0..<field.columns { words[column] = Surface.swapped(pixels[column]) }
      }
    }
    guard let pattern = cairo_pattern_create_for_surface(image.pointer) else { return }
    defer { cairo_pattern_destroy(pattern) }
    let scaleX = Double(sourceWidth) / Double(rect.width)
    let scaleY = Double(rows) / Double(rect.height)
    // The pattern's matrix maps from the canvas to the image.
    var matrix = cairo_matrix_t()
    cairo_matrix_init(
      &matrix, scaleX, 0, 0, scaleY, Double(sourceX) - Double(rect.x) * scaleX, -Double(rect.y) * scaleY)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, isSmooth ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
    // Values beyond the edge equal those at the edge, as on the page.
    if isSmooth { cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD) }
    path(rect, radius: 0)
    cairo_set_source(context, pattern)
    cairo_fill(context)
  }

  /// Returns the colours of one row, each as bytes R, G, B, A.
  private static func colors(_ field: DrawScene.Field, start: Int) -> [UInt32] {
    let values = Array(field.values[start..<(start + field.columns)])
    var pixels = [UInt32](repeating: 0, count: field.columns)
    var span = pixels.mutableSpan
    FieldPainter.paint(values.span, colors: field.map.entries, low: field.low, high: field.high, into: &span)
    return pixels
  }
}
