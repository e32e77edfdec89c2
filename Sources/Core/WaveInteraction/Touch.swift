import WaveUnits

/// A touch event from a finger, a pen or a pressed mouse button.
public struct Touch: Equatable, Sendable {
  /// The type of a touch event.
  public enum Phase: UInt8, Sendable {
    /// The finger touched the screen.
    case began = 0
    /// The finger moved.
    case moved = 1
    /// The finger was lifted.
    case ended = 2
    /// The system cancelled the touch.
    case cancelled = 3
  }

  /// A number that identifies the finger while it is down.
  public var id: Int32
  /// The type of the event.
  public var phase: Phase
  /// The x coordinate in device pixels.
  public var x: Float
  /// The y coordinate in device pixels.
  public var y: Float
  /// The monotonic time of the event, in microseconds.
  public var microseconds: Int64

  /// Creates a touch event.
  public init(id: Int32, phase: Phase, x: Float, y: Float, microseconds: Int64) {
    self.id = id
    self.phase = phase
    self.x = x
    self.y = y
    self.microseconds = microseconds
  }

  /// Returns the browser's time of a touch if it is plausible, or otherwise the time at which the page
  /// received the touch.
  ///
  /// A busy page receives touches late.
  ///
  /// - Parameters:
  ///   - made: The time of the touch according to the browser, in microseconds.
  ///   - now: The time at which the page received the touch, on the same clock.
  /// - Returns: `made` if it lies within the ten seconds before `now`; otherwise `now`.
  public static func microseconds(made: Double, now: Double) -> Int64 {
    Int64(saturating: made <= now && made >= now - 10e6 ? made : now)
  }
}

/// A gesture recognised from finger movements.
public enum Gesture: Equatable, Sendable {
  /// The first finger touched the screen.
  case began(x: Float, y: Float)
  /// A finger touched the screen and was lifted without moving.
  case tap(x: Float, y: Float)
  /// A second tap followed the first; the effect of the first tap must be undone.
  case doubleTap(x: Float, y: Float)
  /// A finger has rested for half a second.
  case longPress(x: Float, y: Float)
  /// The finger of a long press moved to this position.
  case longPressMoved(x: Float, y: Float)
  /// One finger moved by this distance; if the drag is locked to one axis, the distance along the other is 0.
  case drag(dx: Float, dy: Float, x: Float, y: Float)
  /// Two fingers scaled each axis about their midpoint and moved the midpoint by dx and dy.
  case pinch(scaleX: Float, scaleY: Float, x: Float, y: Float, dx: Float, dy: Float)
  /// The last finger was lifted after a drag or pinch; the velocity is 0 if the finger was at rest.
  case ended(Velocity)
  /// The last finger was lifted after a long press, or its touch was cancelled.
  case cancelled
}
