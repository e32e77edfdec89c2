import Testing

@testable import WaveSpectra

@Suite struct RowTimelineTests {
  @Test func rowsThatAreMissingLeaveNumbersOut() {
    var timeline = RowTimeline()
    let first = timeline.stamp(endMicroseconds: 100_000, durationMicroseconds: 33_333)
    #expect(first == (1, 66_667, 0))
    let second = timeline.stamp(endMicroseconds: 135_000, durationMicroseconds: 33_333)
    #expect(second == (2, 101_667, 0))
    // A tenth of a second is gone.
    let third = timeline.stamp(endMicroseconds: 268_333, durationMicroseconds: 33_333)
    #expect(third == (6, 235_000, 3))
  }

  @Test func aRetuneIsNoLossAndNoRowBeginsBeforeTheLastHasEnded() {
    var timeline = RowTimeline()
    _ = timeline.stamp(endMicroseconds: 100_000, durationMicroseconds: 33_333)
    timeline.expectGap()
    let next = timeline.stamp(endMicroseconds: 900_000, durationMicroseconds: 33_333)
    #expect(next == (2, 866_667, 0))
    let early = timeline.stamp(endMicroseconds: 910_000, durationMicroseconds: 33_333)
    #expect(early == (3, 900_000, 0))
  }
}
