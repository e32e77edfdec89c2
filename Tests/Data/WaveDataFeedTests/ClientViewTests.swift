import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveWire

@Suite struct ClientViewTests {
  private func lanes(of shown: ClientView) -> [ShowLane] { shown.laneKeys.compactMap { shown[$0] } }

  @Test func newestLaneOfEachColumnApplies() {
    var shown = ClientView()
    for column in [7, 2, 5] as [UInt16] { shown.show(makeLane(column)) }
    shown.show(makeLane(2, isSecond: true))
    shown.show(makeLane(5, pixels: 20))
    shown.show(makeLane(3, isOverview: true))
    #expect(
      shown.laneKeys == [
        .init(column: 2), .init(column: 5), .init(column: 7), .init(column: 2, isSecond: true),
      ])
    #expect(lanes(of: shown).map(\.pixels) == [9, 20, 9, 9])
    #expect(shown.overview?.column == 3 && shown[.init(column: 3)] == nil)
    shown.show(makeLane(2, pixels: 0, isSecond: true))
    #expect(lanes(of: shown).map(\.column) == [2, 5, 7])
    shown.show(makeLane(2, pixels: 0))
    #expect(lanes(of: shown).map(\.column) == [5, 7])
  }

  @Test func lanesBeyondTheLimitAreIgnored() {
    var shown = ClientView()
    for column in 0..<UInt16(ClientView.lanesLimit) + 5 { shown.show(makeLane(column)) }
    #expect(shown.laneKeys.count == ClientView.lanesLimit)
    // Those that are shown can still change, and make room.
    shown.show(makeLane(0, pixels: 30))
    #expect(shown[.init(column: 0)]?.pixels == 30)
    shown.show(makeLane(0, pixels: 0))
    shown.show(makeLane(9999))
    #expect(shown[.init(column: 9999)] != nil)
  }

  @Test func hidingKeepsOnlyTheView() {
    var shown = ClientView()
    shown.show(makeView(1))
    shown.show(makeLane(1))
    shown.show(makeLane(1, isOverview: true))
    shown.show(ShowTexts(source: 0, buckets: 4, columns: [3]))
    let isShown = [makeScatter(1), makeScatter(2, columns: 0), makeScatter(3)].map { shown.show($0) }
    #expect(isShown == [true, false, true])
    #expect(shown.scatter == makeScatter(3) && shown.texts?.columns == [3] && shown.overview != nil)
    shown.hide()
    #expect(shown.laneKeys.isEmpty && shown.overview == nil && shown.texts == nil && shown.scatter == nil)
    #expect(shown.view == makeView(1))
  }
}
