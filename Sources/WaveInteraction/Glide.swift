/// What is left of a movement after the finger has gone: a speed that decays.
///
/// The distance still to come shrinks by e every `timeConstantSeconds`, as on the systems' own lists.
public struct Glide: Equatable, Sendable {
  /// Time in which the speed falls to 1/e.
  public static let timeConstantSeconds = 0.325
  /// Below this many pixels a second it stands still.
  public static let standstill: Float = 12

  /// Pixels a second.
  public private(set) var velocityX: Float
  /// Pixels a second.
  public private(set) var velocityY: Float
  private var last: Int64

  /// Starts gliding, or answers nil where the speed is too low to see.
  public init?(velocityX: Float, velocityY: Float, microseconds: Int64) {
    guard abs(velocityX) + abs(velocityY) > 4 * Self.standstill else { return nil }
    self.velocityX = velocityX
    self.velocityY = velocityY
    last = microseconds
  }

  /// Moves on in time, and says how far in pixels; nil when it has come to rest.
  public mutating func step(_ microseconds: Int64) -> (dx: Float, dy: Float)? {
    let seconds = Double(Swift.max(0, microseconds - last)) / 1e6
    last = microseconds
    // (1 + t/8T)^-8 instead of an exponential: as smooth, and needs no library.
    let base = 1 / (1 + seconds / (8 * Self.timeConstantSeconds))
    let squared = base * base
    let decay = Float(squared * squared * squared * squared)
    let distance = Float(Self.timeConstantSeconds) * (1 - decay)
    let moved = (dx: velocityX * distance, dy: velocityY * distance)
    velocityX *= decay
    velocityY *= decay
    guard abs(velocityX) + abs(velocityY) > Self.standstill else { return nil }
    return moved
  }
}
