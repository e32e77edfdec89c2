/// The margins along a screen's edges that are covered by a notch, rounded corners or a system bar.
public struct Insets: Equatable, Sendable {
  /// The margin at the top, in points.
  public var top: Float
  /// The margin at the right, in points.
  public var right: Float
  /// The margin at the bottom, in points.
  public var bottom: Float
  /// The margin at the left, in points.
  public var left: Float

  /// Creates insets in points.
  public init(top: Float = 0, right: Float = 0, bottom: Float = 0, left: Float = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}
