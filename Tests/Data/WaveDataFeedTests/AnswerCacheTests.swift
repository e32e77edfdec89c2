import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries

@Suite struct AnswerCacheTests {
  @Test func axisBelongsToAnOrderAndFilters() {
    var cache = AnswerCache()
    let axis = ColumnAxis(kind: .count, from: 0, until: 5)
    let key = AnswerCache.AxisKey(order: .ranks(2), filters: 1)
    #expect(cache.axis(key) == nil)
    cache.store(axis, for: key)
    #expect(cache.axis(key) == axis)
    #expect(
      cache.axis(.init(order: .ranks(3), filters: 1)) == nil
        && cache.axis(.init(order: .ranks(2), filters: 2)) == nil)
    cache.forgetPoints()
    #expect(cache.axis(key) == axis)
    cache.forgetAxis()
    #expect(cache.axis(key) == nil)
    cache.store(axis, for: key)
    cache.forgetRows()
    #expect(cache.axis(key) == nil)
  }

  @Test func missingTextsAreAskedForOnce() {
    var cache = AnswerCache()
    #expect(cache.firstUnknown(textsOf: []) == nil && cache.firstUnknown(textsOf: [4, 5]) == 4)
    cache.store(texts: nil, of: 4)
    #expect(cache.firstUnknown(textsOf: [4, 5]) == 5 && cache.texts(of: 4) == nil)
    #expect(cache.textRequest(4) == nil && cache.textRequest(5) == nil)
    cache.store(texts: makeTexts(), of: 5)
    #expect(cache.firstUnknown(textsOf: [4, 5]) == nil && cache.texts(of: 5) == makeTexts())
    #expect(cache.textRequest(5) == TextRequest(column: 5, top: [[65]]))
    cache.forgetRows()
    #expect(cache.firstUnknown(textsOf: [5]) == 5)
  }

  @Test func nearestPointIsARowOfTheTable() {
    var cache = AnswerCache()
    var lane = makeLane(3)
    lane.lens = Lens.everyNth.rawValue
    let values = [(0, 1.0), (10, .nan), (20, 2)].map { LensPoint(row: $0.0, value: $0.1) }
    let points = ColumnPoints(points: values, places: [7, 8, 9])
    #expect(cache.nearest(to: 12, of: 3) == nil)
    cache.store(points: points, of: lane)
    #expect(cache.nearest(to: 12, of: 3) == .place(9) && cache.nearest(to: -5, of: 3) == .place(7))
    #expect(cache.nearest(to: 12, of: 2) == nil)
    cache.store(points: ColumnPoints(points: values, places: [1]), of: lane)
    #expect(cache.nearest(to: 12, of: 3) == .tick(20))
    // Second lanes and overviews have no finger; means are no rows.
    var other = lane
    other.isSecond = true
    cache.store(points: points, of: other)
    other = makeLane(3, isOverview: true)
    cache.store(points: points, of: other)
    #expect(cache.nearest(to: 12, of: 3) == .tick(20))
    other = lane
    other.lens = Lens.mean.rawValue
    cache.store(points: points, of: other)
    #expect(cache.nearest(to: 12, of: 3) == nil)
    cache.store(points: points, of: lane)
    cache.forgetPoints(of: [4])
    #expect(cache.nearest(to: 12, of: 3) != nil)
    cache.forgetPoints(of: [3])
    #expect(cache.nearest(to: 12, of: 3) == nil)
    cache.store(points: points, of: lane)
    cache.store(points: nil, of: lane)
    #expect(cache.nearest(to: 12, of: 3) == nil)
  }
}
