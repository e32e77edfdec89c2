import WaveUnits

/// One finger, pen or pressed mouse button.
public struct Touch: Equatable, Sendable {
  /// What it did.
  public enum Phase: UInt8, Sendable {
    /// Came down.
    case began = 0
    /// Moved.
    case moved = 1
    /// Went up.
    case ended = 2
    /// Was taken away by the system.
    case cancelled = 3
  }

  /// Tells fingers apart while they are down.
  public var id: Int32
  /// What it did.
  public var phase: Phase
  /// Position in device pixels.
  public var x: Float
  /// Position in device pixels.
  public var y: Float
  /// When it did that, in monotonic time.
  public var microseconds: Int64

  /// Describes a touch.
  public init(id: Int32, phase: Phase, x: Float, y: Float, microseconds: Int64) {
    self.id = id
    self.phase = phase
    self.x = x
    self.y = y
    self.microseconds = microseconds
  }

  /// The time of a touch, by what a browser says of it: a busy page receives touches late.
  ///
  /// - Parameters:
  ///   - made: When the finger did it, in microseconds, as the browser has it.
  ///   - now: When the page received it, by the same clock.
  /// - Returns: `made`, or `now` where that is no time within the last ten seconds.
  public static func microseconds(made: Double, now: Double) -> Int64 {
    Int64(saturating: made <= now && made >= now - 10e6 ? made : now)
  }
}

/// What fingers mean.
public enum Gesture: Equatable, Sendable {
  /// The first finger came down.
  case began(x: Float, y: Float)
  /// A finger went down and up in place.
  case tap(x: Float, y: Float)
  /// The tap before was the first half of this: whatever it did is to be undone.
  case doubleTap(x: Float, y: Float)
  /// A finger has rested in place for half a second.
  case longPress(x: Float, y: Float)
  /// The finger of a long press moved to here.
  case longPressMoved(x: Float, y: Float)
  /// One finger moved by this much; an axis that the drag is locked off is 0.
  case drag(dx: Float, dy: Float, x: Float, y: Float)
  /// Two fingers: each axis scaled by its own distances about the middle, which moved by dx, dy.
  case pinch(scaleX: Float, scaleY: Float, x: Float, y: Float, dx: Float, dy: Float)
  /// The last finger went up after a drag or pinch; the velocity is 0 where it was at rest.
  case ended(Velocity)
  /// The last finger went up after a long press, or was taken away.
  case cancelled
}
