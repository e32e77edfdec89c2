/// A rectangle in device pixels, x to the right, y downwards.
public struct Rect: Equatable, Sendable {
  /// Left edge.
  public var x: Float
  /// Top edge.
  public var y: Float
  /// Width, not negative.
  public var width: Float
  /// Height, not negative.
  public var height: Float

  /// A rectangle at a position.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle without area at the origin.
  public static let empty = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Right edge.
  public var right: Float { x + width }
  /// Bottom edge.
  public var bottom: Float { y + height }
  /// Whether the rectangle has no area.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether a point lies inside; the right and bottom edges are outside.
  public func contains(x px: Float, y py: Float) -> Bool {
    px >= x && px < right && py >= y && py < bottom
  }

  /// Whether the two rectangles have an area in common; edges that touch do not count.
  public func overlaps(_ other: Rect) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  /// Returns the smallest rectangle around both; one without area is ignored.
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
