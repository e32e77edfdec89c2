import Foundation
import Testing

@testable import WaveSimulation

@Suite struct SimulatedMathTests {
  @Test func agreesWithTheSystemsFunctions() {
    for step in -400...400 {
      let value = Double(step) * 0.173
      #expect(abs(SimulatedMath.sine(value) - sin(value)) < 1e-7)
      #expect(abs(SimulatedMath.cosine(turns: value) - cos(2 * .pi * value)) < 1e-7)
      #expect(abs(SimulatedMath.exponential(value) / exp(value) - 1) < 1e-11)
      let positive = exp(value / 3)
      #expect(abs(SimulatedMath.logarithm(positive) - log(positive)) < 1e-12 * max(1, abs(value)))
      #expect(abs(SimulatedMath.power(value) / pow(10, value / 10) - 1) < 1e-11)
    }
    for exponent in 0...60 {
      let power = -exp2(-Double(exponent))
      #expect(abs(SimulatedMath.oneMinusExponential(power) / -expm1(power) - 1) < 1e-10)
    }
  }

  @Test func aToneThroughTheWindowFallsAsTheWindowsTransform() {
    // The window's own sum over 4096 samples, an independent way to the same.
    let count = 4096
    let terms = [0.35875, -0.48829, 0.14128, -0.01168]
    let window = (0..<count).map { sample in
      terms.enumerated().reduce(0.0) {
        $0 + $1.element * cos(2 * .pi * Double($1.offset * sample) / Double(count))
      }
    }
    for bins in [0.0, 0.25, 0.5, 1, 1.7, 2.5, 3.3] {
      var (real, imaginary) = (0.0, 0.0)
      for (sample, value) in window.enumerated() {
        let angle = 2 * .pi * bins * (Double(sample) - Double(count) / 2) / Double(count)
        real += value * cos(angle)
        imaginary += value * sin(angle)
      }
      let power = (real * real + imaginary * imaginary) / pow(terms[0] * Double(count), 2)
      #expect(abs(SimulatedBand.windowResponse(bins: bins) - power) < 2e-6)
    }
  }
}
