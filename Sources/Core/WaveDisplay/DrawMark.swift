/// A mark of a layer, as a player reads it.
public enum DrawMark: Equatable, Sendable {
  /// A filled rectangle.
  case rectangle(Rect, radius: Float, color: Color)
  /// A vertical gradient.
  case gradient(Rect, top: Color, bottom: Color)
  /// A line.
  case polyline(width: Float, color: Color, points: DrawPoints)
  /// A filled area down to `base`.
  case area(base: Float, top: Float, topColor: Color, baseColor: Color, points: DrawPoints)
  /// A text, UTF-8.
  case text([UInt8], x: Float, baseline: Float, style: TextStyle, alignment: TextAlignment, color: Color)
  /// Rows of a field, scaled into a rectangle.
  case field(id: UInt32, firstRow: Int, rowCount: Int, sourceX: Float, sourceWidth: Float, rect: Rect)
  /// Columns of a strip, each a pixel wide.
  case strip(id: UInt32, first: Int, count: Int, x: Float, y: Float)
  /// A clip for the marks after it in the layer.
  case clip(Rect)
  /// Whether fields after it in the layer are blended between their values.
  case smoothing(Bool)
  /// A picture that the player has loaded into a slot, scaled into a rectangle.
  case picture(slot: UInt32, revision: UInt32, opacity: Float, rect: Rect)
}

/// Points of a line, x and y in turn; a NaN in y lifts the pen.
///
/// Coordinates are compared bit by bit, so a NaN equals itself.
public struct DrawPoints: Equatable, Sendable {
  /// Coordinates in device pixels.
  public var coordinates: [Float]

  /// Points with the given coordinates.
  public init(coordinates: [Float]) { self.coordinates = coordinates }

  /// Whether all coordinates are the same, bit by bit.
  public static func == (a: DrawPoints, b: DrawPoints) -> Bool {
    a.coordinates.count == b.coordinates.count
      && a.coordinates.indices.allSatisfy { a.coordinates[$0].bitPattern == b.coordinates[$0].bitPattern }
  }
}

/// The reason why words are not a draw list.
public enum DrawError: Error, Equatable, Sendable {
  /// An operation at `word` claims more words than the list has, or fewer than its fields need.
  case malformed(word: Int)
}
