import Testing
import WaveDataWire
import WaveWire

@testable import WaveData
@testable import WaveInteraction

/// Rows that are marked, shown and saved.
@Suite struct DataModelRowsTests {
  @Test func holdingAndDraggingMarksRowsAndOneQuestionIsOnItsWay() throws {
    var bench = Bench()
    bench.answer()
    let y = bench.model.visibleLanes()[1].y + 150
    bench.touch(.began, 300, y)
    bench.pass(600_000)
    // A chip that takes another line meanwhile does not take the rows from under a finger.
    bench.send(.resize(width: 1170, height: 2532, scale: 3, headPoints: 74))
    for x in stride(from: Float(310), through: 900, by: 10) { bench.touch(.moved, x, y) }
    bench.touch(.ended, 900, y)
    let asked = bench.taken().compactMap { if case .readRange(let range) = $0 { range } else { nil } }
    #expect(asked.count == 1)
    let request = try #require(asked.first?.request)
    func summary(_ request: UInt16) -> DataMessage {
      .range(
        RangeSummary(
          request: request, source: 0, rowCount: 51_282,
          columns: [.init(column: 1, missing: 2, minimum: 1, maximum: 4, mean: 2.5, deviation: 0.5)],
          histogramColumn: 1, low: 1, high: 4, counts: [1, 5, 2]))
    }
    bench.receive(summary(request))
    let next = bench.taken().compactMap { if case .readRange(let range) = $0 { range } else { nil } }
    #expect(next.map(\.from) == [25_641] && next.map(\.until) == [76_923])
    bench.receive(summary(try #require(next.first?.request)))
    try bench.draw()
    #expect(bench.scene.texts.contains("1 … 4 · mean 2.5 ± 0.5 · 2 missing"))
    bench.set(.keepRange)
    #expect(
      bench.taken().contains(
        .setFilter(SetFilter(source: 0, filter: 1, kind: .ticks(from: 25_641, until: 76_923)))))
    #expect(bench.model.filters.kept.count == 1 && bench.model.selection.range == nil)
    bench.set(.removeFilter(1))
    #expect(bench.taken().contains(.setFilter(SetFilter(source: 0, filter: 1, kind: .none))))
  }

  @Test func rowsAreShownAroundTheOneThatIsReadAndMoreAreFetchedWhereTheyAreSeen() throws {
    var bench = Bench()
    bench.answer()
    bench.sent = []
    bench.set(.toggleRows)
    func asked() -> ReadRows? {
      bench.taken().compactMap { if case .readRows(let rows) = $0 { rows } else { nil } }.last
    }
    func give(_ first: UInt64, _ request: UInt16) {
      bench.receive(
        .rows(TableRows(request: request, source: 0, first: first, count: 100, place: 50, total: 100_000)))
      for row in first..<first + 100 {
        bench.receive(
          .row(
            TableCells(
              request: request, source: 0, key: Int64(row), tick: Int64(row), first: 0,
              cells: [.integer(1), .real(0.5), .null, .text(Array("w".utf8)), .integer(7)])))
      }
    }
    let first = try #require(asked())
    #expect(first.isTick && first.count == 100)
    give(0, first.request)
    try bench.draw()
    #expect(bench.scene.texts.contains("50") && bench.scene.texts.contains("NULL"))
    bench.drag(from: (500, 2000), to: (500, 400))
    bench.drag(from: (500, 2000), to: (500, 400))
    let second = try #require(asked())
    #expect(!second.isTick && second.start > 0)
    give(UInt64(second.start), second.request)
    try bench.draw()
    bench.send(.key(.escape, isShifted: false))
    #expect(bench.model.page == nil)
  }

  @Test(arguments: [0, 1 << 61, 1 << 63, .max - 1, .max] as [UInt64], [0, .max] as [UInt64])
  func rowsOfAnyPlaceAreShown(place: UInt64, first: UInt64) throws {
    var bench = Bench()
    bench.answer()
    bench.sent = []
    bench.set(.toggleRows)
    for _ in 0..<3 {
      let asked = bench.taken().compactMap { if case .readRows(let rows) = $0 { rows } else { nil } }.last
      guard let asked else { break }
      var bytes: [UInt8] = []
      DataMessage.readRows(asked).encodeFromClient(into: &bytes)
      var reader = DataMessageReader(limit: WireLimits.clientMessageBytes)
      #expect(try reader.nextFromClient(in: bytes.span.bytes) == .readRows(asked))
      bench.receive(
        .rows(
          TableRows(request: asked.request, source: 0, first: first, count: 2, place: place, total: .max)))
      for tick in [Int64.min, .max] {
        bench.receive(
          .row(
            TableCells(
              request: asked.request, source: 0, key: tick, tick: tick, first: 0, cells: [.integer(tick)])))
      }
      try bench.draw()
      bench.drag(from: (500, 2000), to: (500, 400))
      try bench.draw()
      bench.pass(Question.patienceMicroseconds)
    }
    #expect(bench.model.page != nil)
  }

  @Test func partsOfATextAreKeptInTheirOrderAndStoppedAtOnce() {
    var bench = Bench()
    bench.answer()
    bench.sent = []
    bench.set(.exportRows)
    let request = bench.taken().compactMap { if case .exportRows(let rows) = $0 { rows } else { nil } }.last
    #expect(request?.from == 0 && request?.until == 100_000)
    func part(_ isLast: Bool) -> [DataModel.Effect] {
      bench.model.receive(
        .exportPart(
          ExportPart(request: request?.request ?? 0, isLast: isLast, done: 5, total: 10, bytes: [65])),
        at: bench.now)
    }
    #expect(part(false).contains(.own(.save([65], isLast: false))))
    // Work on the table is stopped by a control of its own.
    bench.receive(.progress(TableWork(source: 0, stage: .ordering, done: 1, total: 10)))
    _ = bench.model.perform(.stop, .set(0), at: bench.now)
    #expect(bench.model.export != nil)
    let stopped = bench.model.perform(.stopExport, .set(0), at: bench.now)
    #expect(stopped.contains(.own(.forget)) && bench.model.export == nil)
    #expect(!part(true).contains(.own(.save([65], isLast: true))))
  }
}
