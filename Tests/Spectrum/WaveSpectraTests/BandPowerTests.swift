import Foundation
import TestSupport
import Testing
import WaveSignal
import WaveSpectra

/// Band power equals the realised power of the same samples within 0.01 dB.
@Suite struct BandPowerTests {
  /// The identity without conditions: each sample weighed by the squared windows that cover it (Parseval).
  @Test(arguments: NoiseDensityTests.settings)
  func equalsTheWeightedPowerAlways(setting: NoiseDensityTests.Setting) throws {
    let samples = NoiseDensityTests.noise
    let row = try analyzedRow(setting.configuration, samples)
    let weights = sampleWeights(setting.configuration, count: NoiseDensityTests.count)
    var truth = 0.0
    for (index, weight) in weights.enumerated() {
      truth +=
        weight
        * Double(samples[2 * index] * samples[2 * index] + samples[2 * index + 1] * samples[2 * index + 1])
    }
    let power = bandPower(of: row, lowHertz: row.axis.lowHertz, highHertz: row.axis.highHertz)
    #expect(abs(level(power) - level(truth)) < 0.0001)
  }

  /// With the window's even overlap only the ends of a run are weighed less: zeros there leave nothing to
  /// lose.
  @Test(arguments: WindowFunction.allCases, [64, 1024])
  func equalsTheRealizedPowerAtEvenOverlap(window: WindowFunction, fftCount: Int) throws {
    let configuration = AnalyzerConfiguration(
      fftCount: fftCount, window: window, overlap: window.evenOverlap, sampleRateHertz: 1e6)
    let noise = Array(TestSignals.normalNoise(seed: 9, count: 5000))
    let ends = [Float](repeating: 0, count: 2 * fftCount)
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    analyzer.process((ends + noise + ends).span)
    let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    let row = try #require(finished)
    let transforms = (2 * fftCount + 5000 - fftCount) / configuration.hopCount + 1
    let energy =
      bandPower(of: row, lowHertz: -1e6, highHertz: 1e6) * Double(transforms * configuration.hopCount)
    #expect(abs(level(energy / 5000) - level(realizedPower(noise))) < 0.0001)
  }

  /// Signals of constant magnitude have the same power under any weighting.
  @Test(arguments: WindowFunction.allCases)
  func equalsTheRealizedPowerOfFrequencyModulation(window: WindowFunction) throws {
    var samples: [Float] = []
    var phase = 0.0
    for index in 0..<20_000 {
      phase += 0.3 + 0.8 * sin(Double(index) * 0.013)
      samples += [Float(0.25 * cos(phase)), Float(0.25 * sin(phase))]
    }
    for overlap in [0, 0.3, 0.5] {
      let configuration = AnalyzerConfiguration(
        fftCount: 2048, window: window, overlap: overlap, sampleRateHertz: 2.4e6, centerHertz: 98e6)
      let row = try analyzedRow(configuration, samples)
      let power = bandPower(of: row, lowHertz: row.axis.lowHertz, highHertz: row.axis.highHertz)
      #expect(abs(level(power) - level(0.0625)) < 0.001)
    }
  }

  @Test(arguments: WindowFunction.allCases)
  func findsATonesPowerWithinItsSidelobes(window: WindowFunction) throws {
    let configuration = AnalyzerConfiguration(fftCount: 1024, window: window, sampleRateHertz: 1024)
    // Between two bins, where each of them alone reads low.
    let samples = TestSignals.tone(turns: 401, period: 2048, count: 4096)
    let row = try analyzedRow(configuration, samples)
    let reach = window == .rectangular ? 400.0 : window == .hann ? 20 : 6
    let power = bandPower(of: row, lowHertz: 200.5 - reach, highHertz: 200.5 + reach)
    #expect(abs(level(power)) < 0.01)
  }

  @Test func realSamplesCountAgainstASine() throws {
    let configuration = AnalyzerConfiguration(
      fftCount: 512, window: .hann, overlap: 0.75, sampleRateHertz: 48_000, isReal: true)
    let sine = TestSignals.sine(turns: 50, period: 512, count: 4096)
    let row = try analyzedRow(configuration, sine)
    #expect(abs(level(bandPower(of: row, lowHertz: -100, highHertz: 48_000))) < 0.001)
    let constant = try analyzedRow(configuration, [Float](repeating: 1, count: 4096))
    #expect(abs(level(bandPower(of: constant, lowHertz: -100, highHertz: 48_000) / 2)) < 0.001)
  }

  @Test func countsPartsOfBinsAndSkipsGaps() {
    let axis = BinAxis(firstHertz: 100, stepHertz: 10, count: 4)
    let row = PowerRow(
      sequence: 0, startMicroseconds: 0, durationMicroseconds: 1, axis: axis, enbwHertz: 20, max: [],
      mean: [1, 2, .nan, 8], min: [])
    #expect(bandPower(of: row, lowHertz: 95, highHertz: 135) == 5.5)
    #expect(bandPower(of: row, lowHertz: 100, highHertz: 107.5) == 0.5 * (0.5 + 0.5))
    #expect(abs(bandPower(of: row, lowHertz: 102, highHertz: 104) - 0.5 * 0.2) < 1e-12)
    #expect(bandPower(of: row, lowHertz: -1e12, highHertz: 1e12) == 5.5)
    #expect(bandPower(of: row, lowHertz: 116, highHertz: 124).isNaN)
    for (low, high) in [(105.0, 105.0), (106, 105), (0, 50), (500, 600), (.nan, 105), (100, .nan)] {
      #expect(bandPower(of: row, lowHertz: low, highHertz: high).isNaN)
    }
  }
}
