/// The velocity of the fingers when they were lifted, in pixels and growth of the scale a second.
///
/// The scale grows about the middle of the fingers.
public struct Velocity: Equatable, Sendable {
  /// Pixels a second to the right.
  public var x: Float
  /// Pixels a second downwards.
  public var y: Float
  /// Growth of the horizontal scale a second, as a fraction; 0 if it does not change.
  public var scaleX: Float
  /// Growth of the vertical scale a second, as a fraction.
  public var scaleY: Float
  /// The x coordinate of the middle of the fingers.
  public var middleX: Float
  /// The y coordinate of the middle of the fingers.
  public var middleY: Float

  /// A velocity.
  public init(
    x: Float = 0, y: Float = 0, scaleX: Float = 0, scaleY: Float = 0, middleX: Float = 0, middleY: Float = 0
  ) {
    self.x = x
    self.y = y
    self.scaleX = scaleX
    self.scaleY = scaleY
    self.middleX = middleX
    self.middleY = middleY
  }
}

/// The velocity of fingers from their last moves, smoothed over about 50 ms.
struct VelocityEstimate: Sendable {
  private var velocity = Velocity()
  private var last: Int64?

  mutating func add(
    dx: Float, dy: Float, scaleX: Float = 1, scaleY: Float = 1, middleX: Float = 0, middleY: Float = 0,
    microseconds: Int64
  ) {
    defer { last = microseconds }
    guard let last, microseconds > last else { return }
    let seconds = Float(microseconds - last) / 1e6
    let weight = Swift.min(1, seconds / 0.05)
    velocity.x += (dx / seconds - velocity.x) * weight
    velocity.y += (dy / seconds - velocity.y) * weight
    velocity.scaleX += ((scaleX - 1) / seconds - velocity.scaleX) * weight
    velocity.scaleY += ((scaleY - 1) / seconds - velocity.scaleY) * weight
    velocity.middleX = middleX
    velocity.middleY = middleY
  }

  func value(at microseconds: Int64, rest: Int64) -> Velocity {
    guard let last, microseconds - last <= rest else { return Velocity() }
    return velocity
  }
}
