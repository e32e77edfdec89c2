import Foundation
import TestSupport
import Testing
import WaveSignal

/// Transforms beside SciPy's.
@Suite struct SciPyTransformTests {
  struct Transform: Decodable {
    let count: Int
    let seed: UInt64
    let step: Int
    let isReal: Bool
    let re, im: [Double]
  }

  @Test func transformsAgree() throws {
    let cases = try Fixture<Transform>.load("transforms")
    #expect(cases.filter { !$0.isReal }.map(\.count) == (6...20).map { 1 << $0 })
    #expect(cases.filter(\.isReal).map(\.count) == (6...20).map { 1 << $0 })
    for one in cases {
      let input = TestSignals.uniformNoise(seed: one.seed, count: one.isReal ? one.count : 2 * one.count)
      var output = [Float](repeating: .nan, count: 2 * one.count + 2)
      var span = output.mutableSpan
      if one.isReal {
        var plan = try RealFFT(count: one.count)
        #expect(plan.transform(input.span, into: &span))
      } else {
        var plan = try FFT(count: one.count)
        plan.transform(input.span, into: &span)
      }
      var (error, power) = (0.0, 0.0)
      for (index, (re, im)) in zip(one.re, one.im).enumerated() {
        let bin = 2 * index * one.step
        error += pow(Double(output[bin]) - re, 2) + pow(Double(output[bin + 1]) - im, 2)
        power += re * re + im * im
      }
      // 2^-24 is one rounding; the rounding of a good transform grows with the root of its stages.
      #expect(10 * log10(error / power) < -130)
    }
  }
}
