import Testing
import WaveSensorsWire

@testable import WaveSensors

@Suite struct StreamClockTests {
  private func times(_ sequence: UInt64, _ microseconds: Int64, _ rate: Double) -> SampleTimes {
    SampleTimes(
      source: 0, group: 0, reason: .drift, sequence: sequence, microseconds: microseconds, rateHertz: rate)
  }

  @Test func goesThereAndBack() {
    var clock = StreamClock()
    clock.receive(times(0, 5_000_000, 1000))
    clock.receive(times(1000, 6_000_000, 500))
    #expect(clock.microseconds(of: 500) == 5_500_000)
    #expect(clock.microseconds(of: 1250) == 6_500_000)
    for sequence in stride(from: 0.0, to: 3000, by: 7.5) {
      #expect((clock.sequence(at: clock.microseconds(of: sequence)) - sequence).magnitude < 1e-6)
    }
  }

  @Test func momentsOfAJumpBelongToTheSampleBefore() {
    var clock = StreamClock()
    clock.receive(times(0, 0, 1000))
    clock.receive(times(1000, 9_000_000, 1000))
    #expect(clock.sequence(at: 500_000) == 500)
    #expect(clock.sequence(at: 5_000_000) == 1000)
    #expect(clock.sequence(at: 9_500_000) == 1500)
  }

  @Test func timesReceivedAgainReplaceOlderOnes() {
    var clock = StreamClock()
    clock.receive(times(0, 0, 1000))
    clock.receive(times(1000, 1_000_100, 1000))
    clock.receive(times(1000, 1_000_050, 1000))
    #expect(clock.microseconds(of: 1000) == 1_000_050)
    #expect(StreamClock().sequence(at: 5) == 0)
  }
}
