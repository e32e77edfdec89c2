import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction
import WaveWire

@testable import WaveData

@Suite struct TextLaneTests {
  static let words = ["sun", "rain", "fog"]

  static func summary(isCut: Bool = false) -> TextSummary {
    TextSummary(
      source: 0, column: 3, isCut: isCut, distinctCount: 1234, rowCount: 100_000, missingCount: 7000,
      top: zip(words, [50_000, 30_000, 50]).map { .init(text: Array($0.utf8), count: $1) })
  }

  /// Half sun below, a fifth rain, then nothing; in the right half fog alone, and no row at the end.
  static let shares: [UInt8] =
    Array(repeating: [128, 51, 0, 0, 0, 0, 0, 0, 76], count: 256).flatMap { $0 }
    + Array(repeating: [0, 0, 255, 0, 0, 0, 0, 0, 0], count: 255).flatMap { $0 }
    + [0, 0, 0, 0, 0, 0, 0, 0, 0]

  /// A bench whose lane of words is there and answered.
  static func bench(summary: TextSummary? = summary()) -> Bench {
    var bench = Bench()
    for case .show(let view) in bench.taken() {
      if let summary { bench.receive(.textSummary(summary)) }
      bench.receive(.textStrip(TextStrip(view: view.view, column: 3, rowCount: 100_000, shares: shares)))
      bench.receive(.viewDone(ViewDone(view: view.view)))
    }
    return bench
  }

  static func lane(_ bench: Bench) throws -> DataLane {
    try #require(bench.model.visibleLanes().first { $0.column == 3 })
  }

  /// What is said of all texts of a lane.
  private static func about(_ lane: DataLane, _ bench: Bench) -> [UInt8] {
    let picture = bench.model.lanesPicture
    return picture.aboutText(picture.textLane(lane).figures)
  }

  @Test func theServerReceivesWhichTextsAreSeen() throws {
    var bench = Bench()
    let sent = bench.taken()
    let texts = sent.compactMap { if case .showTexts(let texts) = $0 { texts } else { nil } }
    #expect(texts == [ShowTexts(source: 0, buckets: 512, columns: [3])])
    // Before the view, so that this has them.
    let place = sent.firstIndex { if case .showTexts = $0 { true } else { false } }
    let view = sent.firstIndex { if case .show = $0 { true } else { false } }
    #expect(try #require(place) < #require(view))
    // A new connection sends them again.
    bench.send(.connection(isOpen: false))
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 0)))
    #expect(bench.taken().contains { if case .showTexts = $0 { true } else { false } })
  }

  @Test func aStripThatComesWhenTheViewIsCompleteIsDrawn() throws {
    var bench = Bench()
    bench.answer()
    bench.receive(.textSummary(Self.summary()))
    bench.receive(
      .textStrip(TextStrip(view: bench.model.views.number, column: 3, rowCount: 1, shares: Self.shares)))
    #expect(bench.model.pictures.strip(of: 3)?.window == bench.model.window)
  }

  @Test func aLaneOfTextsIsNotPinnedScaledOrDrawnAsNumbers() throws {
    var bench = Self.bench()
    let lane = try Self.lane(bench)
    bench.model.arrange(.pin(3))
    #expect(bench.model.pinned == nil)
    bench.pinch(at: lane.y + lane.height * 0.8, by: 2)
    #expect(bench.model.columns[3].range == nil)
    bench.drag(from: (150, lane.y + 30), to: (150, bench.model.screen.lanesTop + 20))
    #expect(bench.model.pinned == nil)
    #expect(bench.model.lanes == [3, 0, 1, 2, 4])
    // The strip of the whole table is that of numbers.
    #expect(bench.model.overviewColumn == 0)
    #expect(!bench.taken().contains { if case .showLane(let lane) = $0 { lane.column == 3 } else { false } })
  }

  @Test func sharesAreDrawnFromBelowAndWhatIsMissingIsTheGround() throws {
    var bench = Self.bench()
    try bench.draw()
    let lane = try Self.lane(bench)
    let slot = try #require(bench.model.visibleLanes().firstIndex { $0.column == 3 })
    let strip = try #require(bench.scene.strips.first { $0.id == PlayerID.firstStrip + UInt32(slot) })
    let colors = (0..<8).compactMap { bench.model.theme.textColor($0) }
    #expect(Set(colors.map(\.rgba)).count == 8 && bench.model.theme.textColor(8) == nil)
    let (left, right) = (strip.columns[100], strip.columns[800])
    #expect(left.map(\.color) == [colors[0], colors[1]])
    #expect(right.map(\.color) == [colors[2]])
    let (bottom, top) = (right[0].span.bottom, right[0].span.top)
    let height = Float(bottom - top)
    #expect(Float(bottom) / 8 < lane.height && Float(top) / 8 > lane.height * 0.3)
    #expect(left[0].span.bottom == bottom && left[1].span.bottom == left[0].span.top)
    #expect((Float(bottom - left[0].span.top) - height * 128 / 255).magnitude <= 8)
    #expect((Float(left[1].span.top - top) - height * 76 / 255).magnitude <= 8)
    #expect(strip.columns[1169].isEmpty)
    // Scaled along x the picture that is there is stretched until another comes.
    let before = strip.columns.count { $0.map(\.color) == [colors[2]] }
    bench.send(.wheel(x: 1000, y: lane.y + 50, dx: 0, dy: -400, zoom: .horizontal))
    try bench.draw()
    let after = try #require(bench.scene.strips.first { $0.id == PlayerID.firstStrip + UInt32(slot) })
    #expect(after.columns.count { $0.map(\.color) == [colors[2]] } > before)
  }

  @Test func theLaneDescribesItsContents() throws {
    var bench = Self.bench()
    try bench.draw()
    let texts = bench.scene.texts
    for text in ["words", "1,234 texts · 7,000 missing", "sun 50 %", "rain 30 %", "fog < 0.1 %"] {
      #expect(texts.contains(text), "\(text)")
    }
    // Where there is no room for a line no legend stands in the way.
    let lane = try Self.lane(bench)
    let low = DataLane(column: lane.column, y: lane.y, height: 100, isPinned: false)
    #expect(bench.model.lanesPicture.textLane(low).legend.isEmpty)
    let about = Self.about(lane, bench)
    bench.receive(.textSummary(Self.summary(isCut: true)))
    #expect(Self.about(lane, bench) == Array("more than ".utf8) + about)
    #expect(Texts.percent(50, of: 100_000) == Array("< 0.1 %".utf8))
    #expect(Texts.percent(9_949, of: 100_000) == Array("9.9 %".utf8))
    #expect(Texts.percent(9_960, of: 100_000) == Array("10 %".utf8))
  }

  @Test func textsThatHaveNotBeenReadSaySo() throws {
    var bench = Bench()
    bench.receive(.progress(TableWork(source: 0, stage: .texts, done: 20_000, total: 100_000)))
    try bench.draw()
    #expect(bench.scene.texts.contains("not read yet"))
    let action = String(decoding: bench.model.controls.bytes, as: UTF8.self)
    #expect(action.contains("Reading texts 20 %"))
    bench.receive(.progress(TableWork(source: 0, stage: .texts, done: 100_000, total: 100_000)))
    bench.answer()
    try bench.draw()
    #expect(bench.scene.texts.contains("not read"))
  }

  @Test func aTapOnTheLegendAndThenOnTheChoiceKeepsRows() throws {
    var bench = Self.bench()
    let lane = try Self.lane(bench)
    let entry = try #require(bench.model.lanesPicture.textLane(lane).legend.first { $0.name == 1 })
    bench.tap(entry.rect.x + 20, entry.rect.y + entry.rect.height / 2)
    #expect(bench.model.selection.text == PickedText(column: 3, name: 1))
    try bench.draw()
    #expect(bench.scene.texts.contains("Keep only rain") && bench.scene.texts.contains("Leave out rain"))
    let choice = try #require(bench.model.lanesPicture.textLane(lane).buttons.first { !$0.isKept })
    bench.sent = []
    bench.tap(choice.rect.x + 10, choice.rect.y + choice.rect.height / 2)
    let wanted = SetFilter.Kind.texts(column: 3, .value(Array("rain".utf8)), isKept: false)
    let filters = bench.taken().compactMap { if case .setFilter(let filter) = $0 { filter } else { nil } }
    #expect(filters == [SetFilter(source: 0, filter: 1, kind: wanted)])
    #expect(
      bench.model.selection.text == nil
        && bench.model.filters.kept.map(\.text) == [Array("words: without rain".utf8)]
    )
    // A new connection sends it again.
    bench.send(.connection(isOpen: false))
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 0)))
    #expect(bench.taken().contains(.setFilter(SetFilter(source: 0, filter: 1, kind: wanted))))
    bench.set(.removeFilter(1))
    #expect(bench.taken().contains(.setFilter(SetFilter(source: 0, filter: 1, kind: .none))))
  }

  @Test func aTapOnAColorPicksItAndReadsTheRow() throws {
    var bench = Self.bench()
    let lane = try Self.lane(bench)
    bench.sent = []
    // Sun is below at the left; fog is all there is at the right; what is missing is on top.
    bench.tap(200, lane.y + lane.height - 30)
    #expect(bench.model.selection.text?.name == 0)
    #expect(bench.taken().contains { if case .readRow = $0 { true } else { false } })
    bench.model.select(.pick(nil))
    bench.tap(900, lane.y + lane.height - 30)
    #expect(bench.model.selection.text?.name == 2)
    bench.model.select(.pick(nil))
    bench.tap(1169, lane.y + lane.height - 30)
    #expect(bench.model.selection.text == nil)
    let top = try #require(bench.model.lanesPicture.textLane(lane).legend.last).rect
    bench.tap(500, top.y + top.height + 14)
    #expect(bench.model.selection.text?.name == TextStrip.missing)
    bench.model.keepPicked(true)
    #expect(bench.model.filters.kept.last?.kind == .texts(column: 3, .missing, isKept: true))
    bench.send(.key(.escape, isShifted: false))
  }

  @Test func theRowsOwnTextCanBeKept() throws {
    var bench = Self.bench()
    let lane = try Self.lane(bench)
    bench.sent = []
    bench.drag(from: (300, lane.y + lane.height - 30), to: (500, lane.y + lane.height - 30))
    let question = try #require(
      bench.taken().compactMap { if case .readRow(let question) = $0 { question } else { nil } }.first)
    let long = Array(String(repeating: "ä", count: 110).utf8)
    bench.receive(
      .row(
        TableCells(
          request: question.request, source: 0, key: 77, tick: 30_000, first: 0,
          cells: [.integer(1), .real(2.5), .null, .text(long), .integer(7)])))
    try bench.draw()
    #expect(bench.scene.texts.contains { $0.hasPrefix("ääää") && $0.hasSuffix("…") })
    bench.send(.key(.drawer, isShifted: false))
    #expect(
      String(decoding: bench.model.controls.bytes, as: UTF8.self).contains("Leave out rows with words ää"))
    bench.sent = []
    bench.set(.filterTexts(isKept: false))
    #expect(
      bench.model.filters.kept.last?.kind == .texts(column: 3, .value(Array(long[..<200])), isKept: false))
  }
}
