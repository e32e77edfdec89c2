import Testing

@testable import WaveInteraction

/// Fingers, and what moves on after them.
@Suite struct GestureStateTests {
  private enum Grab: Equatable { case plot, marker }

  private static func touch(_ phase: Touch.Phase, _ x: Float, at now: Int64) -> Touch {
    Touch(id: 1, phase: phase, x: x, y: 10, microseconds: now)
  }

  @Test func aFingerThatComesDownStopsWhatGlides() {
    var gestures = GestureState(grabbed: Grab.plot)
    gestures.startGlide(Velocity(x: 1000), at: 0)
    #expect(gestures.glide != nil)
    #expect(gestures.gesture(for: Self.touch(.began, 10, at: 1000)) == .began(x: 10, y: 10))
    #expect(gestures.glide == nil && gestures.isActive)
    #expect(gestures.longPressDue == 501_000)
    #expect(gestures.gesture(at: 501_000) == .longPress(x: 10, y: 10))
  }

  @Test func aGlideMovesUntilItRests() {
    var gestures = GestureState(grabbed: Grab.marker)
    #expect(gestures.grabbed == .marker && gestures.advanceGlide(to: 0) == .resting)
    gestures.startGlide(Velocity(x: 1000), at: 0)
    var now: Int64 = 0
    var pixels: Float = 0
    while true {
      now += 16_000
      guard case .moved(let step) = gestures.advanceGlide(to: now) else { break }
      pixels += step.dx
    }
    #expect(pixels > 250 && now < 3_000_000)
    #expect(gestures.glide == nil && gestures.advanceGlide(to: now) == .resting)
    // What is too slow to be seen does not begin.
    gestures.startGlide(Velocity(x: 1), at: now)
    #expect(gestures.glide == nil)
  }

  @Test func slopFollowsTheScreensScale() {
    for scale: Float in [1, 3] {
      var gestures = GestureState(grabbed: Grab.plot)
      gestures.setScale(scale)
      _ = gestures.gesture(for: Self.touch(.began, 100, at: 0))
      #expect(gestures.gesture(for: Self.touch(.moved, 100 + 7 * scale, at: 1000)) == nil)
      #expect(gestures.gesture(for: Self.touch(.moved, 100 + 9 * scale, at: 2000)) != nil)
    }
  }
}
