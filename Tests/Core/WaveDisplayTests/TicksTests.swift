import TestSupport
import Testing
import WaveDisplay

@Suite struct TicksTests {
  @Test(arguments: [
    (0.9, 1.0), (1, 1), (1.1, 2), (2.5, 5), (7, 10), (0.013, 0.02), (3.2e6, 5e6), (1e-9, 1e-9),
  ])
  func niceStepIsTheNextOfOneTwoFive(step: Double, nice: Double) {
    #expect((Ticks.niceStep(atLeast: step) - nice).magnitude < nice * 1e-9)
  }

  @Test func niceStepNeverFallsShort() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let step = Double.random(in: 1e-6...1e9, using: &generator)
      let nice = Ticks.niceStep(atLeast: step)
      #expect(nice >= step * 0.999_998)
      #expect(nice <= step * 2.5001)
    }
  }

  @Test(arguments: [Double.nan, 0, -1, .infinity]) func senselessStepsAreOne(step: Double) {
    #expect(Ticks.niceStep(atLeast: step) == 1)
  }

  @Test(arguments: [(4.0, 5.0), (11, 15), (16, 30), (31, 60), (61, 120), (121, 300), (3601, 7200)])
  func timeStepsAreThoseOfClocks(step: Double, expected: Double) {
    #expect(Ticks.timeStep(atLeast: step) == expected)
  }

  @Test func multiplesHaveBothEnds() {
    #expect(Ticks.multiples(of: 10, from: -30, to: 0) == [-30, -20, -10, 0])
    #expect(Ticks.multiples(of: 10, from: 1, to: 9).isEmpty)
    #expect(Ticks.multiples(of: 1e-9, from: 0, to: 1).isEmpty)
    #expect(Ticks.multiples(of: 1, from: .nan, to: 1).isEmpty)
  }

  @Test func scaleGoesBothWays() {
    let scale = LinearScale(startValue: 88e6, endValue: 108e6, startPixel: 0, endPixel: 1170)
    #expect(scale.pixel(fromValue: 98e6) == 585)
    #expect(scale.value(fromPixel: 585) == 98e6)
    let level = LinearScale(startValue: 0, endValue: -100, startPixel: 10, endPixel: 210)
    #expect(level.pixel(fromValue: -50) == 110)
  }
}
