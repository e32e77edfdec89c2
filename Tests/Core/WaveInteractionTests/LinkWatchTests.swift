import Testing

@testable import WaveInteraction

/// How long a server may take to answer.
@Suite struct LinkWatchTests {
  /// Seconds from the question to the moment at which the connection is given up.
  private func secondsUntilAbandoned(_ watch: inout LinkWatch, from start: Int64) throws -> Int64 {
    watch.connection(true, at: start)
    var (now, askedAt): (Int64, Int64?) = (start, nil)
    while now < start + 100_000_000 {
      let (step, wake) = watch.step(at: now, isExpecting: true)
      switch step {
      case .ask:
        watch.noteProbe(at: now)
        askedAt = now
      case .abandon: return (now - (try #require(askedAt))) / 1_000_000
      case .none, .lose: break
      }
      now = try #require(wake)
    }
    throw NeverGivenUp()
  }

  private struct NeverGivenUp: Error {}

  @Test func aServerThatAnswersLateIsWaitedForLonger() throws {
    var watch = LinkWatch()
    var (start, limits): (Int64, [Int64]) = (0, [])
    for _ in 0..<6 {
      limits.append(try secondsUntilAbandoned(&watch, from: start))
      start += 100_000_000
    }
    // Looked at once a second.
    #expect(zip(limits, [3, 6, 12, 24, 48, 48]).allSatisfy { $0 == $1 || $0 == $1 + 1 }, "\(limits)")
    // An answer that comes late is heard, and changes nothing.
    watch.connection(true, at: start)
    watch.noteProbe(at: start)
    _ = watch.noteMessage(at: start + 20_000_000)
    #expect(try secondsUntilAbandoned(&watch, from: start + 30_000_000) >= 48)
    // One in time does.
    watch.connection(true, at: start + 100_000_000)
    watch.noteProbe(at: start + 100_000_000)
    _ = watch.noteMessage(at: start + 100_200_000)
    #expect(try secondsUntilAbandoned(&watch, from: start + 200_000_000) <= 4)
  }
}
