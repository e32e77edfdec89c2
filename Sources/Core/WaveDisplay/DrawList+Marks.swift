extension DrawList {
  /// Draws a filled rectangle, with rounded corners if `radius` is above zero.
  public mutating func rectangle(_ rect: Rect, radius: Float = 0, color: Color) {
    beginOperation(DrawOperation.rectangle, count: 6)
    write(rect)
    write(radius.bitPattern)
    write(color.rgba)
  }

  /// Draws a rectangle filled with a vertical gradient.
  public mutating func gradient(_ rect: Rect, top: Color, bottom: Color) {
    beginOperation(DrawOperation.gradient, count: 6)
    write(rect)
    write(top.rgba)
    write(bottom.rgba)
  }

  /// Draws a line through points; a NaN for y breaks the line.
  ///
  /// - Parameters:
  ///   - width: Line width in device pixels.
  ///   - color: Line colour.
  ///   - points: A closure that adds each point by calling its argument with x and y.
  public mutating func polyline(
    width: Float, color: Color, _ points: ((Float, Float) -> Void) -> Void
  ) {
    beginOperation(DrawOperation.polyline, count: 0)
    let start = words.count
    write(width.bitPattern)
    write(color.rgba)
    write(0)
    appendPoints(header: start - 1, countAt: start + 2, points)
  }

  /// Fills the area between points and a base line with a vertical gradient.
  ///
  /// - Parameters:
  ///   - base: The y coordinate of the base line.
  ///   - top: The y coordinate at which the gradient has `topColor`.
  ///   - topColor: The colour at `top`.
  ///   - baseColor: The colour at `base`.
  ///   - points: A closure that adds each point by calling its argument with x and y; a NaN for y ends a
  ///     segment.
  public mutating func area(
    base: Float, top: Float, topColor: Color, baseColor: Color,
    _ points: ((Float, Float) -> Void) -> Void
  ) {
    beginOperation(DrawOperation.area, count: 0)
    let start = words.count
    write(base, top)
    write(topColor.rgba)
    write(baseColor.rgba)
    write(0)
    appendPoints(header: start - 1, countAt: start + 4, points)
  }

  private mutating func appendPoints(
    header: Int, countAt: Int, _ points: ((Float, Float) -> Void) -> Void
  ) {
    let first = words.count
    points { x, y in self.write(x, y) }
    patch(countAt, UInt32((words.count - first) / 2))
    patch(header, words[header] | UInt32(words.count - header - 1) << 8)
  }

  /// Draws UTF-8 text on a baseline.
  public mutating func text(
    _ bytes: [UInt8], x: Float, baseline: Float, style: TextStyle, color: Color,
    alignment: TextAlignment = .leading
  ) {
    beginOperation(DrawOperation.text, count: 6 + (bytes.count + 3) / 4)
    write(x, baseline)
    write(style.size.bitPattern)
    write(alignment.rawValue | (style.isBold ? 1 << 8 : 0))
    write(color.rgba)
    write(UInt32(bytes.count))
    var index = 0
    while index < bytes.count {
      var word: UInt32 = 0
      for lane in 0..<4 where index + lane < bytes.count {
        word |= UInt32(bytes[index + lane]) << UInt32(8 * lane)
      }
      write(word)
      index += 4
    }
  }

  /// Clips the marks that follow in this layer to a rectangle.
  public mutating func clip(_ rect: Rect) {
    beginOperation(DrawOperation.clip, count: 4)
    write(rect)
  }
}
