import Testing
import WaveDataWire
@testable import WaveInteraction
import WaveSeries

@testable import WaveData

@Suite struct ControlsTests {
  /// A bench whose rows from one tick to another are marked.
  private static func bench(from start: Double, to end: Double) -> Bench {
    var bench = Bench()
    bench.model.select(.mark(tick: start, column: 1))
    bench.model.select(.extend(tick: end))
    bench.sent = []
    return bench
  }

  @Test func markedRowsAreShownFromEdgeToEdge() {
    var bench = Self.bench(from: 3000, to: 1000)
    bench.set(.zoomToRange)
    #expect(bench.model.window == TickWindow(start: 1000, width: 2000))
    #expect(bench.model.selection.range == nil)
    var empty = Self.bench(from: 3000, to: 3000)
    empty.set(.zoomToRange)
    #expect(empty.model.isWhole && empty.model.selection.range != nil)
  }

  @Test func markedRowsAreKept() {
    var bench = Self.bench(from: 3000, to: 1000)
    bench.set(.keepRange)
    #expect(bench.model.filters.kept.map(\.kind) == [.ticks(from: 1000, until: 3000)])
    #expect(bench.model.filters.kept.map(\.text) == [Array("a range".utf8)])
    #expect(bench.model.selection.range == nil)
    var empty = Self.bench(from: 3000, to: 3000)
    empty.set(.keepRange)
    #expect(empty.model.filters.isEmpty)
  }

  @Test func markedRowsAreExportedElseThoseInView() {
    func exported(_ bench: inout Bench) -> [[Int64]] {
      bench.sent = []
      bench.set(.exportRows)
      return bench.taken().compactMap {
        if case .exportRows(let rows) = $0 { [rows.from, rows.until] } else { nil }
      }
    }
    var bench = Self.bench(from: 3000, to: 1000)
    #expect(exported(&bench) == [[1000, 3000]])
    bench.model.select(.clear(.range))
    bench.model.moveAxis(.place(start: 500, width: 100))
    // The export before ends.
    #expect(exported(&bench) == [[0, 0], [500, 600]])
    var empty = Self.bench(from: 3000, to: 3000)
    #expect(exported(&empty) == [[0, 100_000]])
  }

  @Test func choicesBeyondWhatThereIsAreTheFirst() {
    var bench = Bench()
    bench.set(.chooseLens, to: 99)
    #expect(bench.model.lenses.lens == .m4)
    bench.set(.orderLanes, to: 1)
    bench.set(.orderLanes, to: -1)
    #expect(bench.model.orders.sorting == .table)
    bench.set(.chooseTable, to: 7)
    #expect(bench.model.catalog.index == 0)
    bench.set(.pinColumn, to: 99)
    #expect(bench.model.pinned == nil)
    bench.set(.pinColumn, to: 2)
    #expect(bench.model.pinned == 1)
    // The same one remains pinned, and the first choice is none.
    bench.set(.pinColumn, to: 2)
    #expect(bench.model.pinned == 1)
    bench.set(.pinColumn, to: 0)
    #expect(bench.model.pinned == nil)
    bench.set(.pinColumn, to: 0)
    #expect(bench.model.pinned == nil)
  }
}
