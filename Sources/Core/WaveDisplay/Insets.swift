/// The parts of a screen along its edges that are covered: by a notch, rounded corners or the system's own
/// bar.
public struct Insets: Equatable, Sendable {
  /// At the top, in points.
  public var top: Float
  /// At the right, in points.
  public var right: Float
  /// At the bottom, in points.
  public var bottom: Float
  /// At the left, in points.
  public var left: Float

  /// Insets in points.
  public init(top: Float = 0, right: Float = 0, bottom: Float = 0, left: Float = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}
