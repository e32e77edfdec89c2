import Testing
import WaveDataWire
@testable import WaveInteraction

@testable import WaveData

/// Several tables of one server, one of which is shown at a time.
@Suite struct TablesTests {
  private static func bench() -> Bench {
    var bench = Bench()
    bench.receive(
      .table(
        TableDescription(
          source: 1, flags: .complete, rowCount: 500, columnCount: 2, name: Array("u".utf8), detail: [])))
    bench.receive(
      .columns(
        TableColumns(
          source: 1, first: 0,
          columns: [Bench.column("far", low: 20_000, high: 40_000), Bench.column("near", high: 2)])))
    bench.receive(.axis(TableAxis(source: 1, order: .rows, column: 0, kind: .count, from: 0, until: 500)))
    return bench
  }

  @Test func anotherTableIsAskedForByItsOwnRangesBeforeItsView() throws {
    var bench = Self.bench()
    bench.answer()
    bench.sent = []
    bench.set(.chooseTable, to: 1)
    let sent = bench.taken()
    let lanes = sent.compactMap {
      if case .showLane(let lane) = $0, !lane.isOverview { lane } else { nil }
    }
    #expect(lanes.map(\.column) == [0, 1] && lanes.map(\.low) == [19_000, -0.1])
    let view = try #require(
      sent.lastIndex { if case .show(let view) = $0 { view.source == 1 } else { false } })
    let lane = try #require(sent.lastIndex { if case .showLane = $0 { true } else { false } })
    #expect(lane < view)
  }

  @Test func picturesOfTheTableBeforeAreNotDrawn() throws {
    var bench = Self.bench()
    let before = bench.model.views.number
    bench.set(.chooseTable, to: 1)
    func spans(_ view: UInt16, _ flags: LaneSpans.Flags) -> DataMessage {
      .spans(
        LaneSpans(
          view: view, column: 0, flags: flags, pixels: 100, drawnCount: 1, rowCount: 1,
          tops: Array(repeating: 3, count: 1170), bottoms: Array(repeating: 9, count: 1170)))
    }
    bench.receive(spans(before, []))
    bench.receive(spans(before, .overview))
    #expect(bench.model.pictures.count == 0 && bench.model.pictures.overview == nil)
    bench.receive(.viewDone(ViewDone(view: before)))
    #expect(bench.model.views.number != before && bench.model.views.shown?.source == 1)
    bench.receive(spans(bench.model.views.number, []))
    bench.receive(spans(bench.model.views.number, .overview))
    #expect(bench.model.pictures.count == 1 && bench.model.pictures.overview != nil)
  }

  @Test func aTableThatIsShownAgainHasAllOfItsRows() {
    var bench = Self.bench()
    bench.keepValues(of: 1)
    bench.sent = []
    bench.set(.chooseTable, to: 1)
    #expect(bench.taken().contains(.setFilter(SetFilter(source: 0, filter: 1, kind: .none))))
    #expect(bench.model.filters.kept.isEmpty)
  }

  @Test func columnsOfItsOwnAreKnownWhenATableIsShownAgain() {
    var bench = Self.bench()
    let names = bench.model.columns.map(\.info.name)
    bench.model.derive(.typed(Array("beta + 1".utf8)))
    bench.receive(.columns(TableColumns(source: 0, first: 5, columns: [Bench.column("beta + 1")])))
    #expect(bench.model.columns.count == 6)
    bench.set(.chooseTable, to: 1)
    #expect(bench.model.columns.map(\.info.name) == ["far", "near"].map { Array($0.utf8) })
    // Derived ones are not kept: the server has removed them.
    bench.set(.chooseTable, to: 0)
    #expect(bench.model.columns.map(\.info.name) == names)
  }
}
