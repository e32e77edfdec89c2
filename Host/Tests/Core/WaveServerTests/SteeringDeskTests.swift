import Testing
import WaveWire

@testable import WaveServer

/// Who steers, and how fine a source is asked to be: under a clock turned by hand.
@Suite struct SteeringDeskTests {
  private static func ask(_ desk: inout SteeringDesk<Int>, _ client: Int, at now: Int64) -> Bool {
    desk.admits(client, at: now)
  }

  private static func wish(_ wish: inout ResolutionWish, _ stepHertz: Double, at now: Int64) -> Double? {
    wish.settle(on: stepHertz, at: now)
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

  @Test func finerIsToldAtOnceCoarserAfterAWhile() {
    var wish = ResolutionWish()
    #expect(Self.wish(&wish, .infinity, at: 0) == nil)
    #expect(Self.wish(&wish, 1000, at: 1) == 1000)
    #expect(Self.wish(&wish, 1000, at: 2) == nil)
    #expect(Self.wish(&wish, 10, at: 3) == 10)
    #expect(Self.wish(&wish, 1000, at: 1_000_000) == nil)
    // Fine again in between: the while begins anew.
    #expect(Self.wish(&wish, 10, at: 3_000_000) == nil)
    #expect(Self.wish(&wish, 1000, at: 4_000_000) == nil)
    #expect(Self.wish(&wish, 500, at: 7_999_999) == nil)
    #expect(Self.wish(&wish, 500, at: 8_000_000) == 500)
    #expect(Self.wish(&wish, .infinity, at: 8_000_001) == nil)
    #expect(Self.wish(&wish, .infinity, at: 12_000_001) == .infinity)
  }
}
