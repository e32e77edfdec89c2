import Testing
import WaveInteraction

@Suite struct GestureRecognizerTests {
  private var recognizer = GestureRecognizer(scale: 1)

  private mutating func touch(
    _ id: Int32, _ phase: Touch.Phase, _ x: Float, _ y: Float, at milliseconds: Int64
  ) -> Gesture? {
    recognizer.handle(Touch(id: id, phase: phase, x: x, y: y, microseconds: milliseconds * 1000))
  }

  @Test mutating func tapIsReportedWhenTheFingerGoesUp() {
    #expect(touch(1, .began, 10, 20, at: 0) == .began(x: 10, y: 20))
    #expect(touch(1, .moved, 13, 22, at: 20) == nil)
    #expect(touch(1, .ended, 13, 22, at: 60) == .tap(x: 13, y: 22))
    #expect(!recognizer.isActive)
  }

  @Test mutating func secondTapSoonAndNearIsDouble() {
    _ = touch(1, .began, 10, 20, at: 0)
    _ = touch(1, .ended, 10, 20, at: 50)
    _ = touch(2, .began, 14, 20, at: 150)
    #expect(touch(2, .ended, 14, 20, at: 200) == .doubleTap(x: 14, y: 20))
    _ = touch(3, .began, 14, 20, at: 250)
    #expect(touch(3, .ended, 14, 20, at: 300) == .tap(x: 14, y: 20))
  }

  @Test(arguments: [(400, 10), (100, 200)])
  mutating func secondTapLateOrFarIsATap(delay: Int64, x: Float) {
    _ = touch(1, .began, 10, 20, at: 0)
    _ = touch(1, .ended, 10, 20, at: 50)
    _ = touch(2, .began, x, 20, at: 50 + delay)
    #expect(touch(2, .ended, x, 20, at: 51 + delay) == .tap(x: x, y: 20))
  }

  @Test mutating func restingFingerIsALongPressThatDrags() {
    _ = touch(1, .began, 10, 20, at: 0)
    #expect(recognizer.longPressDue == 500_000)
    #expect(recognizer.tick(499_999) == nil)
    #expect(recognizer.tick(500_000) == .longPress(x: 10, y: 20))
    #expect(touch(1, .moved, 40, 25, at: 600) == .longPressMoved(x: 40, y: 25))
    #expect(touch(1, .ended, 40, 25, at: 700) == .cancelled)
  }

  /// A page that was busy knows late what the finger did.
  @Test mutating func aDragThatIsHandledLateStaysADrag() {
    _ = touch(1, .began, 10, 20, at: 0)
    #expect(recognizer.tick(900_000) == nil)
    #expect(touch(1, .moved, 40, 20, at: 950) == .drag(dx: 30, dy: 0, x: 40, y: 20))
  }

  @Test mutating func aLatePressIsPutOffOnce() {
    _ = touch(1, .began, 10, 20, at: 0)
    #expect(recognizer.tick(900_000) == nil)
    #expect(recognizer.longPressDue == 1_000_000)
    #expect(recognizer.tick(3_000_000) == .longPress(x: 10, y: 20))
    _ = touch(1, .ended, 10, 20, at: 3001)
    _ = touch(1, .began, 10, 20, at: 4000)
    #expect(recognizer.longPressDue == 4_500_000)
    #expect(recognizer.tick(4_600_000) == .longPress(x: 10, y: 20))
  }

  @Test func aTouchIsTimedByTheBrowserWhereThatIsATime() {
    #expect(Touch.microseconds(made: 5e6, now: 6e6) == 5_000_000)
    #expect(Touch.microseconds(made: 7e6, now: 6e6) == 6_000_000)
    for made in [-5e6, Double.nan, .infinity, -.infinity, 1.7e15] {
      #expect(Touch.microseconds(made: made, now: 6e6) == 6_000_000)
    }
  }

  @Test mutating func dragKeepsToTheAxisItStartsAlong() {
    _ = touch(1, .began, 0, 0, at: 0)
    #expect(touch(1, .moved, 20, 3, at: 10) == .drag(dx: 20, dy: 0, x: 20, y: 3))
    #expect(touch(1, .moved, 25, 50, at: 20) == .drag(dx: 5, dy: 0, x: 25, y: 50))
    guard case .ended(let velocity) = touch(1, .ended, 25, 50, at: 21) else {
      Issue.record("no end")
      return
    }
    #expect(velocity.x > 0)
    #expect(velocity.y == 0)
  }

  @Test mutating func slantedDragMovesBothAxes() {
    _ = touch(1, .began, 0, 0, at: 0)
    #expect(touch(1, .moved, 20, 18, at: 10) == .drag(dx: 20, dy: 18, x: 20, y: 18))
  }

  @Test mutating func fingerAtRestHasNoVelocity() {
    _ = touch(1, .began, 0, 0, at: 0)
    _ = touch(1, .moved, 50, 0, at: 10)
    _ = touch(1, .moved, 100, 0, at: 20)
    #expect(touch(1, .ended, 100, 0, at: 200) == .ended(Velocity()))
  }

  @Test mutating func pinchScalesEachAxisByItsOwnDistance() {
    _ = touch(1, .began, 100, 100, at: 0)
    _ = touch(2, .began, 200, 300, at: 5)
    #expect(touch(2, .moved, 300, 300, at: 20) == .pinch(scaleX: 2, scaleY: 1, x: 200, y: 200, dx: 50, dy: 0))
    #expect(
      touch(1, .moved, 100, 200, at: 30) == .pinch(scaleX: 1, scaleY: 0.5, x: 200, y: 250, dx: 0, dy: 50))
  }

  @Test mutating func fingersSideBySideDoNotScaleTheOtherAxis() {
    _ = touch(1, .began, 100, 100, at: 0)
    _ = touch(2, .began, 200, 104, at: 5)
    guard case .pinch(let scaleX, let scaleY, _, _, _, _) = touch(2, .moved, 300, 118, at: 20) else {
      Issue.record("no pinch")
      return
    }
    #expect(scaleX == 2)
    #expect(scaleY == 1)
  }

  @Test mutating func oneFingerLeftOfAPinchDrags() {
    _ = touch(1, .began, 100, 100, at: 0)
    _ = touch(2, .began, 200, 200, at: 5)
    _ = touch(2, .moved, 220, 220, at: 10)
    #expect(touch(2, .ended, 220, 220, at: 20) == nil)
    #expect(touch(1, .moved, 105, 103, at: 30) == .drag(dx: 5, dy: 3, x: 105, y: 103))
    #expect(touch(1, .ended, 105, 103, at: 40) != nil)
  }

  @Test mutating func pinchThatEndsInMotionHasItsVelocity() {
    _ = touch(1, .began, 100, 100, at: 0)
    _ = touch(2, .began, 200, 100, at: 1)
    for step in 1...5 { _ = touch(2, .moved, 200 + Float(step) * 20, 100, at: Int64(step) * 10) }
    _ = touch(2, .ended, 300, 100, at: 51)
    guard case .ended(let velocity) = touch(1, .ended, 100, 100, at: 55) else {
      Issue.record("no end")
      return
    }
    #expect(velocity.scaleX > 3)
    #expect(velocity.scaleY == 0)
    #expect(velocity.middleX == 200)
  }

  @Test mutating func thirdFingerIsIgnoredAndStrayEndsAreToo() {
    _ = touch(1, .began, 0, 0, at: 0)
    _ = touch(2, .began, 100, 0, at: 1)
    #expect(touch(3, .began, 50, 50, at: 2) == nil)
    #expect(touch(3, .moved, 60, 60, at: 3) == nil)
    #expect(touch(9, .ended, 60, 60, at: 4) == nil)
  }

  @Test mutating func cancelledTouchIsNoTap() {
    _ = touch(1, .began, 0, 0, at: 0)
    #expect(touch(1, .cancelled, 0, 0, at: 10) == .cancelled)
    #expect(recognizer.longPressDue == nil)
  }
}

@Suite struct GlideTests {
  @Test func slowFingerDoesNotGlide() {
    #expect(Glide(Velocity(x: 20, y: 20), microseconds: 0) == nil)
  }

  @Test func distanceDoesNotDependOnTheFrameRate() throws {
    func distance(_ frame: Int64) throws -> Float {
      var glide = try #require(Glide(Velocity(x: 1000), microseconds: 0))
      var total: Float = 0
      var now: Int64 = 0
      while let step = glide.step(now) {
        total += step.dx
        now += frame
      }
      return total
    }
    let fast = try distance(8_333)
    let slow = try distance(33_333)
    #expect(abs(fast - slow) < 0.08 * fast)
    #expect(fast > 250 && fast < 330)
  }

  @Test func afterOneTimeConstantTheRestIsAbout1OverE() throws {
    var glide = try #require(Glide(Velocity(x: 1000), microseconds: 0))
    let next = glide.step(Int64(Glide.timeConstantSeconds * 1e6))
    let step = try #require(next)
    let decay = Float(1 / (1.125 * 1.125 * 1.125 * 1.125 * 1.125 * 1.125 * 1.125 * 1.125))
    #expect(abs(step.dx - 325 * (1 - decay)) < 0.01)
  }

  @Test func scaleGlidesToo() throws {
    var glide = try #require(Glide(Velocity(scaleX: 2, middleX: 50), microseconds: 0))
    var scale: Float = 1
    var now: Int64 = 0
    while let step = glide.step(now) {
      scale *= step.scaleX
      #expect(step.scaleY == 1 && step.x == 50)
      now += 16_667
    }
    #expect(scale > 1.6 && scale < 2)
  }
}
