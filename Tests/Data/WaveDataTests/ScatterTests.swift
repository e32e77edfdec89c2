import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct ScatterTests {
  private func shown() throws -> (bench: Bench, sent: ShowScatter) {
    var bench = Bench()
    bench.answer()
    bench.sent = []
    bench.set(.scatter(.toggle))
    let sent = try #require(asked(&bench))
    return (bench, sent)
  }

  private func asked(_ bench: inout Bench) -> ShowScatter? {
    bench.taken().compactMap { if case .showScatter(let sent) = $0 { sent } else { nil } }.last
  }

  /// Rows in one cell, and in no other.
  private func grid(_ sent: ShowScatter, count: UInt32 = 37, atColumn column: Int, row: Int) -> [ScatterPart]
  {
    var counts = [UInt32](repeating: 0, count: Int(sent.columns) * Int(sent.rows))
    counts[row * Int(sent.columns) + column] = count
    return ScatterPart.parts(
      of: ScatterPart(
        request: sent.request, source: 0, columns: sent.columns, rows: sent.rows, first: 0,
        insideCount: UInt64(count), outsideCount: 5, missingCount: 6, correlation: 0.25, counts: counts))
  }

  @Test func theServerIsAskedForCellsOfTwoPoints() throws {
    let (bench, sent) = try shown()
    #expect(sent.x == 0 && sent.y == 1 && sent.columns == 195)
    #expect(Int(sent.rows) == Int((bench.model.screen.scatterRect.height / 6).rounded()))
    #expect(sent.xLow < sent.xHigh && sent.yLow < sent.yHigh)
  }

  @Test func aFingerReadsHowManyRowsLieThere() throws {
    var (bench, sent) = try shown()
    let rect = bench.model.screen.scatterRect
    for part in grid(sent, atColumn: 97, row: 100) { bench.receive(.scatter(part)) }
    bench.tap(rect.width * 97.5 / 195, rect.y + rect.height * 100.5 / Float(sent.rows))
    try bench.draw()
    #expect(bench.scene.texts.contains("37 rows"))
    #expect(bench.scene.texts.contains("r 0.250 \u{00B7} 5 outside \u{00B7} 6 missing"))
    bench.tap(rect.width * 20 / 195, rect.y + rect.height * 200.5 / Float(sent.rows))
    try bench.draw()
    #expect(bench.scene.texts.contains("0 rows"))
    // A finger near a lit cell means that one.
    bench.tap(rect.width * 101.5 / 195, rect.y + rect.height * 97.5 / Float(sent.rows))
    try bench.draw()
    #expect(bench.scene.texts.contains("37 rows"))
    // The player has the grid: one cell is lit, the others have nothing.
    let field = try #require(bench.scene.fields.first)
    #expect(field.values.count { $0 != FieldPainter.gap } == 1)
    #expect(field.values[100 * 195 + 97] == ScatterPicture.logarithm(37))
  }

  @Test func countsOfAnySizeAreShown() throws {
    var (bench, sent) = try shown()
    for var part in grid(sent, atColumn: 97, row: 100) {
      (part.insideCount, part.outsideCount, part.missingCount) = (.max, .max, .max)
      bench.receive(.scatter(part))
    }
    try bench.draw()
    #expect(bench.controls.contains("9,223,372,036,854,775,807"))
  }

  @Test func oneGridIsOnItsWayAtATimeAndTheNewestFollows() throws {
    var (bench, sent) = try shown()
    for _ in 0..<3 { bench.send(.key(.zoomIn, isShifted: false)) }
    #expect(asked(&bench) == nil)
    for part in grid(sent, atColumn: 0, row: 0) { bench.receive(.scatter(part)) }
    let next = try #require(asked(&bench))
    #expect(
      ((next.xHigh - next.xLow) * 3.375 - (sent.xHigh - sent.xLow)).magnitude < 1e-6 * sent.xHigh.magnitude)
    #expect(next.request != sent.request)
    // An answer to the older question changes nothing now.
    let kept = bench.model.scatter?.grid?.asked
    for part in grid(sent, count: 1, atColumn: 0, row: 0) { bench.receive(.scatter(part)) }
    #expect(bench.model.scatter?.grid?.asked == kept)
    // Unanswered, it is given up for a newer one after a while.
    bench.send(.key(.zoomIn, isShifted: false))
    #expect(asked(&bench) == nil)
    bench.pass(Question.patienceMicroseconds)
    #expect(asked(&bench) != nil)
  }

  @Test func markedValuesAreKeptOfBothColumns() throws {
    var (bench, sent) = try shown()
    for part in grid(sent, atColumn: 0, row: 0) { bench.receive(.scatter(part)) }
    let rect = bench.model.screen.scatterRect
    bench.touch(.began, 300, rect.y + 300)
    bench.pass(600_000)
    bench.touch(.moved, 600, rect.y + 700)
    bench.touch(.ended, 600, rect.y + 700)
    bench.sent = []
    bench.set(.scatter(.keepBox))
    let filters = bench.taken().compactMap {
      if case .setFilter(let filter) = $0 { filter.kind } else { nil }
    }
    try #require(filters.count == 2)
    guard case .values(0, let low, let high) = filters[0], case .values(1, _, _) = filters[1] else {
      Issue.record("\(filters)")
      return
    }
    let span = sent.xHigh - sent.xLow
    #expect((low - (sent.xLow + span * 300 / 1170)).magnitude < 1e-5 * span)
    #expect((high - (sent.xLow + span * 600 / 1170)).magnitude < 1e-5 * span)
    #expect(bench.model.filters.kept.count == 2 && bench.model.scatter?.box == nil)
  }

  @Test func theServerIsNotifiedWhenTheScatterPlotCloses() throws {
    var (bench, _) = try shown()
    bench.send(.key(.escape, isShifted: false))
    #expect(asked(&bench)?.columns == 0 && bench.model.scatter == nil)
  }

  @Test func partsThatDoNotFollowAreNotTaken() throws {
    var (bench, sent) = try shown()
    var part = grid(sent, atColumn: 0, row: 0)[0]
    part.first = 7
    bench.receive(.scatter(part))
    part.first = 0
    part.columns = 3
    bench.receive(.scatter(part))
    #expect(bench.model.scatter?.grid == nil)
  }

  @Test func logarithmsNeverFall() {
    #expect(
      ScatterPicture.logarithm(1) == 0 && ScatterPicture.logarithm(2) == 256
        && ScatterPicture.logarithm(3) == 384)
    #expect(ScatterPicture.logarithm(.max) == 31 * 256 + 255)
    let all = (1...70_000 as ClosedRange<UInt32>).map(ScatterPicture.logarithm)
    let neverFalls = zip(all, all.dropFirst()).allSatisfy { $0 <= $1 }
    #expect(neverFalls)
  }
}
