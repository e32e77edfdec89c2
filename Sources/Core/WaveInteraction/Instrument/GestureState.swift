/// The gesture of the fingers on the plot, what they hold, and the glide after they are lifted.
package struct GestureState<Grab: Equatable & Sendable>: Sendable {
  /// The progress of a glide in one frame.
  package enum Progress: Equatable, Sendable {
    /// Nothing moves.
    case resting
    /// The glide moved by this step.
    case moved(Glide.Step)
    /// The glide has just ended.
    case ended
  }

  /// The part of the picture that the finger holds.
  package var grabbed: Grab
  /// The movement after the fingers are lifted; nil if nothing glides.
  package private(set) var glide: Glide?
  private var recognizer = GestureRecognizer(scale: 1)

  package init(grabbed: Grab) { self.grabbed = grabbed }

  /// Whether any finger is down.
  package var isActive: Bool { recognizer.isActive }

  /// When a resting finger becomes a long press; nil if none can.
  package var longPressDue: Int64? { recognizer.longPressDue }

  /// Sets the number of device pixels in a point, on which the distances of gestures depend.
  package mutating func setScale(_ scale: Float) {
    recognizer.thresholds = GestureRecognizer.Thresholds(scale: scale)
  }

  /// Returns the gesture that a touch makes; nil if it makes none.
  ///
  /// A finger that comes down stops the glide.
  package mutating func gesture(for touch: Touch) -> Gesture? {
    let gesture = recognizer.handle(touch)
    if case .began = gesture { glide = nil }
    return gesture
  }

  /// Returns the gesture that is due at a time, such as a long press.
  package mutating func gesture(at now: Int64) -> Gesture? { recognizer.tick(now) }

  /// Starts a glide, if the speed is high enough to be visible.
  package mutating func startGlide(_ velocity: Velocity, at now: Int64) {
    glide = Glide(velocity, microseconds: now)
  }

  package mutating func stopGlide() { glide = nil }

  /// Advances the glide to a time.
  package mutating func advanceGlide(to now: Int64) -> Progress {
    guard var moving = glide else { return .resting }
    let step = moving.step(now)
    glide = step == nil ? nil : moving
    return step.map { .moved($0) } ?? .ended
  }
}
