import Testing
import WaveWire

@testable import WaveServer

/// Who watches and controls a source, and when clients learn of it, under a clock turned by hand.
@Suite struct SourceAudienceTests {
  private final class Client {
    var id: ClientID { ObjectIdentifier(self) }
  }

  private let first = Client()
  private let second = Client()

  private static func news<View>(
    _ audience: inout SourceAudience<View>, at now: Int64
  ) -> (holder: ClientID?, viewers: UInt16)? {
    audience.news(at: now)
  }

  private static func ask<View>(_ audience: inout SourceAudience<View>, _ client: Client, at now: Int64)
    -> Bool
  {
    audience.admits(client.id, at: now)
  }

  private static func ask<View>(
    _ audience: inout SourceAudience<View>, _ client: Client, _ command: Command, at now: Int64
  ) -> Bool {
    audience.admits(command, of: client.id, at: now)
  }

  @Test func aChangeOfControlIsNewsAtOnce() {
    var audience = SourceAudience<Double>()
    #expect(Self.news(&audience, at: 0) == nil)
    #expect(Self.ask(&audience, first, at: 10))
    #expect(Self.news(&audience, at: 10)?.holder == first.id)
    #expect(Self.news(&audience, at: 11) == nil)
    #expect(!Self.ask(&audience, second, .resetHold(source: 0), at: 12))
    #expect(Self.news(&audience, at: 12) == nil)
    #expect(Self.ask(&audience, second, .takeControl(source: 0), at: 13))
    #expect(Self.news(&audience, at: 13)?.holder == second.id)
    audience.expire(at: 13 + ControlArbiter<ClientID>.holdMicroseconds)
    let news = Self.news(&audience, at: 14 + ControlArbiter<ClientID>.holdMicroseconds)
    #expect(news != nil && news?.holder == nil)
  }

  @Test func theNumberOfViewersIsNewsOnceASecond() {
    var audience = SourceAudience<Double>()
    audience.watch(first.id, 2.5)
    #expect(Self.news(&audience, at: 0)?.viewers == 1)
    audience.watch(second.id, 7)
    #expect(audience.views.values.min() == 2.5)
    #expect(Self.news(&audience, at: 999_999) == nil)
    #expect(Self.news(&audience, at: 1_000_000)?.viewers == 2)
    // One that comes and goes within the second is none.
    audience.watch(first.id, nil)
    audience.watch(first.id, 1)
    #expect(Self.news(&audience, at: 2_000_000) == nil)
    audience.leave(first.id)
    audience.leave(second.id)
    #expect(Self.news(&audience, at: 2_000_001)?.viewers == 0)
    #expect(audience.views.isEmpty)
  }

  @Test func aNewClientLearnsWhetherAnotherHasControl() {
    var audience = SourceAudience<Void>()
    audience.watch(first.id, ())
    #expect(audience.steering(of: 3) == Steering(source: 3, state: .free, viewers: 1))
    #expect(Self.ask(&audience, first, at: 0))
    #expect(audience.steering(of: 3) == Steering(source: 3, state: .another, viewers: 1))
    audience.leave(first.id)
    #expect(audience.steering(of: 3) == Steering(source: 3, state: .free, viewers: 0))
  }
}
