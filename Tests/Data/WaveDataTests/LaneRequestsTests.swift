import Testing
import WaveDataWire

@testable import WaveData

@Suite struct LaneRequestsTests {
  private static func lane(
    _ column: UInt16, pixels: UInt16 = 80, isSecond: Bool = false, high: Double = 1
  ) -> ShowLane {
    ShowLane(column: column, lens: 0, threshold: 227, pixels: pixels, isSecond: isSecond, low: 0, high: high)
  }

  @Test func onlyWhatIsNewOrSeenOtherwiseIsSent() {
    var requests = LaneRequests()
    #expect(requests.show([Self.lane(4), Self.lane(1)]) == [Self.lane(4), Self.lane(1)])
    #expect(requests.show([Self.lane(4), Self.lane(1)]).isEmpty)
    #expect(requests.show([Self.lane(4), Self.lane(1, high: 2)]) == [Self.lane(1, high: 2)])
    #expect(requests.lane(LaneKey(column: 1)) == Self.lane(1, high: 2))
    #expect(requests.lane(LaneKey(column: 4)) == Self.lane(4))
    #expect(requests.lane(LaneKey(column: 2)) == nil)
    #expect(requests.lanes.count == 2)
  }

  @Test func bothPicturesOfAColumnAreLanesOfTheirOwn() {
    var requests = LaneRequests()
    let second = Self.lane(4, isSecond: true, high: 3)
    #expect(requests.show([Self.lane(4), second]) == [Self.lane(4), second])
    #expect(requests.lane(LaneKey(column: 4, isSecond: true)) == second)
    #expect(requests.lane(LaneKey(column: 4)) == Self.lane(4))
    let gone = ShowLane(column: 4, lens: 0, threshold: 3, pixels: 0, isSecond: true, low: 0, high: 1)
    #expect(requests.show([Self.lane(4)]) == [gone])
    #expect(requests.lane(LaneKey(column: 4, isSecond: true)) == nil && requests.lanes == [Self.lane(4)])
  }

  @Test func whatIsGoneIsSentWithoutAHeightBehindWhatIsNew() {
    var requests = LaneRequests()
    _ = requests.show([Self.lane(1), Self.lane(2), Self.lane(3)])
    let sent = requests.show([Self.lane(2), Self.lane(5)])
    #expect(sent.first == Self.lane(5) && sent.dropFirst().map(\.column).sorted() == [1, 3])
    #expect(sent.dropFirst().allSatisfy { $0.pixels == 0 && !$0.isSecond && $0.low < $0.high })
    #expect(requests.show([]).map(\.column).sorted() == [2, 5])
    #expect(requests.lanes.isEmpty && requests.show([]).isEmpty)
  }

  @Test func theStripOfTheWholeTableIsSentWhenItChanges() {
    var requests = LaneRequests()
    #expect(requests.showOverview(Self.lane(1)) == true)
    #expect(requests.showOverview(Self.lane(1)) == false)
    #expect(requests.showOverview(Self.lane(2)) == true)
    // It is none of the lanes.
    #expect(requests.lanes.isEmpty)
  }

  @Test func thatNoTextsAreSeenIsSentOnlyWhereTextsWereSeen() {
    var requests = LaneRequests()
    func texts(_ columns: [UInt16]) -> ShowTexts { ShowTexts(source: 0, buckets: 100, columns: columns) }
    #expect(requests.show(texts([])) == false)
    #expect(requests.show(texts([3])) == true)
    #expect(requests.show(texts([3])) == false)
    #expect(requests.show(texts([])) == true)
    #expect(requests.show(texts([])) == false)
    #expect(requests.show(texts([3, 4])) == true)
  }
}
