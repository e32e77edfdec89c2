import Foundation
import Testing
import WaveSignal

@Suite struct FilterDesignTests {
  struct Case: Decodable {
    let shape, kind: String
    let corners: [Double]
    let order: Int
    let rate: Double
    let silent, steady: [Double]
    let delays: [[Double]]

    var design: FilterDesign {
      let shape: FilterDesign.Shape =
        shape == "butterworth" ? .butterworth : shape == "bessel" ? .bessel : .chebyshev(rippleDecibels: 0.5)
      let band: FilterDesign.Band =
        switch kind {
        case "lowpass": .lowPass(hertz: corners[0])
        case "highpass": .highPass(hertz: corners[0])
        case "bandpass": .bandPass(lowHertz: corners[0], highHertz: corners[1])
        default: .bandStop(lowHertz: corners[0], highHertz: corners[1])
        }
      return FilterDesign(shape, band, order: order)
    }
  }

  private let noise = TestSignals.uniformNoise(seed: 5, count: 4000).map { Double($0) + 0.25 }

  private func filtered(_ sections: [Biquad], _ beginning: BiquadCascade.Beginning) -> [Double] {
    var samples = noise
    var cascade = BiquadCascade(sections, beginning: beginning)
    var span = samples.mutableSpan
    cascade.process(&span)
    return samples
  }

  private func difference(_ samples: [Double], _ expected: [Double]) -> Double {
    #expect(expected.count == 21)
    return expected.enumerated().map { abs(samples[$0.offset * 197] - $0.element) }.max() ?? .infinity
  }

  @Test func agreesWithSciPy() throws {
    let cases = try Fixture<Case>.load("filters")
    #expect(cases.count == 2 * 3 * (3 * 6 + 2 * 4))
    for one in cases {
      let sections = try one.design.sections(rateHertz: one.rate)
      let name = Comment(rawValue: "\(one.shape) \(one.kind) \(one.order) at \(one.rate)")
      #expect(difference(filtered(sections, .silence), one.silent) < 1e-9, name)
      #expect(difference(filtered(sections, .steady), one.steady) < 1e-9, name)
      let cascade = BiquadCascade(sections)
      for delay in one.delays {
        let ours = cascade.groupDelaySeconds(hertz: delay[0], rateHertz: one.rate)
        #expect(abs(ours - delay[1]) < 1e-6 * max(abs(delay[1]), 10 / one.rate), name)
      }
    }
  }
}
