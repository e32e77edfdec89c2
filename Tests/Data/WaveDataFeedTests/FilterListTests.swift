import Testing
@testable import WaveDataFeed

@Suite struct FilterListTests {
  @Test func filtersAreOrderedByNumber() {
    var filters = FilterList<Int>()
    #expect(filters.isEmpty)
    filters.set(200, 2)
    filters.set(3, 1)
    #expect(filters.ordered == [1, 2] && !filters.isEmpty && filters.revision == 2)
    filters.set(3, 5)
    #expect(filters.ordered == [5, 2])
    filters.set(3, nil)
    filters.set(200, nil)
    #expect(filters.isEmpty && filters.ordered == [] && filters.revision == 5)
  }

  @Test func furtherFiltersAreIgnored() {
    var filters = FilterList<Int>()
    for number in 0..<FilterList<Int>.limit { filters.set(UInt8(number), number) }
    filters.set(99, 99)
    #expect(filters.ordered == Array(0..<16) && filters.revision == 16)
    // An existing one can still change, and a removed one makes room.
    filters.set(3, 33)
    filters.set(4, nil)
    filters.set(99, 99)
    #expect(filters.ordered == [0, 1, 2, 33] + Array(5..<16) + [99])
  }
}
