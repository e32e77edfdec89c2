/// The speed at which the fingers were moving and scaling the view when they were lifted.
///
/// The scale grows about the midpoint of the fingers.
public struct Velocity: Equatable, Sendable {
  /// The velocity to the right, in pixels per second.
  public var x: Float
  /// The velocity downwards, in pixels per second.
  public var y: Float
  /// The growth of the horizontal scale per second, as a fraction; 0 if it does not change.
  public var scaleX: Float
  /// The growth of the vertical scale per second, as a fraction; 0 if it does not change.
  public var scaleY: Float
  /// The x coordinate of the midpoint of the fingers.
  public var middleX: Float
  /// The y coordinate of the midpoint of the fingers.
  public var middleY: Float

  /// Creates a velocity, by default zero.
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

/// An estimate of the fingers' velocity from their last movements, smoothed over about 50 ms.
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
