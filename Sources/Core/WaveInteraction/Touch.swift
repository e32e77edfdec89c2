import WaveUnits

/// An event of one finger, pen or pressed mouse button.
public struct Touch: Equatable, Sendable {
  /// The kind of an event.
  public enum Phase: UInt8, Sendable {
    /// The finger came down.
    case began = 0
    /// The finger moved.
    case moved = 1
    /// The finger was lifted.
    case ended = 2
    /// The system cancelled the touch.
    case cancelled = 3
  }

  /// A number that distinguishes fingers while they are down.
  public var id: Int32
  /// The kind of the event.
  public var phase: Phase
  /// Position in device pixels.
  public var x: Float
  /// Position in device pixels.
  public var y: Float
  /// The time of the event, in monotonic time.
  public var microseconds: Int64

  /// Describes an event of a finger.
  public init(id: Int32, phase: Phase, x: Float, y: Float, microseconds: Int64) {
    self.id = id
    self.phase = phase
    self.x = x
    self.y = y
    self.microseconds = microseconds
  }

  /// Returns the time of a touch from what a browser reports: a busy page receives touches late.
  ///
  /// - Parameters:
  ///   - made: The browser's time of the touch, in microseconds.
  ///   - now: The time at which the page received it, by the same clock.
  /// - Returns: `made` if it lies within the ten seconds before `now`; else `now`.
  public static func microseconds(made: Double, now: Double) -> Int64 {
    Int64(saturating: made <= now && made >= now - 10e6 ? made : now)
  }
}

/// The meaning of a movement of the fingers.
public enum Gesture: Equatable, Sendable {
  /// The first finger came down.
  case began(x: Float, y: Float)
  /// A finger came down and was lifted in place.
  case tap(x: Float, y: Float)
  /// A second tap followed the last one: undo the effect of that first tap.
  case doubleTap(x: Float, y: Float)
  /// A finger has rested in place for half a second.
  case longPress(x: Float, y: Float)
  /// The finger of a long press moved to this position.
  case longPressMoved(x: Float, y: Float)
  /// One finger moved by this distance; for an axis that the drag is locked off, it is 0.
  case drag(dx: Float, dy: Float, x: Float, y: Float)
  /// Two fingers scaled each axis by their distance along it, about their middle, which moved by dx and dy.
  case pinch(scaleX: Float, scaleY: Float, x: Float, y: Float, dx: Float, dy: Float)
  /// The last finger was lifted after a drag or pinch; the velocity is 0 if it was at rest.
  case ended(Velocity)
  /// The last finger was lifted after a long press, or its touch was cancelled.
  case cancelled
}
