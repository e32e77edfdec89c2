import Testing
@testable import WaveInteraction

@testable import WaveSensors

/// Lines that measure, and the fingers that move them.
@Suite struct CalipersTests {
  /// From 64 to 272 pixels; the lines are at 60 and at 100 at first.
  private let plot = Plot.made()

  private func shown() -> Calipers {
    var calipers = Calipers()
    calipers.show(on: nil, plot)
    return calipers
  }

  @Test func theyAreShownOnALane() {
    var calipers = Calipers()
    #expect(!calipers.isShown)
    calipers.show(on: .made(y: 116, height: 104), plot)
    #expect(calipers.isShown && calipers.x == [0.3, 0.5] && calipers.y == [0.375, 0.625])
    _ = calipers.handle(.made(.began, 62, 168), .plot, plot)
    let moved = calipers
    calipers.hide()
    #expect(!calipers.isShown)
    calipers.show(on: nil, plot)
    #expect(calipers == moved, "without a lane they are where they were")
    calipers.show(on: .made(y: 116, height: 104), plot)
    #expect(calipers.x == [0.3, 0.5] && calipers.y == [0.375, 0.625])
  }

  @Test(arguments: [(62, 0), (80, 0), (81, 1), (133.9, 1), (26.1, 0)] as [(Float, Int)])
  func aFingerHoldsTheNearestLine(x: Float, line: Int) {
    var calipers = shown()
    let outcome = calipers.handle(.made(.began, x, 168), .plot, plot)
    #expect(outcome.isHandled && outcome.grab == .caliper(line) && outcome.cancelled.isEmpty)
    #expect(calipers.x[line] == x / 200 && calipers.y[line] == 0.5)
    #expect(calipers.x[1 - line] == shown().x[1 - line] && calipers.y[1 - line] == shown().y[1 - line])
  }

  @Test(arguments: [134, 26, 190] as [Float]) func aFingerThatIsFarFromBothHoldsThePlot(x: Float) {
    var calipers = shown()
    for phase in [Touch.Phase.began, .moved] {
      let outcome = calipers.handle(.made(phase, x, 168), .plot, plot)
      #expect(!outcome.isHandled && outcome.grab == (phase == .began ? .plot : nil))
      #expect(calipers.isTouched && calipers.x == shown().x && calipers.y == shown().y)
    }
    let outcome = calipers.handle(.made(.ended, x, 168), .plot, plot)
    #expect(!outcome.isHandled && outcome.grab == .plot && !calipers.isTouched)
  }

  @Test func aLineIsMovedWithinThePlot() {
    var calipers = shown()
    _ = calipers.handle(.made(.began, 100, 168), .plot, plot)
    for (x, y, place) in [(150, 220, (0.75, 0.75)), (-9, 900, (0, 1)), (500, 0, (1, 0))]
      as [(Float, Float, (Float, Float))]
    {
      let outcome = calipers.handle(.made(.moved, x, y), .caliper(1), plot)
      #expect(outcome.isHandled && outcome.grab == .caliper(1))
      #expect(calipers.x[1] == place.0 && calipers.y[1] == place.1)
    }
    for phase in [Touch.Phase.ended, .cancelled] {
      var lifted = calipers
      let outcome = lifted.handle(.made(phase, 20, 168), .caliper(1), plot)
      #expect(outcome.isHandled && outcome.grab == .plot && !lifted.isTouched)
      #expect(lifted.x == calipers.x, "where the finger is lifted does not count")
    }
  }

  @Test func twoFingersHaveOneLineEach() {
    var calipers = shown()
    _ = calipers.handle(.made(.began, 120, 168, id: 1), .plot, plot)
    let outcome = calipers.handle(.made(.began, 20, 220, id: 2), .caliper(1), plot)
    #expect(outcome.isHandled && outcome.grab == .caliper(0))
    #expect(outcome.cancelled == [.made(.cancelled, 120, 168, id: 1), .made(.cancelled, 20, 220, id: 2)])
    // The left finger has the first line.
    #expect(calipers.x == [0.1, 0.6] && calipers.y == [0.75, 0.5])
    _ = calipers.handle(.made(.moved, 40, 220, id: 1), .caliper(0), plot)
    #expect(calipers.x == [0.1, 0.2] && calipers.y == [0.75, 0.75])
    // The one that is left goes on with the line that is held.
    let first = calipers.handle(.made(.ended, 40, 220, id: 1), .caliper(0), plot)
    #expect(first.isHandled && first.grab == nil && calipers.isTouched)
    _ = calipers.handle(.made(.moved, 30, 116, id: 2), .caliper(0), plot)
    #expect(calipers.x == [0.15, 0.2] && calipers.y == [0.25, 0.75])
    let last = calipers.handle(.made(.ended, 30, 116, id: 2), .caliper(0), plot)
    #expect(last.grab == .plot && !calipers.isTouched)
  }

  @Test func aFingerThatNeverCameDownIsNone() {
    var calipers = shown()
    for phase in [Touch.Phase.moved, .ended, .cancelled] {
      let outcome = calipers.handle(.made(phase, 60, 168), .caliper(0), plot)
      #expect(!outcome.isHandled && outcome.grab == nil && !calipers.isTouched)
    }
    #expect(calipers == shown())
  }
}
