/// A drawing primitive of a layer, as decoded by a player.
public enum DrawMark: Equatable, Sendable {
  /// A filled rectangle.
  case rectangle(Rect, radius: Float, color: Color)
  /// A vertical gradient.
  case gradient(Rect, top: Color, bottom: Color)
  /// A line.
  case polyline(width: Float, color: Color, points: DrawPoints)
  /// An area filled down to `base`.
  case area(base: Float, top: Float, topColor: Color, baseColor: Color, points: DrawPoints)
  /// Text in UTF-8.
  case text([UInt8], x: Float, baseline: Float, style: TextStyle, alignment: TextAlignment, color: Color)
  /// Rows of a field, scaled into a rectangle.
  case field(id: UInt32, firstRow: Int, rowCount: Int, sourceX: Float, sourceWidth: Float, rect: Rect)
  /// Columns of a strip, each one pixel wide.
  case strip(id: UInt32, first: Int, count: Int, x: Float, y: Float)
  /// A clipping rectangle for the marks that follow in the layer.
  case clip(Rect)
  /// Whether the fields that follow in the layer are interpolated between their values.
  case smoothing(Bool)
  /// An image that the player has loaded into a slot, scaled into a rectangle.
  case picture(slot: UInt32, revision: UInt32, opacity: Float, rect: Rect)
}

/// The points of a line, with alternating x and y coordinates; a NaN for y breaks the line.
///
/// Coordinates are compared bitwise, so a NaN equals itself.
public struct DrawPoints: Equatable, Sendable {
  /// The coordinates in device pixels.
  public var coordinates: [Float]

  /// Creates points with the given coordinates.
  public init(coordinates: [Float]) { self.coordinates = coordinates }

  /// Returns whether all coordinates are bitwise equal.
  public static func == (a: DrawPoints, b: DrawPoints) -> Bool {
    a.coordinates.elementsEqual(b.coordinates) { $0.bitPattern == $1.bitPattern }
  }
}

/// An error in the words of a draw list.
public enum DrawError: Error, Equatable, Sendable {
  /// An operation at `word` claims more words than the list contains, or fewer than its operands need.
  case malformed(word: Int)
}
