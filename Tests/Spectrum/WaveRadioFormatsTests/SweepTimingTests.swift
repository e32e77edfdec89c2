import TestSupport
import Testing
import WaveRadioFormats

@Suite struct SweepTimingTests {
  @Test func reportsDurationsAndGaps() throws {
    let timing = SweepTiming(starts: [0, 10, 20, 31, 61, 70])
    #expect(timing.typicalMicroseconds == 10)
    #expect((0..<6).map { timing.duration(of: $0) } == [10, 10, 11, 10, 9, 10])
    #expect((0..<6).map { timing.missing(after: $0) } == [0, 0, 0, 2, 0, 0])
    #expect(timing.missingSweeps == 2)
    #expect(timing.totalMicroseconds == 80)
  }

  @Test func findsTheSweepMissingInTheFixture() throws {
    let log = try FormatFixtures.log("three_hops.csv")
    let timing = SweepTiming(starts: log.sweeps.map(\.start))
    #expect(timing.typicalMicroseconds == 10_000_000)
    #expect(log.sweeps.indices.filter { timing.missing(after: $0) > 0 } == [4])
    #expect(timing.totalMicroseconds == 90_000_000)
  }

  @Test func hasSomethingToSayOfFewSweeps() {
    #expect(SweepTiming(starts: []).totalMicroseconds == 0)
    #expect(SweepTiming(starts: []).missingSweeps == 0)
    let one = SweepTiming(starts: [5], single: 7)
    #expect(one.duration(of: 0) == 7)
    #expect(one.missing(after: 0) == 0)
    #expect(one.totalMicroseconds == 7)
  }

  @Test func isTheLowerMedian() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let steps = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        Int64.random(in: 1...99, using: &random)
      }
      let starts = steps.reduce(into: [Int64(0)]) { $0.append(($0.last ?? 0) + $1) }
      let below = steps.sorted()[(steps.count - 1) / 2]
      #expect(SweepTiming(starts: starts).typicalMicroseconds == below)
    }
  }
}
