import Foundation
import TestSupport
import Testing
import WaveUnits

@Suite struct DecibelsTests {
  @Test func exactAnchors() {
    #expect(Decibels.decibels(fromPower: 1.0) == 0)
    #expect(Decibels.decibels(fromPower: 0.0) == -.infinity)
    #expect(Decibels.decibels(fromPower: Double.infinity) == .infinity)
    #expect(Decibels.decibels(fromPower: -1.0).isNaN)
    #expect(Decibels.decibels(fromPower: Double.nan).isNaN)
    #expect(Decibels.power(fromDecibels: 0.0) == 1)
    #expect(Decibels.power(fromDecibels: -Double.infinity) == 0)
    #expect(Decibels.power(fromDecibels: Double.infinity) == .infinity)
    #expect(Decibels.power(fromDecibels: Double.nan).isNaN)
    #expect(Decibels.decibels(fromPower: Float(0)) == -.infinity)
    #expect(Decibels.power(fromDecibels: Float(-1000)) == 0)
  }

  @Test func decibelsFollowTheLibrary() {
    var generator = SeededGenerator(seed: 1)
    var worst = 0.0
    for _ in 0..<20_000 {
      let bits = UInt64.random(in: 1..<0x7FF0_0000_0000_0000, using: &generator)
      let power = Double(bitPattern: bits)
      worst = max(worst, abs(Decibels.decibels(fromPower: power) - 10 * log10(power)))
    }
    #expect(worst < 1e-12)
  }

  @Test func relativeErrorStaysSmallAroundOne() {
    for step in -1000...1000 where step != 0 {
      let power = 1 + Double(step) * 1e-9
      let exact = 10 / log(10) * log1p(power - 1)
      #expect(abs(Decibels.decibels(fromPower: power) / exact - 1) < 1e-14)
    }
  }

  @Test func powersFollowTheLibrary() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let level = Double.random(in: -3000...3000, using: &generator)
      #expect(abs(Decibels.power(fromDecibels: level) / pow(10, level / 10) - 1) < 1e-12)
    }
  }

  @Test func subnormalPowersKeepTheirPrecisionOfOneStep() {
    let level = -3200.0
    #expect(abs(Decibels.power(fromDecibels: level) - pow(10, level / 10)) <= .leastNonzeroMagnitude)
  }

  @Test func floatsAreTheRoundedDoubles() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let power = Float.random(in: 1e-20...1e6, using: &generator)
      let error = Double(Decibels.decibels(fromPower: power)) - 10 * log10(Double(power))
      #expect(abs(error) < 1e-5)
    }
  }
}
