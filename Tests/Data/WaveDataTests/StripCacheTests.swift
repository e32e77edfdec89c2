import Testing
import WaveDataWire

@testable import WaveData

@Suite struct StripCacheTests {
  private static func content(
    column: Int = 0, isSecond: Bool = false, view: UInt16 = 1, count: UInt64 = 5,
    flags: LaneSpans.Flags = [], start: Double = 0, high: Double = 1, width: Int = 100, height: Int = 50,
    isDark: Bool = true, isPinned: Bool = false
  ) -> StripContent {
    StripContent(
      lane: LaneKey(column: column, isSecond: isSecond), view: view, count: count, flags: flags,
      window: TickWindow(start: start, width: 10), range: ValueRange(low: 0, high: high), width: width,
      height: height, isDark: isDark, isPinned: isPinned)
  }

  @Test func aStripIsMadeOnceAndDrawnWhenItsContentChanges() {
    var cache = StripCache()
    #expect(cache.draw(Self.content(), at: 0) == .create)
    #expect(cache.draw(Self.content(), at: 0) == .none)
    let changes = [
      Self.content(column: 1), Self.content(isSecond: true), Self.content(view: 2), Self.content(count: 6),
      Self.content(flags: .partial), Self.content(flags: .coarse), Self.content(start: 1),
      Self.content(high: 2), Self.content(isDark: false), Self.content(isPinned: true),
    ]
    for next in changes {
      #expect(cache.draw(next, at: 0) == .clear)
      #expect(cache.draw(next, at: 0) == .none)
      #expect(cache.draw(Self.content(), at: 0) == .clear)
    }
  }

  @Test func otherPixelsMakeItAnew() {
    var cache = StripCache()
    _ = cache.draw(Self.content(), at: 0)
    #expect(cache.draw(Self.content(width: 101), at: 0) == .create)
    #expect(cache.draw(Self.content(width: 101, height: 51), at: 0) == .create)
  }

  @Test func eachPlaceHasItsOwn() {
    var cache = StripCache()
    #expect(cache.draw(Self.content(), at: 2) == .create)
    #expect(cache.draw(Self.content(), at: 0) == .create)
    #expect(cache.draw(Self.content(view: 2), at: 2) == .clear)
    #expect(cache.draw(Self.content(), at: 0) == .none)
  }

  @Test func theWholeTableHasItsOwn() {
    var cache = StripCache()
    #expect(!cache.hasOverview)
    #expect(cache.drawOverview(Self.content()) == true)
    #expect(cache.hasOverview)
    #expect(cache.drawOverview(Self.content()) == false)
    #expect(cache.drawOverview(Self.content(view: 2)) == true)
    #expect(cache.draw(Self.content(view: 2), at: 0) == .create)
  }

  @Test func aNewPlayerHasNone() {
    var cache = StripCache()
    func fill() {
      _ = cache.draw(Self.content(), at: 0)
      _ = cache.drawOverview(Self.content())
    }
    fill()
    cache.removeLanes()
    #expect(cache.hasOverview)
    #expect(cache.draw(Self.content(), at: 0) == .create)
    cache.removeOverview()
    #expect(!cache.hasOverview)
    #expect(cache.draw(Self.content(), at: 0) == .none)
    #expect(cache.drawOverview(Self.content()) == true)
    cache.removeAll()
    #expect(!cache.hasOverview)
    #expect(cache.draw(Self.content(), at: 0) == .create)
  }
}
