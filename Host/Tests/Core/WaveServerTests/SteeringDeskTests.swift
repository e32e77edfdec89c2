import Testing

@testable import WaveServer

/// Who steers, under a clock turned by hand.
@Suite struct SteeringDeskTests {
  private static func ask(_ desk: inout SteeringDesk<Int>, _ client: Int, at now: Int64) -> Bool {
    desk.admits(client, at: now)
  }

  @Test func theFirstThatTouchesHasTheControl() {
    var desk = SteeringDesk<Int>()
    #expect(desk.holder == nil)
    #expect(Self.ask(&desk, 1, at: 5))
    #expect(!Self.ask(&desk, 2, at: 6))
    #expect(Self.ask(&desk, 1, at: 7))
    #expect(desk.holder == 1)
  }

  @Test func leavingFreesIt() {
    var desk = SteeringDesk<Int>()
    #expect(Self.ask(&desk, 1, at: 0))
    desk.leave(2)
    #expect(desk.holder == 1)
    desk.leave(1)
    #expect(Self.ask(&desk, 2, at: 1))
  }

  @Test func itExpiresThirtySecondsAfterTheLastTouch() {
    var desk = SteeringDesk<Int>()
    #expect(Self.ask(&desk, 1, at: 0))
    #expect(Self.ask(&desk, 1, at: 20_000_000))
    #expect(!Self.ask(&desk, 2, at: 49_999_999))
    desk.expire(at: 49_999_999)
    #expect(desk.holder == 1)
    desk.expire(at: 50_000_000)
    #expect(desk.holder == nil)
    #expect(Self.ask(&desk, 2, at: 50_000_001))
    #expect(Self.ask(&desk, 1, at: 80_000_001))
  }

  @Test func anotherTakesIt() {
    var desk = SteeringDesk<Int>()
    #expect(Self.ask(&desk, 1, at: 0))
    desk.take(2, at: 1)
    #expect(!Self.ask(&desk, 1, at: 2))
    #expect(Self.ask(&desk, 2, at: 30_000_000))
  }
}
