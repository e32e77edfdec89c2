/// One mark of a layer, as a player reads it.
public enum DrawMark: Equatable, Sendable {
  /// A filled rectangle.
  case rectangle(Rect, radius: Float, color: Color)
  /// A vertical gradient.
  case gradient(Rect, top: Color, bottom: Color)
  /// A line; x and y in turn, NaN lifts the pen.
  case polyline(width: Float, color: Color, points: [Float])
  /// A filled area down to `base`.
  case area(base: Float, top: Float, topColor: Color, baseColor: Color, points: [Float])
  /// A text, UTF-8.
  case text([UInt8], x: Float, baseline: Float, style: TextStyle, alignment: TextAlignment, color: Color)
  /// Rows of a field, scaled into a rectangle.
  case field(id: UInt32, firstRow: Int, rowCount: Int, sourceX: Float, sourceWidth: Float, rect: Rect)
  /// A clip for the marks after it in the layer.
  case clip(Rect)
}

/// Why words are not a draw list.
public enum DrawError: Error, Equatable, Sendable {
  /// An operation at `word` claims more words than there are, or than it has fields.
  case malformed(word: Int)
}
