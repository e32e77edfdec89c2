import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries

@Suite struct LearnedPartsTests {
  @Test func axisBelongsToAnOrderAndFilters() {
    var learned = LearnedParts()
    let axis = ColumnAxis(kind: .count, from: 0, until: 5)
    let key = LearnedParts.AxisKey(.ranks(2), filters: 1)
    #expect(learned.axis(key) == nil)
    learned.store(axis, for: key)
    #expect(learned.axis(key) == axis)
    #expect(
      learned.axis(.init(.ranks(3), filters: 1)) == nil && learned.axis(.init(.ranks(2), filters: 2)) == nil)
    learned.forgetPoints()
    #expect(learned.axis(key) == axis)
    learned.forgetAxis()
    #expect(learned.axis(key) == nil)
    learned.store(axis, for: key)
    learned.forgetRows()
    #expect(learned.axis(key) == nil)
  }

  @Test func missingTextsAreAskedForOnce() {
    var learned = LearnedParts()
    #expect(learned.firstUnknown(textsOf: []) == nil && learned.firstUnknown(textsOf: [4, 5]) == 4)
    learned.store(texts: nil, of: 4)
    #expect(learned.firstUnknown(textsOf: [4, 5]) == 5 && learned.texts(of: 4) == nil)
    #expect(learned.textWish(4) == nil && learned.textWish(5) == nil)
    learned.store(texts: makeTexts(), of: 5)
    #expect(learned.firstUnknown(textsOf: [4, 5]) == nil && learned.texts(of: 5) == makeTexts())
    #expect(learned.textWish(5) == TextWish(column: 5, top: [[65]]))
    learned.forgetRows()
    #expect(learned.firstUnknown(textsOf: [5]) == 5)
  }

  @Test func nearestPointIsARowOfTheTable() {
    var learned = LearnedParts()
    var lane = makeLane(3)
    lane.lens = Lens.everyNth.rawValue
    let values = [(0, 1.0), (10, .nan), (20, 2)].map { LensPoint(row: $0.0, value: $0.1) }
    let points = ColumnPoints(points: values, places: [7, 8, 9])
    #expect(learned.nearest(to: 12, of: 3) == nil)
    learned.store(points: points, of: lane)
    #expect(learned.nearest(to: 12, of: 3) == .place(9) && learned.nearest(to: -5, of: 3) == .place(7))
    #expect(learned.nearest(to: 12, of: 2) == nil)
    learned.store(points: ColumnPoints(points: values, places: [1]), of: lane)
    #expect(learned.nearest(to: 12, of: 3) == .tick(20))
    // Second lanes and overviews have no finger; means are no rows.
    var other = lane
    other.isSecond = true
    learned.store(points: points, of: other)
    other = makeLane(3, isOverview: true)
    learned.store(points: points, of: other)
    #expect(learned.nearest(to: 12, of: 3) == .tick(20))
    other = lane
    other.lens = Lens.mean.rawValue
    learned.store(points: points, of: other)
    #expect(learned.nearest(to: 12, of: 3) == nil)
    learned.store(points: points, of: lane)
    learned.forgetPoints(of: [4])
    #expect(learned.nearest(to: 12, of: 3) != nil)
    learned.forgetPoints(of: [3])
    #expect(learned.nearest(to: 12, of: 3) == nil)
    learned.store(points: points, of: lane)
    learned.store(points: nil, of: lane)
    #expect(learned.nearest(to: 12, of: 3) == nil)
  }
}
