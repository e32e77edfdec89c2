/// The inertial movement after the fingers are lifted, at a speed that decays exponentially.
///
/// The remaining distance falls to 1/e of its value every `timeConstantSeconds`, as in a list on a phone.
public struct Glide: Equatable, Sendable {
  /// The time in seconds in which the speed falls to 1/e of its value.
  public static let timeConstantSeconds = 0.325
  /// The speed below which a glide is considered at rest, in pixels per second.
  public static let standstill: Float = 12
  /// The rate of scaling below which a glide is considered at rest, as a fraction per second.
  public static let scaleStandstill: Float = 0.02

  /// The movement of a glide in one step.
  public struct Step: Equatable, Sendable {
    /// The movement to the right, in pixels.
    public var dx: Float
    /// The movement downwards, in pixels.
    public var dy: Float
    /// The factor by which the horizontal scale changes.
    public var scaleX: Float
    /// The factor by which the vertical scale changes.
    public var scaleY: Float
    /// The x coordinate of the fixed point of the scaling.
    public var x: Float
    /// The y coordinate of the fixed point of the scaling.
    public var y: Float
  }

  private var velocity: Velocity
  private var last: Int64

  /// Creates a glide, or returns nil if the speed is too low to be visible.
  public init?(_ velocity: Velocity, microseconds: Int64) {
    self.velocity = velocity
    last = microseconds
    guard isMoving(by: 4) else { return nil }
  }

  /// Advances the glide to a time and returns its movement since the last call, or nil if it has come to
  /// rest.
  public mutating func step(_ microseconds: Int64) -> Step? {
    let seconds = Double(Swift.max(0, microseconds - last)) / 1e6
    last = microseconds
    // (1 + t/8T)^-8 in place of an exponential: it is equally smooth and needs no library.
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

  /// Converts the relative growth of the scale in one step to a factor, limited to the range from ½ to 2.
  private static func factor(_ growth: Float) -> Float { Swift.max(0.5, Swift.min(2, 1 + growth)) }
}
