import Testing

@testable import WaveServer

/// Who steers, under a clock turned by hand.
@Suite struct ControlArbiterTests {
  private static func ask(_ arbiter: inout ControlArbiter<Int>, _ client: Int, at now: Int64) -> Bool {
    arbiter.admits(client, at: now)
  }

  @Test func theFirstThatTouchesHasTheControl() {
    var arbiter = ControlArbiter<Int>()
    #expect(arbiter.holder == nil)
    #expect(Self.ask(&arbiter, 1, at: 5))
    #expect(!Self.ask(&arbiter, 2, at: 6))
    #expect(Self.ask(&arbiter, 1, at: 7))
    #expect(arbiter.holder == 1)
  }

  @Test func leavingFreesIt() {
    var arbiter = ControlArbiter<Int>()
    #expect(Self.ask(&arbiter, 1, at: 0))
    arbiter.leave(2)
    #expect(arbiter.holder == 1)
    arbiter.leave(1)
    #expect(Self.ask(&arbiter, 2, at: 1))
  }

  @Test func itExpiresThirtySecondsAfterTheLastTouch() {
    var arbiter = ControlArbiter<Int>()
    #expect(Self.ask(&arbiter, 1, at: 0))
    #expect(Self.ask(&arbiter, 1, at: 20_000_000))
    #expect(!Self.ask(&arbiter, 2, at: 49_999_999))
    arbiter.expire(at: 49_999_999)
    #expect(arbiter.holder == 1)
    arbiter.expire(at: 50_000_000)
    #expect(arbiter.holder == nil)
    #expect(Self.ask(&arbiter, 2, at: 50_000_001))
    #expect(Self.ask(&arbiter, 1, at: 80_000_001))
  }

  @Test func anotherTakesIt() {
    var arbiter = ControlArbiter<Int>()
    #expect(Self.ask(&arbiter, 1, at: 0))
    arbiter.grantControl(to: 2, at: 1)
    #expect(!Self.ask(&arbiter, 1, at: 2))
    #expect(Self.ask(&arbiter, 2, at: 30_000_000))
  }
}
