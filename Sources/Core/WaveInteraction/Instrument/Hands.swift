/// What fingers on the plot do, what they hold, and what moves on after they have gone.
package struct Hands<Grab: Equatable & Sendable>: Sendable {
  /// What a movement that goes on by itself does in a frame.
  package enum Progress: Equatable, Sendable {
    /// Nothing moves.
    case resting
    /// It moved by this much.
    case moved(Glide.Step)
    /// It has just come to rest.
    case ended
  }

  /// What the finger holds.
  package var grabbed: Grab
  /// What moves on after the fingers have gone.
  package private(set) var glide: Glide?
  private var recognizer = GestureRecognizer(scale: 1)

  package init(grabbed: Grab) { self.grabbed = grabbed }

  /// Whether any finger is down.
  package var isActive: Bool { recognizer.isActive }

  /// When a resting finger becomes a long press, if one may.
  package var longPressDue: Int64? { recognizer.longPressDue }

  /// The screen has so many device pixels in a point.
  package mutating func setScale(_ scale: Float) {
    recognizer.thresholds = GestureRecognizer.Thresholds(scale: scale)
  }

  /// The gesture that a touch makes.
  ///
  /// A finger that comes down stops what glides.
  package mutating func gesture(for touch: Touch) -> Gesture? {
    let gesture = recognizer.handle(touch)
    if case .began = gesture { glide = nil }
    return gesture
  }

  /// The gesture that becomes due as time passes.
  package mutating func gesture(at now: Int64) -> Gesture? { recognizer.tick(now) }

  /// Starts gliding, where the speed can be seen.
  package mutating func startGlide(_ velocity: Velocity, at now: Int64) {
    glide = Glide(velocity, microseconds: now)
  }

  package mutating func stopGlide() { glide = nil }

  /// Moves on what glides.
  package mutating func advanceGlide(to now: Int64) -> Progress {
    guard var moving = glide else { return .resting }
    let step = moving.step(now)
    glide = step == nil ? nil : moving
    return step.map { .moved($0) } ?? .ended
  }
}
