import Testing
import WaveWire

@testable import WaveInteraction

/// The server as an instrument knows it.
@Suite struct ServerLinkTests {
  /// A link over which clocks were compared at 1 s: the server is ahead by an hour.
  private static func compared() -> ServerLink {
    var link = ServerLink()
    link.connection(isOpen: true, at: 1_000_000)
    let request = link.ask(at: 1_000_000)
    link.receive(
      ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: 3_601_000_000),
      at: 1_000_000)
    return link
  }

  @Test func clocksAreComparedOftenAtFirst() {
    var link = ServerLink()
    link.connection(isOpen: true, at: 0)
    var (now, intervals): (Int64, [Int64]) = (0, [])
    for _ in 0..<10 {
      _ = link.ask(at: now)
      intervals.append(link.exchangeInterval)
      #expect(link.exchangeDue == now + link.exchangeInterval && link.askedMicroseconds == now)
      now = link.exchangeDue
    }
    #expect(intervals == [Int64](repeating: 250_000, count: 7) + [Int64](repeating: 10_000_000, count: 3))
    // Another connection begins anew.
    link.connection(isOpen: false, at: now)
    link.connection(isOpen: true, at: now)
    #expect(link.exchangeInterval == 250_000)
  }

  @Test func aServerThatGoesOnIsKnownAgain() {
    var link = Self.compared()
    #expect(link.clock.microseconds == 3_600_000_000)
    link.connection(isOpen: false, at: 2_000_000)
    link.connection(isOpen: true, at: 9_000_000)
    let same = Welcome(sourceCount: 1, serverMicroseconds: 3_609_100_000)
    #expect(link.receive(same, at: 9_000_000) == nil)
    #expect(link.clock.microseconds == 3_600_100_000)
  }

  @Test func aServerThatWasStartedAnewSaysByHowMuchItsClockHasJumped() {
    var link = Self.compared()
    link.connection(isOpen: false, at: 2_000_000)
    // Lost again before it greets, the clock of before counts.
    link.connection(isOpen: true, at: 3_000_000)
    link.connection(isOpen: false, at: 4_000_000)
    link.connection(isOpen: true, at: 9_000_000)
    let other = Welcome(sourceCount: 1, serverMicroseconds: 5_000_000)
    #expect(link.receive(other, at: 9_000_000) == 5_000_000 - 3_609_000_000)
    #expect(link.receive(other, at: 9_000_000) == nil)
  }

  @Test func aHiddenPageExpectsNothingAndAsksWhenItIsSeen() {
    var link = Self.compared()
    let asksHidden = link.setVisible(false, at: 2_000_000)
    #expect(!asksHidden && !link.isVisible)
    #expect(link.step(at: 60_000_000, isExpecting: true).step == .none)
    let asksSeen = link.setVisible(true, at: 61_000_000)
    #expect(asksSeen && link.isVisible)
    link.connection(isOpen: false, at: 62_000_000)
    let asksWithoutConnection = link.setVisible(true, at: 63_000_000)
    #expect(!asksWithoutConnection)
  }

  @Test func silenceIsAskedAboutThenSaidThenEnded() {
    var link = ServerLink()
    link.connection(isOpen: true, at: 0)
    var (now, steps): (Int64, [LinkWatch.Step]) = (0, [])
    while steps.last != .abandon, now < 60_000_000 {
      let (step, wake) = link.step(at: now, isExpecting: true)
      if step != .none { steps.append(step) }
      if step == .ask { _ = link.ask(at: now) }
      now = wake ?? now + 1_000_000
    }
    #expect(steps == [.ask, .lose, .abandon] && !link.isAnswering && link.isConnected)
    let wasLost = link.noteMessage(at: now)
    #expect(wasLost && link.isAnswering)
  }
}
