/// The movement that continues after the fingers are lifted, at a speed that decays.
///
/// The remaining distance falls to 1/e in every `timeConstantSeconds`, as in the systems' own lists.
public struct Glide: Equatable, Sendable {
  /// The time in which the speed falls to 1/e.
  public static let timeConstantSeconds = 0.325
  /// A speed below this many pixels a second counts as rest.
  public static let standstill: Float = 12
  /// A growth of the scale below this fraction a second counts as rest.
  public static let scaleStandstill: Float = 0.02

  /// A step of a glide.
  public struct Step: Equatable, Sendable {
    /// Pixels to the right.
    public var dx: Float
    /// Pixels downwards.
    public var dy: Float
    /// Factor of the horizontal scale.
    public var scaleX: Float
    /// Factor of the vertical scale.
    public var scaleY: Float
    /// The x coordinate of the point that the scaling keeps in place.
    public var x: Float
    /// The y coordinate of the point that the scaling keeps in place.
    public var y: Float
  }

  private var velocity: Velocity
  private var last: Int64

  /// Starts a glide; nil if the speed is too low to be visible.
  public init?(_ velocity: Velocity, microseconds: Int64) {
    self.velocity = velocity
    last = microseconds
    guard isMoving(by: 4) else { return nil }
  }

  /// Advances to a time, and returns the step; nil if the glide has come to rest.
  public mutating func step(_ microseconds: Int64) -> Step? {
    let seconds = Double(Swift.max(0, microseconds - last)) / 1e6
    last = microseconds
    // (1 + t/8T)^-8 in place of an exponential: it is as smooth, and needs no library.
    let base = 1 / (1 + seconds / (8 * Self.timeConstantSeconds))
    let squared = base * base
    let decay = Float(squared * squared * squared * squared)
    let distance = Float(Self.timeConstantSeconds) * (1 - decay)
    let step = Step(
      dx: velocity.x * distance, dy: velocity.y * distance, scaleX: Self.factor(velocity.scaleX * distance),
      scaleY: Self.factor(velocity.scaleY * distance), x: velocity.middleX, y: velocity.middleY)
    velocity.x *= decay
    velocity.y *= decay
    velocity.scaleX *= decay
    velocity.scaleY *= decay
    return isMoving(by: 1) ? step : nil
  }

  private func isMoving(by margin: Float) -> Bool {
    abs(velocity.x) + abs(velocity.y) > margin * Self.standstill
      || abs(velocity.scaleX) + abs(velocity.scaleY) > margin * Self.scaleStandstill
  }

  /// Converts a growth to a factor, at most a doubling or halving in one step.
  private static func factor(_ growth: Float) -> Float { Swift.max(0.5, Swift.min(2, 1 + growth)) }
}
