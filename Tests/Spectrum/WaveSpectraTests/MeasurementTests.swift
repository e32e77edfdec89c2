import Foundation
import TestSupport
import Testing
import WaveSignal
import WaveSpectra

@Suite struct MeasurementTests {
  @Test(arguments: [1, 4, 30, 300])
  func noiseFloorIsTheMeanAmongSignals(averages: Int) {
    var generator = SeededGenerator(seed: UInt64(averages))
    var powers = (0..<20_000).map { _ in
      var sum = 0.0
      for _ in 0..<averages { sum -= log(Double.random(in: Double.ulpOfOne...1, using: &generator)) }
      return Float(3e-9 * sum / Double(averages))
    }
    #expect(abs(level(NoiseFloor.mean(of: powers) / 3e-9)) < 0.12)
    for bin in stride(from: 0, to: powers.count, by: 20) { powers[bin] = 0.5 }
    #expect(abs(level(NoiseFloor.mean(of: powers) / 3e-9)) < 0.5)
  }

  @Test func noiseFloorOfLittle() {
    #expect(NoiseFloor.mean(of: []).isNaN)
    #expect(NoiseFloor.mean(of: [.nan, .nan]).isNaN)
    #expect(NoiseFloor.mean(of: [0, 0, 0]) == 0)
    #expect(abs(NoiseFloor.mean(of: [.nan, 2, 2, .infinity]) - 2) < 1e-12)
    #expect(abs(NoiseFloor.mean(of: [1e-30]) / 1e-30 - 1) < 1e-6)
  }

  @Test func peaksComeStrongestFirst() {
    var powers = [Float](repeating: 1e-9, count: 200)
    for (bin, power) in [
      (20, 1e-3), (21, 1e-4), (19, 1e-4), (60, 1e-1), (100, 1e-2), (103, 5e-3), (199, 1e-5),
    ] {
      powers[bin] = Float(power)
    }
    let axis = BinAxis(firstHertz: 1000, stepHertz: 2, count: 200)
    let peaks = Peak.strongest(10, in: powers, of: axis, above: 1e-8, separationHertz: 10)
    #expect(peaks.map(\.frequencyHertz) == [1120, 1200, 1040, 1398])
    #expect(peaks.map(\.power) == [0.1, 0.01, 0.001, 1e-5].map { Double(Float($0)) })
    #expect(Peak.strongest(2, in: powers, of: axis, above: 1e-8, separationHertz: 10).count == 2)
    #expect(Peak.strongest(9, in: powers, of: axis, above: 1e-8, separationHertz: 0).count == 5)
    #expect(Peak.strongest(0, in: powers, of: axis, above: 1e-8, separationHertz: 0).isEmpty)
    #expect(Peak.strongest(9, in: powers, of: axis, above: 1, separationHertz: .nan).isEmpty)
  }

  @Test func plateausAndGapsGiveOnePeakEach() {
    let axis = BinAxis(firstHertz: 0, stepHertz: 1, count: 9)
    let peaks = Peak.strongest(
      9, in: [1, 1, 1, .nan, .nan, 3, .nan, 2, 1], of: axis, above: 0.5, separationHertz: 1)
    #expect(peaks.map(\.frequencyHertz) == [5, 7, 0])
  }

  @Test(arguments: [WindowFunction.hann, .blackmanHarris, .nuttall, .flatTop])
  func peaksLieBetweenBins(window: WindowFunction) throws {
    for offset in 0...16 {
      let configuration = AnalyzerConfiguration(fftCount: 512, window: window, sampleRateHertz: 512)
      let samples = TestSignals.tone(turns: 16 * 40 + offset, period: 512 * 16, count: 1024)
      let row = try analyzedRow(configuration, samples)
      let peak = try #require(
        Peak.strongest(1, in: row.max, of: row.axis, above: 0.01, separationHertz: 10).first)
      #expect(abs(peak.frequencyHertz - 40 - Double(offset) / 16) < (window == .flatTop ? 0.15 : 0.05))
    }
  }

  @Test func occupiedBandLeavesHalfAPercentOnEachSide() throws {
    var row = PowerRow(
      sequence: 0, startMicroseconds: 0, durationMicroseconds: 1,
      axis: BinAxis(firstHertz: 100, stepHertz: 10, count: 10), enbwHertz: 10, max: [],
      mean: [Float](repeating: 1, count: 10), min: [])
    let band = try #require(OccupiedBand(of: row))
    #expect(abs(band.lowHertz - 95.5) < 1e-9)
    #expect(abs(band.highHertz - 194.5) < 1e-9)
    row.mean = [0, 0, .nan, 5, 0, 0, 0, 0, 0, 0]
    let narrow = try #require(OccupiedBand(of: row, share: 0.8))
    #expect(abs(narrow.lowHertz - 126) < 1e-9)
    #expect(abs(narrow.highHertz - 134) < 1e-9)
    row.mean = [0, .nan]
    #expect(OccupiedBand(of: row) == nil)
    row.mean = [1]
    #expect(OccupiedBand(of: row, share: 1) == nil)
    #expect(OccupiedBand(of: row, share: .nan) == nil)
  }

  @Test func impairmentsAreFoundAsMade() {
    let clean = TestSignals.normalNoise(seed: 3, count: 40_000)
    let none = Impairments(samples: clean.span)
    #expect(abs(level(none.power)) < 0.1)
    #expect(none.imagePowerRatio < 10 / 80_000)
    #expect(none.dcPower < 10 / 40_000)
    var damaged: [Float] = []
    for index in stride(from: 0, to: clean.count, by: 2) {
      // x + g x* with g = 0.03 + 0.04i, and a constant of power 0.05.
      let (re, im) = (clean[index], clean[index + 1])
      damaged.append(re + 0.03 * re + 0.04 * im + 0.2)
      damaged.append(im + 0.04 * re - 0.03 * im - 0.1)
    }
    var faults = SampleFaults()
    faults.clippedCount = 8000
    let found = Impairments(samples: damaged.span, faults: faults)
    #expect(abs(level(found.imagePowerRatio / 0.0025)) < 0.5)
    #expect(abs(level(found.dcPower / 0.05)) < 0.2)
    #expect(found.clippedShare == 0.1)
    #expect(found.sampleCount == 40_000)
    #expect(Impairments(samples: [Float]().span) == Impairments(samples: [1].span))
  }
}
