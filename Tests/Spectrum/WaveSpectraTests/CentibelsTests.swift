import Foundation
import TestSupport
import Testing
import WaveSpectra
import WaveUnits

@Suite struct CentibelsTests {
  @Test func anchors() {
    #expect(Centibels.encode(power: 1) == 0)
    #expect(Centibels.encode(power: 10) == 100)
    #expect(Centibels.encode(power: 0) == -3276)
    #expect(Centibels.encode(power: .leastNonzeroMagnitude) == -3276)
    #expect(Centibels.encode(power: .greatestFiniteMagnitude) == 3276)
    #expect(Centibels.encode(power: .nan) == Centibels.gap)
    #expect(Centibels.encode(power: -1) == Centibels.gap)
    #expect(Centibels.power(of: Centibels.gap).isNaN)
    #expect(Centibels.power(of: -300) == 1e-3)
  }

  @Test func everyStepComesBack() {
    for value in -3276...3276 {
      let power = Centibels.power(of: Int16(value))
      #expect(abs(level(power) - Double(value) / 10) < 1e-5)
      #expect(Centibels.encode(power: power) == Int16(value))
    }
  }

  @Test func manyAreEncodedLikeOne() {
    var generator = SeededGenerator(seed: 1)
    let powers = (0..<1003).map { _ in
      Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &generator))
    }
    var values = [Int16](repeating: 1, count: powers.count)
    var span = values.mutableSpan
    Centibels.encode(powers.span, into: &span)
    #expect(values == powers.map { Centibels.encode(power: $0) })
  }

  @Test func errorIsHardlyMoreThanHalfAStep() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<10_000 {
      let power = Float(pow(10, Double.random(in: -32...32, using: &generator)))
      let error = Double(Centibels.encode(power: power)) / 10 - level(power)
      #expect(abs(error) <= 0.050_1)
    }
  }

  @Test func finerStepsAreHeldWithinTheirRange() {
    var random = SeededGenerator(seed: 3)
    for scale in [
      LevelScale(bottom: -51, top: -49, rows: 1536), LevelScale(bottom: -120, top: 20, rows: 2500),
      LevelScale(bottom: -327.6, top: 327.6, rows: 20_000), .centibels,
    ] {
      let powers = (0..<2003).map { _ in Float(pow(10, Double.random(in: -13...3, using: &random))) }
      var values = [Int16](repeating: 1, count: powers.count)
      var span = values.mutableSpan
      Centibels.encode(powers.span, on: scale, into: &span)
      for (power, value) in zip(powers, values) {
        let exact = 10 * level(power)
        let isFine = exact > Double(scale.low) && exact < Double(scale.high)
        let step = isFine ? 1 / Double(scale.fineness) : 1
        #expect(abs(Double(scale.centibels(of: value)) - exact) <= step / 2 + 0.001)
      }
    }
  }

  @Test func gapsHaveNoLevelOnAnyScale() {
    let powers: [Float] = [.nan, -1, 0, .infinity, -.infinity]
    var values = [Int16](repeating: 1, count: powers.count)
    var span = values.mutableSpan
    let scale = LevelScale(bottom: -51, top: -49, rows: 1536)
    Centibels.encode(powers.span, on: scale, into: &span)
    #expect(values == [Centibels.gap, Centibels.gap, -3276, 3276 + 20 * 76, Centibels.gap])
  }
}
