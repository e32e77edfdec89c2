/// The state of gestures on the plot: the current gesture, the grabbed object, and the glide that follows.
package struct GestureState<Grab: Equatable & Sendable>: Sendable {
  /// The result of advancing a glide to the current frame.
  package enum Progress: Equatable, Sendable {
    /// There is no glide.
    case resting
    /// The glide moved by this step.
    case moved(Glide.Step)
    /// The glide has just ended.
    case ended
  }

  /// The object on the plot that the finger has grabbed.
  package var grabbed: Grab
  /// The glide after the fingers are lifted, or nil if there is none.
  package private(set) var glide: Glide?
  private var recognizer = GestureRecognizer(scale: 1)

  package init(grabbed: Grab) { self.grabbed = grabbed }

  /// Whether any finger is down.
  package var isActive: Bool { recognizer.isActive }

  /// The time at which a resting finger counts as a long press, or nil if no long press is possible.
  package var longPressDue: Int64? { recognizer.longPressDue }

  /// Sets the number of device pixels per point, which scales the distance thresholds of gestures.
  package mutating func setScale(_ scale: Float) {
    recognizer.thresholds = GestureRecognizer.Thresholds(scale: scale)
  }

  /// Processes a touch and returns the resulting gesture, or nil if there is none.
  ///
  /// A finger that touches the plot stops the glide.
  package mutating func gesture(for touch: Touch) -> Gesture? {
    let gesture = recognizer.handle(touch)
    if case .began = gesture { glide = nil }
    return gesture
  }

  /// Returns the gesture that is due at a time, such as a long press, or nil if there is none.
  package mutating func gesture(at now: Int64) -> Gesture? { recognizer.tick(now) }

  /// Starts a glide, unless the speed is too low for the movement to be visible.
  package mutating func startGlide(_ velocity: Velocity, at now: Int64) {
    glide = Glide(velocity, microseconds: now)
  }

  package mutating func stopGlide() { glide = nil }

  /// Advances the glide to a time and returns its progress.
  package mutating func advanceGlide(to now: Int64) -> Progress {
    guard var moving = glide else { return .resting }
    let step = moving.step(now)
    glide = step == nil ? nil : moving
    return step.map { .moved($0) } ?? .ended
  }
}
