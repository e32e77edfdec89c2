import TestSupport
import Testing
import WaveUnits

@Suite struct LevelScaleTests {
  @Test func theExampleHolds() {
    let scale = LevelScale(bottom: -51, top: -49, rows: 1536)
    #expect(scale == LevelScale(low: -510, high: -490, fineness: 77))
    #expect(scale.centibels(of: -510 + 770) == -500)
    #expect(scale.centibels(of: -511) == -511)
    #expect(scale.centibels(of: -510 + 20 * 77) == -490)
    #expect(scale.centibels(of: -510 + 20 * 77 + 1) == -489)
  }

  @Test func aStepIsNoLargerThanAPixel() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let span = Double.random(in: 2...240, using: &random)
      let top = Double.random(in: -240...200, using: &random)
      let rows = Int.random(in: 1...8192, using: &random)
      let scale = LevelScale(bottom: top - span, top: top, rows: rows)
      #expect(0.1 / Double(scale.fineness) <= span / Double(rows) || scale.high - scale.low < Int(span * 10))
      // No finer than needed either: a step less would be too few.
      #expect(scale.fineness == 1 || 0.1 / (Double(scale.fineness) - 1) > span / Double(rows))
    }
  }

  @Test func higherLevelsHaveHigherNumbers() {
    for scale in [
      LevelScale.centibels, LevelScale(bottom: -51, top: -49, rows: 1536),
      LevelScale(bottom: -300, top: 300, rows: 8192),
    ] {
      var last = -Float.infinity
      for number in (Int16.min + 1)...Int16.max {
        let level = scale.centibels(of: number)
        #expect(level > last)
        last = level
      }
    }
  }

  @Test func whatHasNoStepsHasTenthsOfADecibel() {
    #expect(LevelScale(bottom: 0, top: 0, rows: 1000) == .centibels)
    #expect(LevelScale(bottom: 1, top: 0, rows: 1000) == .centibels)
    #expect(LevelScale(bottom: .nan, top: 0, rows: 1000) == .centibels)
    #expect(LevelScale(bottom: -100, top: 0, rows: 1000) == .centibels)
    #expect(LevelScale(bottom: 400, top: 500, rows: 8192) == .centibels)
    #expect(LevelScale(bottom: -1e30, top: 1e30, rows: 8192) == .centibels)
    #expect(LevelScale(bottom: -100, top: 0, rows: 1001).fineness == 2)
  }

  @Test func numbersFitIntoSixteenBits() {
    #expect(LevelScale(low: -10, high: 10, fineness: 0) == nil)
    #expect(LevelScale(low: 10, high: -10, fineness: 1) == nil)
    #expect(LevelScale(low: -3277, high: 0, fineness: 1) == nil)
    #expect(LevelScale(low: 0, high: 3277, fineness: 1) == nil)
    #expect(LevelScale(low: 0, high: 1, fineness: 29_492) != nil)
    #expect(LevelScale(low: 0, high: 1, fineness: 29_493) == nil)
    #expect(LevelScale(low: -3276, high: 3276, fineness: 5) != nil)
    #expect(LevelScale(low: -3276, high: 3276, fineness: 6) == nil)
    // A hair of a span on a tall screen gets what there is.
    #expect(LevelScale(bottom: 0, top: 0.001, rows: 65_535).fineness == 29_492)
  }
}
