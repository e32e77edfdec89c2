import Foundation
import TestSupport
import Testing
import WaveSignal

/// Power spectral densities beside SciPy's `welch`.
@Suite struct WelchEstimatorTests {
  struct Density: Decodable {
    let window: String
    let count, total, averages: Int
    let stepHertz: Double
    let density: [Double]
  }

  static let rate = 500.0

  /// The signal of make_welch.py.
  static func samples(_ count: Int) -> [Float] {
    let noise = TestSignals.uniformNoise(seed: 11, count: count)
    return (0..<count).map { index in
      let time = Double(index) / rate
      let tones = 0.5 * sin(2 * Double.pi * 50 * time) + 0.005 * sin(2 * Double.pi * 60.2 * time + 1)
      return Float(3.5 + tones + (Double(noise[index]) + 0.25) * 0.02)
    }
  }

  @Test func densitiesAgree() throws {
    let cases = try Fixture<Density>.load("welch")
    #expect(cases.count == 15)
    for one in cases {
      let function = try #require(WindowFunction(name: Array(one.window.utf8)))
      var estimator = try WelchEstimator(function, count: one.count)
      let found = estimator.density(of: Self.samples(one.total).span, rateHertz: Self.rate)
      #expect(found.averageCount == one.averages && found.leftOutCount == 0)
      #expect(found.values.count == one.density.count && abs(found.stepHertz - one.stepHertz) < 1e-12)
      let strongest = one.density.max() ?? 0
      // The constant part is some rounding of 3.5, in SciPy's and in ours; all else to a part in 10^4 or 107
      // dB below the strongest.
      for (index, (ours, theirs)) in zip(found.values, one.density).enumerated() where index > 0 {
        #expect(
          abs(Double(ours) - theirs) <= 1e-4 * theirs + 2e-11 * strongest,
          "\(one.window) \(one.count) bin \(index): \(ours), \(theirs)")
      }
      let peak = try #require(found.peak(in: 0...250))
      let isFlat = one.window == "flat-top" || one.window == "rectangular"
      #expect(abs(peak.hertz - 50) < (isFlat ? 0.5 : 0.1) * one.stepHertz)
    }
  }

  @Test func aToneReadsItsPower() throws {
    for function in WindowFunction.allCases {
      var estimator = try WelchEstimator(function, count: 1024)
      let tone = (0..<4096).map { Float(2 * sin(2 * Double.pi * 64 * Double($0) / 1024)) }
      let found = estimator.density(of: tone.span, rateHertz: 1024)
      let peak = try #require(found.peak(in: 1...500))
      // Amplitude 2: power 2.
      #expect(abs(Double(peak.density) * found.enbwHertz - 2) < 1e-4 && abs(peak.hertz - 64) < 1e-6)
    }
  }

  @Test func noGapIsJoined() throws {
    var samples = Self.samples(1024 + 7 * 512)
    samples[2000] = .nan
    var estimator = try WelchEstimator(.hann, count: 1024)
    let found = estimator.density(of: samples.span, rateHertz: Self.rate)
    // Transforms begin at multiples of 512; sample 2000 lies in those at 1024 and 1536.
    #expect(found.averageCount == 6 && found.leftOutCount == 2)
    var sums = [Double](repeating: 0, count: 513)
    for start in [0, 1, 4, 5, 6, 7].map({ $0 * 512 }) {
      let one = estimator.density(
        of: samples.span.extracting(start..<(start + 1024)), rateHertz: Self.rate)
      for index in sums.indices { sums[index] += Double(one.values[index]) / 6 }
    }
    for (index, sum) in sums.enumerated() {
      #expect(abs(Double(found.values[index]) - sum) <= 1e-6 * sum)
    }
    // A gap over all of it leaves nothing, and says so.
    for index in stride(from: 0, to: samples.count, by: 500) { samples[index] = .nan }
    let none = estimator.density(of: samples.span, rateHertz: Self.rate)
    #expect(none.averageCount == 0 && none.leftOutCount == 8 && none.values.allSatisfy(\.isNaN))
    #expect(none.peak(in: 0...250) == nil)
    let short = estimator.density(of: samples.span.extracting(0..<1023), rateHertz: Self.rate)
    #expect(short.averageCount == 0 && short.leftOutCount == 0)
  }

  @Test func aLengthThatCannotBeIsRefused() {
    for count in [0, 64, 100, 1 << 21] {
      #expect(throws: SignalError.transformCount(count)) { _ = try WelchEstimator(.hann, count: count) }
    }
  }

  @Test func columnsHoldEveryBin() {
    var values = (0...512).map { Float($0 % 7) + 1 }
    values[300] = 99
    let density = PowerDensity(
      stepHertz: 0.5, rbwHertz: 0.7, enbwHertz: 0.75, averageCount: 1, leftOutCount: 0, values: values)
    for limit in [16, 33, 64, 600] {
      for band in [0.0...256.0, 10...200, 149.6...150.4, 255...400] {
        let found = density.columns(in: band, limit: limit)
        #expect(found.values.count <= limit && !found.values.isEmpty)
        let each = Int((found.stepHertz / density.stepHertz).rounded())
        for (index, value) in found.values.enumerated() {
          let middle = found.firstHertz + Double(index) * found.stepHertz
          let first = Int((middle / 0.5 - Double(each - 1) / 2).rounded())
          #expect(first % each == 0 && value == values[first..<min(first + each, 513)].max())
        }
        let last = found.firstHertz + (Double(found.values.count) - 0.5) * found.stepHertz
        #expect(found.firstHertz - 0.5 * found.stepHertz <= band.lowerBound + 0.5)
        #expect(last >= min(band.upperBound, 256) - 0.5)
      }
    }
    #expect(density.columns(in: 300...400, limit: 16).values.isEmpty)
    #expect(density.peak(in: 0...256)?.density == 99)
    #expect(density.peak(in: 0.1...0.2) == nil)
  }
}
