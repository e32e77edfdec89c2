import Foundation
import TestSupport
import Testing
import WaveSignal
import WaveSpectra

@testable import WaveReceivers

@Suite struct TonePeakTests {
  /// The power of a tone in a bin, by the sum over the window's samples.
  private func naive(_ function: WindowFunction, count: Int, bins: Double) -> Double {
    var (re, im, sum) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      let turn = 2 * Double.pi * Double(index) / Double(count)
      var value = 0.0
      for (order, term) in function.terms.enumerated() {
        value += (order % 2 == 0 ? term : -term) * cos(turn * Double(order))
      }
      re += value * cos(turn * bins)
      im += value * sin(turn * bins)
      sum += value
    }
    return (re * re + im * im) / (sum * sum)
  }

  @Test(arguments: WindowFunction.allCases) func aTonesPowerIsThatOfTheSumOverItsSamples(
    _ function: WindowFunction
  ) {
    for count in [64, 512] {
      let tones = TonePeak(function: function, count: count)
      for bins in [0, 0.2, -0.2, 0.5, -0.5, 0.9, 1, -1, 1.5, 2, 2.3, -3.7, 5.5] {
        #expect(abs(tones.response(bins: bins) - naive(function, count: count, bins: bins)) < 1e-9, "\(bins)")
      }
      #expect(abs(tones.response(bins: 0) - 1) < 1e-12)
    }
  }

  /// Seven bins around a tone of a power of 0.25 between them.
  private func powers(_ tones: TonePeak, _ offset: Double, background: Double) -> [Float] {
    (-3...3).map { Float(0.25 * tones.response(bins: Double($0) - offset) + background) }
  }

  @Test(arguments: WindowFunction.allCases) func aTonesPlaceAndPowerAreFoundBetweenBins(
    _ function: WindowFunction
  ) throws {
    let tones = TonePeak(function: function, count: 512)
    for (offset, background) in [(0.0, 0.0), (0.31, 0), (-0.47, 0.01), (0.12, 0.002)] {
      let powers = powers(tones, offset, background: background)
      let found = try #require(tones.tone(in: powers, at: 3, background: background))
      #expect(abs(found.offset - offset) < 1e-3 && abs(found.power - 0.25) < 1e-3, "\(offset)")
    }
  }

  @Test func whatIsNoToneIsNotCorrected() {
    let tones = TonePeak(function: .hann, count: 512)
    let tone = powers(tones, 0.2, background: 0)
    #expect(tones.tone(in: tone, at: 3, background: 0) != nil)
    // A single bin, a band and a peak at an end, where a neighbour is missing.
    #expect(tones.tone(in: [0, 0, 0, 1, 0, 0, 0], at: 3, background: 0) == nil)
    #expect(tones.tone(in: [1, 1, 1, 1, 1, 1, 1], at: 3, background: 0) == nil)
    #expect(tones.tone(in: Array(tone[3...]), at: 0, background: 0) == nil)
    #expect(tones.tone(in: Array(tone[...3]), at: 3, background: 0) == nil)
    #expect(tones.tone(in: Array(tone[2...]), at: 1, background: 0) != nil)
    #expect(tones.tone(in: Array(tone[...4]), at: 3, background: 0) != nil)
    #expect(tones.tone(in: [0, 0.125, 0], at: 1, background: 0.125) == nil)
    #expect(tones.tone(in: [0.1, .infinity, 0.1], at: 1, background: 0) == nil)
    for place in [2, 4] {
      var broken = tone
      broken[place] = .nan
      #expect(tones.tone(in: broken, at: 3, background: 0) == nil)
    }
  }

  @Test func neighboursMayDifferFromAToneByAFewPercent() {
    let tones = TonePeak(function: .hann, count: 512)
    let tone = powers(tones, 0, background: 0)
    // Each neighbour of a tone at the centre of a bin has a quarter of its power: 0.5 together.
    for (factor, isTone) in [(1.0, true), (1.1, true), (1.13, false), (0.9, true), (0.87, false)] {
      var changed = tone
      changed[2] *= Float(factor)
      changed[4] *= Float(factor)
      #expect((tones.tone(in: changed, at: 3, background: 0) != nil) == isTone, "\(factor)")
    }
  }
}

@Suite struct LevelRangeTests {
  @Test func theRangeIsAroundNoiseAndSignalInStepsOfFive() {
    for (floor, most, low, high) in [
      (-100.0, -20.0, -105.0, -15.0), (-96, -22, -100, -20), (-95.9, -22.1, -100, -20),
      (-95.99, -21.9, -100, -15), (-50, -50, -55, -35), (-50, -90, -55, -35), (-1000, 0, -300, 5),
      (-1000, -1000, -300, -280), (1000, 1000, 290, 310), (0, 1000, -5, 310),
    ] as [(Double, Double, Float, Float)] {
      let range = LevelRange.around(floor: floor, most: most)
      #expect(range == (low, high), "\(floor) to \(most)")
    }
    for (floor, most) in [(nil, -20), (-90, nil), (.nan, -20), (-90, .infinity)] as [(Double?, Double?)] {
      #expect(LevelRange.around(floor: floor, most: most) == (-120, 0))
    }
  }

  @Test func aQuantileIsTheLevelAtItsPlaceAmongAll() {
    var draw = SeededGenerator(seed: 3)
    for count in [1, 2, 3, 10, 101] {
      var histogram = [Int](repeating: 0, count: 65_536)
      var levels: [Int] = []
      for _ in 0..<count {
        let level = Int(draw.next() % 65_536)
        histogram[level] += 1
        levels.append(level)
      }
      levels.sort()
      for share in [0, 0.25, 0.5, 0.77, 0.9999, 1] {
        let place = Int((share * Double(count - 1)).rounded())
        #expect(LevelRange.quantile(share, of: histogram) == Double(levels[place] - 32_768) / 100)
      }
    }
    #expect(LevelRange.quantile(0.5, of: [0, 0]).isNaN && LevelRange.quantile(0.5, of: []).isNaN)
  }
}
