import Foundation
import TestSupport
import Testing
import WaveSignal

@Suite struct WindowedFilterTests {
  struct Case: Decodable {
    let kind: String
    let rate: Double
    let corners: [Double]
    let count: Int
    let output: [Double]

    /// Runs samples through the filter that the case names.
    func run(_ samples: inout [Double]) throws {
      let seconds = Double(count) / rate
      var span = samples.mutableSpan
      switch kind {
      case "average":
        var filter = try MovingAverage(seconds: seconds, rateHertz: rate)
        filter.process(&span)
      case "rms":
        var filter = try MovingRootMeanSquare(seconds: seconds, rateHertz: rate)
        filter.process(&span)
      case "median":
        var filter = try MovingMedian(seconds: seconds, rateHertz: rate)
        filter.process(&span)
      case "derivative":
        var filter = try FIRFilter.derivative(rateHertz: rate)
        filter.process(&span)
      default:
        let band: FilterDesign.Band =
          switch kind {
          case "lowpass": .lowPass(hertz: corners[0])
          case "highpass": .highPass(hertz: corners[0])
          case "bandpass": .bandPass(lowHertz: corners[0], highHertz: corners[1])
          default: .bandStop(lowHertz: corners[0], highHertz: corners[1])
          }
        var filter = try FIRFilter(band, tapCount: count, rateHertz: rate)
        filter.process(&span)
      }
    }
  }

  private let noise = TestSignals.uniformNoise(seed: 5, count: 4000).map { Double($0) + 0.25 }

  @Test func agreeWithSciPyAndPandas() throws {
    let cases = try Fixture<Case>.load("windowed_filters")
    #expect(cases.count == 17)
    for one in cases {
      var samples = noise
      try one.run(&samples)
      let scale = one.kind == "derivative" ? one.rate : 1
      for (index, expected) in one.output.enumerated() {
        #expect(
          abs(samples[index * 197] - expected) < 1e-9 * scale, "\(one.kind) \(one.count) at \(index * 197)")
      }
    }
  }

  @Test func gapsStayWhereTheyAre() throws {
    for one in try Fixture<Case>.load("windowed_filters") {
      var samples = noise
      for index in [0, 700, 701, 3999] { samples[index] = index == 701 ? -.infinity : .nan }
      var after = Array(samples[702..<3999])
      try one.run(&samples)
      try one.run(&after)
      #expect(samples.indices.filter { samples[$0].isNaN } == [0, 700, 701, 3999])
      #expect(Array(samples[702..<3999]) == after, "a gap is a beginning: \(one.kind)")
    }
  }

  @Test func aLongMeanDoesNotDrift() throws {
    var filter = try MovingAverage(seconds: 1, rateHertz: 10)
    var huge = Array(repeating: 1e15, count: 10)
    var span = huge.mutableSpan
    filter.process(&span)
    var small = Array(repeating: 0.1, count: 25)
    var other = small.mutableSpan
    filter.process(&other)
    #expect(abs(small[24] - 0.1) < 1e-12)
  }

  @Test func limitsMarkAndMoveNothing() throws {
    let limits = try AmplitudeLimits(low: -1, high: 2)
    #expect(
      [-1.5, -1, 0, 2, 2.1, .nan, .infinity].map(limits.mark) == [
        .below, .within, .within, .within, .above, .missing, .above,
      ])
    #expect(throws: FilterError.limits(low: 2, high: 2)) { try AmplitudeLimits(low: 2, high: 2) }
  }

  @Test func windowsThatAreNoneAreRefused() {
    #expect(throws: FilterError.window(samples: 65_537, limit: 65_536)) {
      try MovingAverage(seconds: 65_537, rateHertz: 1)
    }
    #expect(throws: FilterError.window(samples: -1, limit: 4096)) {
      try MovingMedian(seconds: .nan, rateHertz: 1)
    }
    #expect(throws: FilterError.window(samples: -1, limit: 65_536)) {
      try MovingAverage(seconds: 1e300, rateHertz: 1)
    }
    #expect(throws: FilterError.sampleRate(.infinity)) { try MovingAverage(seconds: 1, rateHertz: .infinity) }
    #expect(throws: FilterError.window(samples: 0, limit: 4095)) { try FIRFilter(taps: []) }
  }
}
