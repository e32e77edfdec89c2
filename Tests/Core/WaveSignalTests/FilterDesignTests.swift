import Foundation
import TestSupport
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

  struct Notch: Decodable {
    let rate, hertz, quality: Double
    let output: [Double]
  }

  @Test func notchesAgreeWithSciPy() throws {
    for one in try Fixture<Notch>.load("notches") {
      let section = try Biquad.notch(hertz: one.hertz, quality: one.quality, rateHertz: one.rate)
      #expect(difference(filtered([section], .silence), one.output) < 1e-9)
    }
  }

  @Test func aConstantTakesNoSwingAtItsStart() throws {
    var samples = Array(repeating: -0.23, count: 2000)
    let design = FilterDesign(.butterworth, .highPass(hertz: 0.05), order: 2)
    var cascade = BiquadCascade(try design.sections(rateHertz: 1000))
    var span = samples.mutableSpan
    cascade.process(&span)
    #expect(samples.allSatisfy { abs($0) < 1e-9 })
  }

  @Test(arguments: 0..<20) func blocksOfAnyLengthAreOneStream(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let design = FilterDesign(.bessel, .bandPass(lowHertz: 1, highHertz: 30), order: 3)
    var whole = BiquadCascade(try design.sections(rateHertz: 250))
    var parts = whole
    var input = noise
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      input[Int.random(in: 0..<4000, using: &generator)] = Bool.random(using: &generator) ? .nan : .infinity
    }
    var expected = input
    var span = expected.mutableSpan
    whole.process(&span)
    var rest = input[...]
    var got: [Double] = []
    while !rest.isEmpty {
      var block = Array(rest.prefix(Int.random(in: 0...700, using: &generator)))
      rest = rest.dropFirst(block.count)
      var span = block.mutableSpan
      parts.process(&span)
      got += block
    }
    #expect(got.map(\.bitPattern) == expected.map(\.bitPattern))
    #expect(zip(got, input).allSatisfy { $0.isNaN == !$1.isFinite })
  }

  @Test func whatCannotBeIsRefused() {
    func refusal(_ shape: FilterDesign.Shape, _ band: FilterDesign.Band, _ order: Int, _ rate: Double = 100)
      -> FilterError?
    {
      do {
        _ = try FilterDesign(shape, band, order: order).sections(rateHertz: rate)
        return nil
      } catch { return error }
    }
    #expect(refusal(.butterworth, .lowPass(hertz: 50), 2) == .corner(hertz: 50, nyquistHertz: 50))
    #expect(refusal(.butterworth, .lowPass(hertz: 49.9), 2) == nil)
    #expect(refusal(.butterworth, .highPass(hertz: 0), 2) == .corner(hertz: 0, nyquistHertz: 50))
    #expect(refusal(.bessel, .bandPass(lowHertz: 9, highHertz: 9), 2) == .edges(lowHertz: 9, highHertz: 9))
    #expect(
      refusal(.bessel, .bandStop(lowHertz: 9, highHertz: 90), 2) == .corner(hertz: 90, nyquistHertz: 50))
    #expect(refusal(.bessel, .lowPass(hertz: 9), 0) == .order(0))
    #expect(refusal(.bessel, .lowPass(hertz: 9), 13) == .order(13))
    #expect(refusal(.chebyshev(rippleDecibels: 0), .lowPass(hertz: 9), 2) == .ripple(decibels: 0))
    #expect(refusal(.butterworth, .lowPass(hertz: 9), 2, 0) == .sampleRate(0))
    #expect(throws: FilterError.quality(0)) { try Biquad.notch(hertz: 50, quality: 0, rateHertz: 1000) }
    #expect(throws: FilterError.corner(hertz: 500, nyquistHertz: 500)) {
      try Biquad.notch(hertz: 500, quality: 3, rateHertz: 1000)
    }
  }
}
