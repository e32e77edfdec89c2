import TestSupport
import Testing

@testable import WaveSpectrumFeed

@Suite struct SlidingSumTests {
  /// The sum is never less than that of the last ten seconds, nor more than that of a slot more.
  @Test func coversTenSeconds() {
    var random = SeededGenerator(seed: 7)
    for start in [Int64(0), -20_000_000, -3, 1 << 53] {
      var sum = SlidingSum()
      var all: [(at: Int64, count: Int)] = []
      var now = start
      for _ in 0..<3000 {
        let longest: Int64 = Bool.random(using: &random) ? 40_000 : 300_000
        now += Int64.random(in: 0...longest, using: &random)
        let count = Int.random(in: 0...5000, using: &random)
        sum.add(count, at: now)
        all.append((now, count))
        let exact = all.filter { $0.at > now - 10_000_000 }.reduce(0) { $0 + $1.count }
        let longer = all.filter { $0.at > now - 10_200_000 }.reduce(0) { $0 + $1.count }
        #expect(sum.total >= exact && sum.total <= longer)
      }
    }
  }

  @Test func forgetsAllAfterALongSilence() {
    var sum = SlidingSum()
    sum.add(5, at: 0)
    sum.advance(to: 9_999_999)
    #expect(sum.total == 5)
    sum.advance(to: 10_100_000)
    #expect(sum.total == 0)
    sum.add(7, at: 1 << 52)
    // A clock that goes back forgets nothing.
    sum.advance(to: 0)
    #expect(sum.total == 7)
    #expect(SlidingSum.nextSlot(after: -1) == 0)
    #expect(SlidingSum.nextSlot(after: 0) == 100_000)
  }
}
