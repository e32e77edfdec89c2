import WaveUnits

/// A recognizer that turns touches into gestures, such as taps, drags and pinches.
///
/// A tap takes effect immediately. If a second tap follows, a double tap is reported, and the effect of the
/// first tap must be undone. A drag keeps to one axis if it starts along that axis. A pinch scales each axis
/// by the change in the distance between the fingers along that axis.
///
/// - Complexity: O(fingers) per touch, without allocation after the first.
public struct GestureRecognizer: Sendable {
  /// The thresholds for recognising gestures; distances are in device pixels.
  public struct Thresholds: Sendable {
    /// The movement in pixels up to which a finger is considered at rest.
    public var slop: Float
    /// The minimum distance between two fingers along an axis for a pinch to scale that axis.
    public var pinchDistance: Float
    /// The time for which a finger must rest to count as a long press.
    public var longPressMicroseconds: Int64 = 500_000
    /// The delay of a timer tick above which the page is considered to have been busy.
    public var lateMicroseconds: Int64 = 100_000
    /// The maximum time between the two taps of a double tap.
    public var doubleTapMicroseconds: Int64 = 300_000
    /// The time without movement after which a finger is considered at rest.
    public var restMicroseconds: Int64 = 80_000

    /// Creates thresholds for a screen with `scale` device pixels per point.
    public init(scale: Float) {
      slop = 8 * scale
      pinchDistance = 40 * scale
    }
  }

  private static let coordinateMax: Float = 100_000

  private enum Axis { case both, horizontal, vertical }

  private enum State: Equatable {
    case idle
    case pressed
    case longPressed
    case dragging
    case pinching
  }

  /// The thresholds in use.
  public var thresholds: Thresholds
  private var fingers: [Touch] = []
  private var state = State.idle
  private var start = Touch(id: 0, phase: .ended, x: 0, y: 0, microseconds: 0)
  private var lockedAxis = Axis.both
  private var lastTap: Touch?
  /// The additional delay of the current long press, in microseconds.
  private var delayMicroseconds: Int64 = 0
  private var velocity = VelocityEstimate()
  private var isAfterPinch = false

  /// Creates a recognizer with no finger down.
  public init(scale: Float) { thresholds = Thresholds(scale: scale) }

  /// Whether any finger is down.
  public var isActive: Bool { !fingers.isEmpty }

  /// The time at which a resting finger counts as a long press, or nil if no long press is possible.
  public var longPressDue: Int64? {
    guard state == .pressed else { return nil }
    return start.microseconds.saturatingAdding(thresholds.longPressMicroseconds + delayMicroseconds)
  }

  /// Returns a long press if one is due, or nil otherwise.
  ///
  /// A busy page receives ticks late, before it receives the touches made in the meantime. A late long press
  /// is therefore delayed once, so that a drag that has already begun remains a drag. For the same reason,
  /// only a tick triggers a long press, never a touch.
  public mutating func tick(_ microseconds: Int64) -> Gesture? {
    guard let due = longPressDue, microseconds >= due else { return nil }
    let late = microseconds.saturatingSubtracting(due)
    if late > thresholds.lateMicroseconds, delayMicroseconds == 0 {
      delayMicroseconds = late.saturatingAdding(thresholds.lateMicroseconds)
      return nil
    }
    state = .longPressed
    lastTap = nil
    return .longPress(x: start.x, y: start.y)
  }

  /// Processes a touch and returns the resulting gesture, or nil if there is none.
  ///
  /// A coordinate that is NaN or outside any plausible screen is replaced by the finger's last position.
  public mutating func handle(_ touch: Touch) -> Gesture? {
    var touch = touch
    if !(touch.x.magnitude < Self.coordinateMax && touch.y.magnitude < Self.coordinateMax) {
      guard let last = fingers.first(where: { $0.id == touch.id }) else { return nil }
      (touch.x, touch.y) = (last.x, last.y)
    }
    switch touch.phase {
    case .began: return began(touch)
    case .moved: return moved(touch)
    case .ended: return ended(touch)
    case .cancelled:
      fingers.removeAll { $0.id == touch.id }
      guard fingers.isEmpty, state != .idle else { return nil }
      state = .idle
      return .cancelled
    }
  }

  private mutating func began(_ touch: Touch) -> Gesture? {
    fingers.removeAll { $0.id == touch.id }
    guard fingers.count < 2 else { return nil }
    fingers.append(touch)
    velocity = VelocityEstimate()
    isAfterPinch = false
    if fingers.count == 2 {
      if state != .longPressed { state = .pinching }
      return nil
    }
    start = touch
    delayMicroseconds = 0
    state = .pressed
    lockedAxis = .both
    return .began(x: touch.x, y: touch.y)
  }

  private mutating func moved(_ touch: Touch) -> Gesture? {
    guard let index = fingers.firstIndex(where: { $0.id == touch.id }) else { return nil }
    let before = fingers
    fingers[index] = touch
    switch state {
    case .idle: return nil
    case .longPressed: return index == 0 ? .longPressMoved(x: touch.x, y: touch.y) : nil
    case .pinching: return pinch(before: before, microseconds: touch.microseconds)
    case .pressed:
      let dx = touch.x - start.x
      let dy = touch.y - start.y
      guard dx * dx + dy * dy > thresholds.slop * thresholds.slop else { return nil }
      state = .dragging
      lockedAxis = abs(dx) > 2 * abs(dy) ? .horizontal : abs(dy) > 2 * abs(dx) ? .vertical : .both
      velocity.add(dx: 0, dy: 0, microseconds: touch.microseconds)
      return drag(dx: dx, dy: dy, to: touch)
    case .dragging:
      if isAfterPinch {
        velocity = VelocityEstimate()
        isAfterPinch = false
      }
      let dx = touch.x - before[index].x
      let dy = touch.y - before[index].y
      velocity.add(dx: dx, dy: dy, microseconds: touch.microseconds)
      return drag(dx: dx, dy: dy, to: touch)
    }
  }

  private func drag(dx: Float, dy: Float, to touch: Touch) -> Gesture {
    .drag(
      dx: lockedAxis == .vertical ? 0 : dx, dy: lockedAxis == .horizontal ? 0 : dy, x: touch.x, y: touch.y)
  }

  private mutating func pinch(before: [Touch], microseconds: Int64) -> Gesture? {
    guard fingers.count == 2, before.count == 2 else { return nil }
    let middleX = (fingers[0].x + fingers[1].x) / 2
    let middleY = (fingers[0].y + fingers[1].y) / 2
    let dx = middleX - (before[0].x + before[1].x) / 2
    let dy = middleY - (before[0].y + before[1].y) / 2
    let scaleX = scale(from: before[0].x - before[1].x, to: fingers[0].x - fingers[1].x)
    let scaleY = scale(from: before[0].y - before[1].y, to: fingers[0].y - fingers[1].y)
    velocity.add(
      dx: dx, dy: dy, scaleX: scaleX, scaleY: scaleY, middleX: middleX, middleY: middleY,
      microseconds: microseconds)
    return .pinch(scaleX: scaleX, scaleY: scaleY, x: middleX, y: middleY, dx: dx, dy: dy)
  }

  private func scale(from before: Float, to after: Float) -> Float {
    Swift.max(abs(after), thresholds.pinchDistance) / Swift.max(abs(before), thresholds.pinchDistance)
  }

  private mutating func ended(_ touch: Touch) -> Gesture? {
    guard fingers.contains(where: { $0.id == touch.id }) else { return nil }
    fingers.removeAll { $0.id == touch.id }
    guard fingers.isEmpty else {
      // One of two pinching fingers was lifted: the other continues as a drag along both axes.
      if state == .pinching {
        state = .dragging
        // The other finger is usually lifted shortly after. Unless it drags first, the pinch's velocity is
        // kept.
        lockedAxis = .both
        isAfterPinch = true
      }
      return nil
    }
    defer { state = .idle }
    switch state {
    case .idle: return nil
    case .longPressed: return .cancelled
    case .pressed: return tap(touch)
    case .dragging, .pinching:
      var left = velocity.value(at: touch.microseconds, rest: thresholds.restMicroseconds)
      if lockedAxis == .vertical { left.x = 0 }
      if lockedAxis == .horizontal { left.y = 0 }
      return .ended(left)
    }
  }

  private mutating func tap(_ touch: Touch) -> Gesture {
    if let first = lastTap, touch.microseconds - first.microseconds <= thresholds.doubleTapMicroseconds,
      abs(touch.x - first.x) < 4 * thresholds.slop, abs(touch.y - first.y) < 4 * thresholds.slop
    {
      lastTap = nil
      return .doubleTap(x: touch.x, y: touch.y)
    }
    lastTap = touch
    return .tap(x: touch.x, y: touch.y)
  }
}
