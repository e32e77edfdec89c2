import Foundation
import TestSupport
import Testing
import WaveSignal
import WaveSpectra

/// Averaged spectra beside SciPy's.
@Suite struct SciPySpectrumTests {
  struct Average: Decodable {
    let window: String
    let windowCount, fftCount: Int
    let overlap, sampleRateHertz: Double
    let isReal: Bool
    let seed: UInt64
    let sampleCount, transformCount, step: Int
    let mean, density, max, min: [Double]
  }

  @Test func averagesAgree() throws {
    let cases = try Fixture<Average>.load("averages")
    #expect(cases.count == 10)
    for one in cases {
      let function = try #require(WindowFunction(name: Array(one.window.utf8)))
      let configuration = AnalyzerConfiguration(
        fftCount: one.fftCount, window: function, windowCount: one.windowCount, overlap: one.overlap,
        sampleRateHertz: one.sampleRateHertz, isReal: one.isReal)
      var analyzer = try SpectrumAnalyzer(configuration: configuration)
      let samples = TestSignals.uniformNoise(
        seed: one.seed, count: one.isReal ? one.sampleCount : 2 * one.sampleCount)
      // In pieces of an odd length, as a socket would bring them.
      for start in stride(from: 0, to: samples.count, by: 1538) {
        analyzer.process(samples.span.extracting(start..<Swift.min(start + 1538, samples.count)))
      }
      if one.overlap * Double(one.windowCount) == (one.overlap * Double(one.windowCount)).rounded() {
        #expect(analyzer.transformCount == one.transformCount)
      }
      let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
      let row = try #require(finished)
      let top = one.max.max() ?? 0
      expect(row.mean, one.mean, step: one.step, top: top)
      expect(row.max, one.max, step: one.step, top: top)
      expect(row.min, one.min, step: one.step, top: top)
      let density = row.mean.map { $0 / Float(row.enbwHertz) }
      expect(density, one.density, step: one.step, top: top / row.enbwHertz)
    }
  }

  private func expect(_ plane: [Float], _ truth: [Double], step: Int, top: Double) {
    for (index, value) in truth.enumerated() {
      // An amplitude is off by a rounding of its own and by one of the highest amplitude.
      let tolerance = 2e-6 * value + 5e-7 * (value * top).squareRoot() + 1e-13 * top
      #expect(abs(Double(plane[index * step]) - value) < tolerance)
    }
  }
}
