import Testing
@testable import WaveSensorSources
import WaveStore
import WaveStreams

/// The times of a store's samples, and how far they are from a constant rate.
@Suite struct StoreTimetableTests {
  private static func group(rateHertz: Double = 100) -> StoreGroup {
    StoreGroup(name: [65], rateHertz: rateHertz, channels: [StoreChannel(label: [66], unit: [])])
  }

  private static func times(
    _ group: Int, _ sequence: UInt64, _ microseconds: Int64, rateHertz: Double = 100
  ) -> StoreNote {
    .times(StoreTimes(group: group, sequence: sequence, microseconds: microseconds, rateHertz: rateHertz))
  }

  @Test func theLargestDeviationFromTheRateIsKept() {
    let ranges = [UInt64(10)..<1010, 10..<1010, 10..<1010, 10..<1010]
    let table = StoreTimetable(
      [Self.group(), Self.group(), Self.group(), Self.group()], ranges,
      [
        // 300 ms late in the middle, 100 ms late at the end.
        Self.times(0, 10, 5_000_000), Self.times(0, 510, 10_300_000), Self.times(0, 710, 12_100_000),
        // 100 ms early.
        Self.times(1, 10, 7_000_000), Self.times(1, 510, 11_900_000),
        // 9 ms late, which is less than a sample, and 10 ms, which is exactly one.
        Self.times(2, 10, 6_000_000), Self.times(2, 510, 11_009_000),
        Self.times(3, 10, 6_000_000), Self.times(3, 510, 11_010_000),
      ])
    #expect(table.strayedSeconds == [0.3, 0.1, 0, 0.01])
    #expect(table.startMicroseconds == 5_000_000)
    #expect(table.startSeconds == [0, 2, 1, 1])
    #expect(table.rates == [100, 100, 100, 100])
    #expect(table.courses[1].microseconds(of: 510) == 6_900_000)
  }

  @Test func theLastSampleCountsWithoutAPieceOfItsOwn() {
    // Recorded at 100 Hz by its description, but at 50 Hz by its times: the last sample is 9.99 s late.
    let table = StoreTimetable([Self.group()], [0..<1000], [Self.times(0, 0, 1_000_000, rateHertz: 50)])
    #expect(abs(table.strayedSeconds[0] - 9.99) < 1e-9)
    #expect(table.rates == [100])
    let unknown = StoreTimetable(
      [Self.group(rateHertz: 0)], [0..<1000], [Self.times(0, 0, 1_000_000, rateHertz: 50)])
    #expect(unknown.rates == [50] && unknown.strayedSeconds == [0])
  }

  @Test func aGroupWithoutTimesHasNoDeviation() {
    let table = StoreTimetable(
      [Self.group(), Self.group(rateHertz: 0)], [0..<10, 5..<5],
      // Times of a group that does not exist, and one whose rate is no rate.
      [Self.times(2, 0, 1), Self.times(1, 0, 1, rateHertz: 0), Self.times(1, 0, 1, rateHertz: -5)])
    #expect(table.startMicroseconds == nil && table.strayedSeconds == [0, 0])
    #expect(table.rates == [100, 1] && table.startSeconds == [0, 0])
  }
}
