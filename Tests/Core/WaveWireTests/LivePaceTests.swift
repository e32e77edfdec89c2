import Testing

@testable import WaveWire

@Suite struct LivePaceTests {
  @Test func rowsKeepToTheRate() {
    var pace = LivePace()
    pace.setRate(rowsPerSecond: 10, at: 1_000_000)
    #expect(pace.interval == 100_000 && pace.earliest < 0)
    // One row may be early by an interval and a sixteenth.
    pace.sent(at: 1_000_000)
    #expect(pace.earliest == 993_750)
    pace.sent(at: 1_000_000)
    #expect(pace.earliest == 1_093_750)
    // A late row does not let later ones come sooner than the rate allows.
    pace.sent(at: 5_000_000)
    #expect(pace.earliest == 4_993_750)
  }

  @Test func anotherViewDoesNotWaitLongerThanTwoIntervals() {
    var pace = LivePace()
    pace.setRate(rowsPerSecond: 1, at: 0)
    pace.sent(at: 0)
    pace.sent(at: 0)
    pace.setRate(rowsPerSecond: 100, at: 1_000)
    #expect(pace.interval == 10_000 && pace.earliest == 1_000 + 20_000 - 10_625)
    pace.setRate(rowsPerSecond: 0, at: 0)
    #expect(pace.interval == 1_000_000)
  }

  @Test func aRowCanBePostponed() {
    var pace = LivePace()
    pace.setRate(rowsPerSecond: 100, at: 0)
    pace.postpone(to: 2_000_000)
    #expect(pace.earliest == 2_000_000)
    pace.postpone(to: 1_000_000)
    #expect(pace.earliest == 2_000_000)
    pace.setInterval(16_000)
    #expect(pace.interval == 16_000 && pace.earliest == 2_010_625 - 17_000)
  }
}

@Suite struct LiveCreditTests {
  @Test func fourRowsAreInFlight() {
    var credit = LiveCredit()
    for _ in 0..<LiveCredit.limit {
      #expect(credit.isOpen)
      credit.sent()
    }
    #expect(!credit.isOpen)
    credit.acknowledge(0, ofCurrentView: true)
    #expect(!credit.isOpen)
    credit.acknowledge(1, ofCurrentView: true)
    #expect(credit.isOpen)
    credit.sent()
    #expect(!credit.isOpen)
    // More than were sent count as all of them.
    credit.acknowledge(.max, ofCurrentView: true)
    for _ in 0..<LiveCredit.limit {
      #expect(credit.isOpen)
      credit.sent()
    }
    #expect(!credit.isOpen)
  }

  @Test func rowsOfAnEarlierViewCountUntilOneOfTheCurrentViewIsDrawn() {
    var credit = LiveCredit()
    for _ in 0..<3 { credit.sent() }
    credit.viewChanged()
    #expect(credit.isOpen)
    credit.sent()
    #expect(!credit.isOpen)
    credit.acknowledge(2, ofCurrentView: false)
    credit.sent()
    #expect(credit.isOpen)
    credit.sent()
    #expect(!credit.isOpen)
    // The connection preserves order: the last row of the earlier view has been drawn as well.
    credit.acknowledge(1, ofCurrentView: true)
    credit.sent()
    #expect(credit.isOpen)
    credit.sent()
    #expect(!credit.isOpen)
  }

  @Test func earlierViewsTogetherCountAtMostTheLimit() {
    var credit = LiveCredit()
    for _ in 0..<3 {
      for _ in 0..<3 { credit.sent() }
      credit.viewChanged()
    }
    credit.acknowledge(1, ofCurrentView: false)
    #expect(credit.isOpen)
    credit.acknowledge(9, ofCurrentView: false)
    for _ in 0..<LiveCredit.limit {
      #expect(credit.isOpen)
      credit.sent()
    }
    #expect(!credit.isOpen)
  }
}
