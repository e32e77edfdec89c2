/// A rectangle in device pixels, with x to the right and y downwards.
public struct Rect: Equatable, Sendable {
  /// The left edge.
  public var x: Float
  /// The top edge.
  public var y: Float
  /// The width, at least 0.
  public var width: Float
  /// The height, at least 0.
  public var height: Float

  /// Creates a rectangle from its top-left corner and size.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// A rectangle at the origin with no area.
  public static let empty = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The right edge.
  public var right: Float { x + width }
  /// The bottom edge.
  public var bottom: Float { y + height }
  /// Whether the rectangle has no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns whether a point lies inside; the right and bottom edges are excluded.
  public func contains(x px: Float, y py: Float) -> Bool { px >= x && px < right && py >= y && py < bottom }

  /// Returns whether the two rectangles overlap; touching edges do not count.
  public func overlaps(_ other: Rect) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  /// Returns a vertical line of a given width that is as high as the rectangle.
  package func column(at x: Float, width: Float) -> Rect { Rect(x: x, y: y, width: width, height: height) }

  /// Returns a horizontal line of a given height that is as wide as the rectangle.
  package func row(at y: Float, height: Float) -> Rect { Rect(x: x, y: y, width: width, height: height) }

  /// Returns the smallest rectangle that contains both rectangles; an empty rectangle is ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = Swift.min(x, other.x)
    let top = Swift.min(y, other.y)
    return Rect(
      x: left, y: top, width: Swift.max(right, other.right) - left,
      height: Swift.max(bottom, other.bottom) - top)
  }
}
