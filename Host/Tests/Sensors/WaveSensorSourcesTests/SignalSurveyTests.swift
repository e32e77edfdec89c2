import TestSupport
import Testing
import WaveBiosignals
import WaveStreams

@testable import WaveSensorSources

/// Ranges, steps and scales of values, and the numbers of samples at times.
@Suite struct SignalSurveyTests {
  private func survey(_ values: [Double], _ scale: DigitalScale? = nil) -> SignalSurvey {
    var survey = SignalSurvey(scale: scale)
    survey.add(values)
    return survey
  }

  @Test func aSurveyHasTheRangeAndWhatIsMissing() {
    let some = survey([3, .nan, -7.5, .infinity, 2])
    #expect(some.low == -7.5 && some.high == 3 && some.missingCount == 2 && some.range == -7.5...3)
    #expect(survey([.nan]).range == -1...1 && survey([5]).range == 5...5)
    var parts = survey([1])
    parts.add([4, -2])
    parts.add([])
    #expect(parts.range == -2...4 && parts.missingCount == 0)
  }

  @Test func digitalValuesAreThoseOfTheScale() throws {
    let scale = try #require(DigitalScale(step: 0.25, offset: 1, low: -100, high: 100))
    let known = survey([1, 3.5, -4, .nan], scale)
    #expect(known.digitalLow == -20 && known.digitalHigh == 10 && known.used(scale) == -20...10)
    #expect(survey([], scale).used(scale) == 0...0 && survey([]).used(scale) == 0...0)
    // Without a scale of the source, both ends are converted; a scale can turn the values around.
    #expect(survey([0, 6]).used(scale) == -4...20)
    let turned = try #require(DigitalScale(step: -0.5, offset: 0, low: -100, high: 100))
    #expect(survey([-3, 6]).used(turned) == -12...6 && survey([2]).used(turned) == -4 ... -4)
  }

  /// The largest number is the limit times the step, of either sign; one more has no room.
  @Test func aStepIsExactUpToTheLimit() {
    func step(_ values: [Double]) -> Double? { survey(values).exact(within: -1000...1000)?.step }
    #expect(
      step([1, 1000]) == 1 && step([1, 1001]) == nil && step([-1000, 1]) == 1 && step([-1001, 1]) == nil)
    #expect(step([-1000, 999]) == 1 && step([-999, 1000]) == 1 && step([-1001, 1001]) == 1001)
    #expect(step([0.5, 500]) == 0.5 && step([0.25, 250.25]) == nil && step([30, 45, 1500]) == 15)
    // Decimal where it can be, and binary otherwise.
    #expect(step([0.1, 0.25]) == 0.05 && step([0.0009765625, 0.5]) == 0.0009765625)
    #expect(step([1e-15, 3e-15]) == 1e-15 && step([0x1p-40, 0x1p-39]) == 0x1p-40)
    #expect(step([0x1p-41]) == nil && step([8e15]) == 8e15 && step([9e15]) == nil)
    let scale = survey([0.25, 4]).exact(within: -1000...1000)
    #expect(scale?.offset == 0 && scale?.low == -1000 && scale?.high == 1000)
  }

  @Test func valuesThatHaveNoStepAreFittedWithinHalfAStep() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<100 {
      let sizes: [Double] = [1e-6, 1, 5e4]
      let size: Double = sizes.randomElement(using: &random) ?? 1
      let center: Double = Double.random(in: -3...3, using: &random) * size
      let values = (0..<20).map { _ -> Double in center + Double.random(in: -size...size, using: &random) }
      let own = survey(values)
      let fitted = try #require(own.fitted(within: -32_767...32_767))
      #expect(fitted.low == -32_767 && fitted.high == 32_767)
      for value in values {
        let digital = try #require(fitted.digital(value))
        #expect(abs(fitted.value(digital) - value) <= fitted.step * 0.50001)
      }
      // Nearly all numbers are used, and zero is one of them.
      let width = own.range.upperBound - own.range.lowerBound
      #expect((0.99990...1.0).contains(width / (fitted.step * 65_534)))
      #expect(abs(fitted.offset / fitted.step - (fitted.offset / fitted.step).rounded()) < 1e-6)
    }
  }

  /// A group at a constant rate: sample *i* is of the time *start + i / rate*.
  @Test func samplesAreCountedByTheirTimes() {
    let group = SignalGroup(label: "", rateHertz: 4, sampleCount: 10, startSeconds: 2, channels: [])
    #expect(group.seconds(of: 0) == 2 && group.seconds(of: 6) == 3.5 && group.durationSeconds == 2.5)
    for (seconds, count) in [
      (-1, 0), (1.99, 0), (2, 1), (2.2, 1), (2.25, 2), (4.24, 9), (4.25, 10), (4.5, 10), (1e300, 10),
    ] as [(Double, Int64)] {
      #expect(group.count(until: seconds) == count, "\(seconds)")
    }
  }

  /// A group with times of its own, from number 100 on: 10 Hz, and after sample 20 a second later at 5 Hz.
  @Test func samplesAreCountedByTheTimesOfAStore() {
    var group = SignalGroup(label: "", rateHertz: 10, sampleCount: 40, startSeconds: 1, channels: [])
    group.firstSequence = 100
    group.times.add(from: 100, microseconds: 1_000_000, rateHertz: 10)
    group.times.add(from: 120, microseconds: 4_000_000, rateHertz: 5)
    let seconds = (0..<40).map { (sample: Int) -> Double in
      sample < 20 ? 1 + Double(sample) / 10 : 4 + Double(sample - 20) / 5
    }
    for (sample, time) in seconds.enumerated() {
      #expect(abs(group.seconds(of: Int64(sample)) - time) < 1e-9)
      #expect(group.count(until: time) == Int64(sample + 1))
      #expect(
        group.count(until: time - 0.01) == Int64(sample)
          && group.count(until: time + 0.01) == Int64(sample + 1))
    }
    #expect(group.count(until: 0.5) == 0 && group.count(until: 0.96) == 0 && group.count(until: 3.9) == 20)
    #expect(group.count(until: 100) == 40 && abs(group.durationSeconds - 7) < 1e-9)
  }
}
