import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

/// A table whose reading ended early says so, and offers to resume.
@Suite struct PartialTests {
  private static func table(
    _ flags: TableDescription.Flags, rowCount: UInt64 = 524_288, source: UInt16 = 0
  ) -> DataMessage {
    .table(
      TableDescription(
        source: source, flags: flags, rowCount: rowCount, columnCount: 5, name: Array("t".utf8), detail: []))
  }

  private static func sent(_ bench: inout Bench) -> [ReadTable] {
    bench.taken().compactMap { if case .readTable(let request) = $0 { request } else { nil } }
  }

  @Test func whatWasStoppedIsPartialInTheChipAndTheList() {
    var bench = Bench()
    bench.answer()
    bench.receive(Self.table(.partial))
    #expect(bench.controls.contains("partial"))
    bench.receive(Self.table(.complete, source: 1))
    bench.send(.press(.handle))
    #expect(bench.controls.contains("t (partial)"))
    #expect(bench.controls.contains("Resume reading"))
    #expect(bench.controls.contains("Discard what has been read"))
    bench.set(.discardRows)
    bench.set(.readTable)
    #expect(
      Self.sent(&bench) == [ReadTable(source: 0, isDiscarded: true), ReadTable(source: 0)])
    // While it is read the button at the foot says so, and nothing is offered.
    bench.receive(Self.table([]))
    #expect(!bench.controls.contains("partial") && !bench.controls.contains("Resume"))
    bench.receive(Self.table(.complete))
    bench.set(.readTable)
    #expect(!bench.controls.contains("partial") && Self.sent(&bench).isEmpty)
  }

  @Test func whatWasDiscardedIsDrawnNoMore() throws {
    var bench = Bench()
    bench.answer()
    try bench.draw()
    let isLit = { (bench: Bench) in
      bench.scene.strips.filter { $0.id == PlayerID.firstStrip }.contains { strip in
        strip.columns.contains { !$0.isEmpty }
      }
    }
    #expect(isLit(bench))
    // Fewer rows, as an estimate may become, are no rows that are gone.
    bench.receive(Self.table(.complete, rowCount: 90_000))
    try bench.draw()
    #expect(isLit(bench))
    bench.receive(Self.table(.partial, rowCount: 0))
    try bench.draw()
    #expect(!isLit(bench))
  }

  @Test func missingTextsAreNotMissingRows() {
    var bench = Bench()
    bench.receive(Self.table([.complete, .partial]))
    bench.send(.press(.handle))
    #expect(bench.controls.contains("texts not read") && bench.controls.contains("Resume reading"))
    #expect(!bench.controls.contains("Discard") && !bench.controls.contains("(partial)"))
  }

  @Test func aTableThatNobodyHasWantedIsReadWhenItIsChosen() {
    var bench = Bench()
    bench.receive(Self.table(.partial, rowCount: 0, source: 1))
    bench.send(.press(.handle))
    #expect(bench.controls.contains("t (not read)"))
    bench.sent = []
    bench.set(.chooseTable, to: 1)
    #expect(Self.sent(&bench) == [ReadTable(source: 1)])
    #expect(bench.controls.contains("Not read"))
  }
}
