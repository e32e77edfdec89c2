import Testing
@testable import WaveDataFeed

@Suite struct ViewTimingTests {
  @Test func patienceEndsOnce() {
    var timing = ViewTiming()
    #expect(timing.wakeMicroseconds == nil && !timing.isWaiting && !timing.isImpatient(at: 0))
    timing.start(makeView(1), at: 1000)
    #expect(timing.wakeMicroseconds == 121_000 && timing.isWaiting)
    #expect(!timing.isImpatient(at: 120_999) && timing.isImpatient(at: 121_000))
    timing.announce()
    #expect(timing.wakeMicroseconds == nil && !timing.isWaiting && !timing.isImpatient(at: 121_000))
    timing.start(makeView(2), at: 1000)
    timing.end(at: 2000)
    #expect(timing.wakeMicroseconds == nil)
  }

  @Test func quickPictureGoesFirst() {
    var timing = ViewTiming()
    timing.start(makeView(1), at: 0)
    timing.announce()
    #expect(timing.isExactDue(isHurried: false, at: 0) == true)
    timing.beginCoarse(at: 500)
    #expect(timing.isExactDue(isHurried: true, at: 500) == false)
    #expect(timing.wakeMicroseconds == 150_500)
    #expect(timing.isExactDue(isHurried: true, at: 150_499) == false)
    #expect(timing.isExactDue(isHurried: true, at: 150_500) == true)
    #expect(timing.wakeMicroseconds == nil)
    #expect(timing.isExactDue(isHurried: true, at: 600) == false)
    #expect(timing.isExactDue(isHurried: false, at: 600) == true)
    // A time that has passed does not wake anyone again.
    _ = timing.isExactDue(isHurried: true, at: 600)
    timing.endPauses(at: 150_499)
    #expect(timing.wakeMicroseconds == 150_500)
    timing.endPauses(at: 150_500)
    #expect(timing.wakeMicroseconds == nil)
  }

  @Test func costlyViewsOfAMovingFingerSettle() {
    func timing(cost: Int64, pause: Int64) -> ViewTiming {
      var timing = ViewTiming()
      timing.start(makeView(1), at: 0)
      timing.beginExact(makeView(1), at: 0)
      timing.finishExact(at: cost)
      timing.start(makeView(2), at: pause)
      return timing
    }
    var moving = timing(cost: 100_001, pause: 299_999)
    #expect(moving.isExactDue(isHurried: false, at: 379_998) == false)
    #expect(moving.isExactDue(isHurried: false, at: 379_999) == true)
    moving.beginCoarse(at: 310_000)
    #expect(moving.isExactDue(isHurried: true, at: 529_998) == false)
    #expect(moving.isExactDue(isHurried: true, at: 529_999) == true)
    var slow = timing(cost: 100_001, pause: 300_000)
    #expect(slow.isExactDue(isHurried: false, at: 300_000) == true)
    var cheap = timing(cost: 100_000, pause: 10)
    #expect(cheap.isExactDue(isHurried: false, at: 10) == true)
  }

  @Test func picturesThatWereGivenUpCostAtLeastAsMuch() {
    var timing = ViewTiming()
    timing.start(makeView(1), at: 0)
    timing.beginExact(makeView(1), at: 0)
    timing.start(makeView(2), at: 200_000)
    timing.start(makeView(3), at: 210_000)
    #expect(timing.isExactDue(isHurried: false, at: 210_000) == false)
    // What failed soon does not make the view cheap.
    timing.beginExact(makeView(3), at: 300_000)
    timing.failExact(at: 300_001)
    timing.start(makeView(4), at: 310_000)
    #expect(timing.isExactDue(isHurried: false, at: 310_000) == false)
  }

  @Test func pausesGrowUntilAPictureIsFinished() {
    var timing = ViewTiming()
    for pause in [1, 2, 4, 8, 10, 10] as [Int64] {
      timing.pause(at: 0)
      #expect(timing.wakeMicroseconds == pause * 1_000_000 && timing.isPausing)
      timing.endPauses(at: pause * 1_000_000 - 1)
      #expect(timing.isPausing)
      timing.endPauses(at: pause * 1_000_000)
      #expect(!timing.isPausing)
    }
    timing.finishExact(at: 0)
    timing.pause(at: 0)
    #expect(timing.wakeMicroseconds == 1_000_000)
    timing.pause(at: 0)
    timing.restart(at: 5)
    #expect(!timing.isPausing)
    timing.pause(at: 0)
    #expect(timing.wakeMicroseconds == 1_000_000)
  }
}
