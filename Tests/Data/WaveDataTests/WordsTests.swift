import Testing
import WaveDataWire
@testable import WaveInteraction
import WaveSeries
import WaveWire

@testable import WaveData

/// What the chip, the screen reader and the foot of the page say.
@Suite struct WordsTests {
  private static func reading(_ bench: Bench) -> String? {
    bench.model.newReading(at: bench.now).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func answering(columns: [TableColumns.Column] = Bench.columns) -> Bench {
    var bench = Bench(columns: columns)
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: 0)))
    bench.answer()
    return bench
  }

  @Test func theReaderNamesTheTable() {
    var bench = Self.answering()
    #expect(Self.reading(bench) == "t, 100,000 rows, 4 columns with numbers, 1 with texts")
    bench.model.arrange(.pin(1))
    #expect(Self.reading(bench) == "t, 100,000 rows, 4 columns with numbers, 1 with texts, ordered by beta")
    // It may be pinned and order nothing.
    bench.set(.chooseOrder, to: 0)
    #expect(bench.model.pinned == 1)
    #expect(Self.reading(bench) == "t, 100,000 rows, 4 columns with numbers, 1 with texts")
    let numbers = Self.answering(columns: [Bench.column("a")])
    #expect(Self.reading(numbers) == "t, 100,000 rows, 1 columns with numbers")
    bench.send(.connection(isOpen: false))
    #expect(Self.reading(bench)?.hasPrefix("No connection, t, ") == true)
    #expect(DataModel().newReading(at: 0) == nil)
  }

  @Test func theChipSaysWhatRowsAreOrderedBy() {
    var bench = Self.answering()
    #expect(!bench.controls.contains("by beta") && !bench.controls.contains("filtered"))
    bench.model.arrange(.pin(1))
    bench.send(.tick)
    #expect(bench.controls.contains("by beta"))
    bench.set(.chooseOrder, to: 2)
    #expect(bench.controls.contains("over beta"))
    bench.set(.chooseOrder, to: 0)
    #expect(!bench.controls.contains("by beta") && !bench.controls.contains("over beta"))
    bench.keepValues(of: 1)
    bench.send(.tick)
    #expect(bench.controls.contains("filtered"))
  }

  @Test func whatIsExportedIsInPercent() throws {
    var bench = Self.answering()
    bench.sent = []
    bench.set(.exportRows)
    let request = try #require(
      bench.taken().compactMap { if case .exportRows(let rows) = $0 { rows.request } else { nil } }.first)
    #expect(!bench.controls.contains("Exporting"))
    bench.receive(.exportPart(ExportPart(request: request, isLast: false, done: 2, total: 5, bytes: [])))
    #expect(bench.controls.contains("Exporting 40 % · × stop"))
    bench.receive(.exportPart(ExportPart(request: request, isLast: true, done: 5, total: 5, bytes: [])))
    #expect(!bench.controls.contains("Exporting"))
  }

  @Test func markedRowsAreCounted() throws {
    for (count, words) in [(UInt64(1), "1 row marked · more"), (1200, "1,200 rows marked · more")] {
      var bench = Self.answering()
      bench.model.select(.mark(tick: 5, column: 0))
      bench.model.select(.extend(tick: 9))
      bench.sent = []
      bench.send(.tick)
      let request = try #require(
        bench.taken().compactMap { if case .readRange(let range) = $0 { range.request } else { nil } }.first)
      bench.receive(
        .range(
          RangeSummary(
            request: request, source: 0, rowCount: count, columns: [], histogramColumn: 0, low: 0, high: 1,
            counts: [])))
      #expect(bench.controls.contains(words))
      // In the drawer all of it is said.
      bench.send(.key(.drawer, isShifted: false))
      #expect(!bench.controls.contains(words) && bench.controls.contains("Rows marked"))
    }
  }

  @Test func whatIsComparedIsLeftWhereItCannotBe() {
    for (abilities, isCompared) in [
      (TableAbilities.Abilities.own, true), (.own.subtracting(.comparing), false),
    ] {
      var bench = Bench(remote: RemoteTests.abilities(lenses: 1 << UInt32(Lens.lttb.rawValue) | 1))
      bench.set(.chooseComparedLens, to: 2)
      #expect(bench.model.lenses.compared == .lttb)
      bench.receive(
        .abilities(RemoteTests.abilities(abilities, lenses: 1 << UInt32(Lens.lttb.rawValue) | 3)))
      #expect((bench.model.lenses.compared == .lttb) == isCompared)
    }
  }
}
