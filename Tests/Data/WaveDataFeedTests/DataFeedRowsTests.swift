import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveWire

/// Rows, ranges, filters, texts and exports of a feed.
@Suite struct DataFeedRowsTests {
  private static func row(_ request: UInt16, column: UInt16 = WireLimits.noColumn, tick: Int64 = 40)
    -> DataFeed.Input
  {
    .read(.row(ReadRow(request: request, source: 7, tick: tick, column: column)))
  }

  private static func page(_ request: UInt16, isTick: Bool = true) -> DataFeed.Input {
    .read(.page(ReadRows(request: request, source: 7, isTick: isTick, start: 4, count: 3)))
  }

  private static func range(_ request: UInt16, column: UInt16 = 2) -> DataFeed.Input {
    .read(.range(ReadRange(request: request, source: 7, column: column, from: 3, until: 9)))
  }

  private static func filter(_ number: UInt8, _ kind: SetFilter.Kind) -> DataFeed.Input {
    .filter(SetFilter(source: 7, filter: number, kind: kind))
  }

  private func script(_ traits: SourceTraits) -> FeedScript {
    var script = FeedScript(traits)
    script.send(.show(makeView(1)))
    script.answerAll()
    script.read()
    return script
  }

  @Test func newestRequestOfEachKindIsAnswered() {
    var local = script(.local)
    #expect(local.send(Self.row(1)) == ["row"])
    // A row is read so quickly that the newest waits for it.
    #expect(local.send(Self.row(2), Self.row(3)).isEmpty)
    #expect(local.answer("row") == ["row"])
    local.answer("row")
    #expect(local.read() == ["row 1", "row 3"])
    local.send(Self.page(4))
    let old = local.open[0]
    #expect(local.send(Self.page(5)) == ["page"])
    #expect(!local.feed.isWanted(old.number))
    local.feed.receive(FeedScript.answer(old.kind), to: old.number, at: local.now)
    local.answer("page")
    #expect(local.read() == ["rows 5", "row 5"])

    var engine = script(.engine)
    #expect(engine.send(Self.row(1), Self.range(2), Self.page(3)) == ["row", "page", "range"])
    #expect(engine.send(Self.row(4), Self.range(5), Self.page(6)) == ["row", "page", "range"])
    #expect(engine.open.count == 3)
    engine.answerAll()
    #expect(engine.read() == ["row 4", "rows 6", "row 6", "range 5"])
  }

  @Test func answersComeOnce() {
    var script = script(.local)
    script.send(Self.row(1))
    let question = script.open[0]
    script.answer("row")
    script.feed.receive(FeedScript.answer(question.kind), to: question.number, at: script.now)
    script.feed.receive(FeedScript.answer(question.kind), to: question.number + 5, at: script.now)
    #expect(script.read() == ["row 1"])
  }

  @Test func requestsWaitForAView() {
    var script = FeedScript(.local)
    #expect(script.send(Self.row(1), Self.page(2), Self.range(3), Self.row(4)).isEmpty)
    script.send(.show(makeView(1)))
    #expect(script.answerAll() == ["row", "page", "axis rows", "range"])
    #expect(script.read() == ["row 4", "rows 2", "row 2", "axis 1000", "done 1", "range 3"])
  }

  @Test func questionsAboutRowsNameTheirPlace() {
    var script = script(.engine)
    script.send(Self.page(1), Self.range(2, column: 9))
    script.send(.show(makeView(2, .values, column: 1)))
    #expect(script.kind("page") == .rows(.tick(4), count: 3, .rows, []))
    #expect(
      script.kind("range")
        == .range(
          [1, 2], ColumnWindow(order: .rows, from: 3, until: 9, pixels: 1), histogramOf: nil, bins: 48,
          texts: [], []))
    script.send(Self.page(1, isTick: false), Self.range(2))
    #expect(script.kind("page") == .rows(.place(4), count: 3, .values(1), []))
    #expect(
      script.kind("range")
        == .range(
          [1, 2], ColumnWindow(order: .values(1), from: 3, until: 9, pixels: 1), histogramOf: 2, bins: 48,
          texts: [], []))
  }

  @Test func rowIsThatOfTheDrawnPoint() {
    func points(_ places: [Int]) -> Answer {
      let chosen = [(10, 1.0), (30, Double.nan), (50, 2)].map { LensPoint(row: $0.0, value: $0.1) }
      return .picture(
        makePicture(1, pixels: 10), points: [ColumnPoints(points: chosen, isDrawn: true, places: places)])
    }
    var lane = makeLane(1)
    lane.lens = Lens.lttb.rawValue
    var script = FeedScript()
    script.send(.lane(lane), .show(makeView(1)))
    let window = ColumnWindow(makeView(1))
    // While nothing is drawn, any drawn value of the column is a candidate.
    script.send(Self.row(1, column: 1))
    script.answer("axis")
    #expect(script.kind("row") == .row(.tick(40), pointOf: 1, window, []))
    script.answer("row")
    #expect(
      script.kind("picture")
        == .picture([LaneRequest(column: 1, lens: ColumnLens(.lttb, threshold: 3))], window, []))
    script.answer("picture", points([4, 5, 6]))
    script.send(Self.row(2, column: 1))
    #expect(script.kind("row") == .row(.place(6), pointOf: nil, window, []))
    script.answer("row")
    script.send(Self.row(3, column: 1, tick: 29))
    #expect(script.kind("row") == .row(.place(4), pointOf: nil, window, []))
    script.answer("row")
    // Columns without a lane, and requests without a column, have no point.
    for column in [2, WireLimits.noColumn] {
      script.send(Self.row(3, column: column))
      #expect(script.kind("row") == .row(.tick(40), pointOf: nil, window, []))
      script.answer("row")
    }
    // Without places the tick is asked for; another view forgets the points.
    script.send(.show(makeView(1)))
    script.answer("picture", points([]))
    script.send(Self.row(3, column: 1))
    #expect(script.kind("row") == .row(.tick(50), pointOf: nil, window, []))
    script.answer("row")
    script.feed.receive(.show(makeView(1)), at: script.now)
    script.send(Self.row(3, column: 1))
    #expect(script.kind("row") == .row(.tick(40), pointOf: 1, window, []))
  }

  @Test func vanishedRowIsExplained() {
    var script = script(.local)
    script.send(Self.row(1))
    script.answer("row", .row(nil))
    #expect(script.read() == ["warning: The row is no longer in the table: reopen the table."])
    script.send(Self.row(1))
    script.answer("row", .nothing)
    #expect(script.read().isEmpty)
  }

  @Test func rangeAsksForTextsFirst() {
    var script = script(.local)
    script.send(.texts(ShowTexts(source: 7, buckets: 4, columns: [3, 4])))
    #expect(script.send(Self.range(1)) == ["texts 3"])
    #expect(script.answer("texts", .nothing) == ["texts 4"])
    #expect(script.answer("texts") == ["range"])
    guard case .range(_, _, _, _, let requests, _)? = script.kind("range") else {
      return #expect(Bool(false))
    }
    #expect(requests == [TextRequest(column: 4, top: [[65]])])
  }

  @Test func strips() {
    var script = FeedScript()
    script.send(.texts(ShowTexts(source: 7, buckets: 4, columns: [3, 4])), .show(makeView(1)))
    script.answer("axis")
    #expect(script.answer("texts", .nothing) == ["texts 4"])
    #expect(script.answer("texts") == ["strip 4"])
    #expect(
      script.kind("strip")
        == .strip(TextRequest(column: 4, top: [[65]]), ColumnWindow(makeView(1), pixels: 4), []))
    script.answer("strip")
    #expect(script.read() == ["axis 1000", "summary 4", "strip 4", "done 1"])
    // The texts are sent once.
    script.send(.show(makeView(2)))
    script.answerAll()
    #expect(script.read() == ["strip 4", "done 2"])
    script.send(.texts(ShowTexts(source: 7, buckets: 0, columns: [4])), .show(makeView(3)))
    #expect(script.read() == ["done 3"])
  }

  @Test func filtersBelongToTheOrderOfTheirArrival() {
    var script = script(.local)
    script.send(Self.filter(2, .ticks(from: 1, until: 5)))
    #expect(script.openNames == ["axis rows"])
    script.answerAll()
    // Nothing but the pictures is sent again.
    #expect(script.read().isEmpty)
    script.send(.show(makeView(2, .ranks, column: 1)), Self.filter(1, .ticks(from: 2, until: 3)))
    let rows = ColumnFilter.ticks(.rows, from: 1, until: 5, among: [])
    let both: [ColumnFilter] = [.ticks(.ranks(1), from: 2, until: 3, among: [rows]), rows]
    #expect(script.kind("axis") == .axis(.ranks(1), both))
    script.answerAll()
    let kinds: [(SetFilter.Kind, ColumnFilter)] = [
      (.values(column: 1, low: 2, high: 3), .values(column: 1, low: 2, high: 3)),
      (.texts(column: 3, .value([65]), isKept: true), .text(column: 3, text: [65], isKept: true)),
      (.texts(column: 3, .missing, isKept: false), .text(column: 3, text: nil, isKept: false)),
    ]
    for (kind, filter) in kinds {
      script.send(Self.filter(1, .none), Self.filter(2, kind))
      #expect(script.kind("axis") == .axis(.ranks(1), [filter]))
    }
  }

  @Test func aPartOfAnOrderStaysWhatItWas() {
    var script = script(.local)
    script.answerAll()
    let low = ColumnFilter.values(column: 1, low: 2, high: 3)
    let others = ColumnFilter.others(column: 3, than: [[65]], isKept: true)
    script.send(
      .show(makeView(2, .ranks, column: 1)), Self.filter(1, .values(column: 1, low: 2, high: 3)),
      Self.filter(2, .texts(column: 3, .others, isKept: true)))
    script.answer("texts")
    let first = ColumnFilter.ticks(.ranks(1), from: 10, until: 40, among: [low, others])
    script.send(Self.filter(3, .ticks(from: 10, until: 40)))
    #expect(script.kind("axis") == .axis(.ranks(1), [low, others, first]))
    // The filters that the part was chosen under can go.
    script.send(Self.filter(1, .none), Self.filter(2, .none))
    #expect(script.kind("axis") == .axis(.ranks(1), [first]))
    // Each further part names only the one before it and what came after that.
    script.send(Self.filter(1, .values(column: 1, low: 2, high: 2)))
    script.send(Self.filter(4, .ticks(from: 1, until: 9)))
    let few = ColumnFilter.values(column: 1, low: 2, high: 2)
    let second = ColumnFilter.ticks(.ranks(1), from: 1, until: 9, among: [few, first])
    #expect(script.kind("axis") == .axis(.ranks(1), [few, first, second]))
    script.send(Self.filter(5, .ticks(from: 0, until: 4)))
    let third = ColumnFilter.ticks(.ranks(1), from: 0, until: 4, among: [second])
    #expect(script.kind("axis") == .axis(.ranks(1), [few, first, second, third]))
    // Values do not depend on which rows are kept.
    script.send(.show(makeView(3, .values, column: 2)), Self.filter(3, .none), Self.filter(4, .none))
    script.send(Self.filter(5, .none), Self.filter(6, .ticks(from: 7, until: 8)))
    let time = ColumnFilter.ticks(.values(2), from: 7, until: 8, among: [])
    #expect(script.kind("axis") == .axis(.values(2), [few, time]))
  }

  @Test func partsWithinPartsHaveALimit() {
    var script = script(.local)
    script.answerAll()
    for _ in 0..<16 { script.send(Self.filter(1, .ticks(from: 0, until: 5))) }
    script.answerAll()
    script.read()
    script.send(Self.filter(1, .ticks(from: 0, until: 5)))
    #expect(script.openNames.isEmpty)
    let notice = "The filter was not added: filters nest at most 16 deep. Remove all filters."
    #expect(script.read() == ["failure: \(notice)"])
    script.send(Self.filter(1, .none), Self.filter(1, .ticks(from: 0, until: 5)))
    #expect(script.kind("axis") == .axis(.rows, [.ticks(.rows, from: 0, until: 5, among: [])]))
  }

  @Test func filterOfOtherTextsAsksForTheMostFrequent() {
    var script = script(.engine)
    #expect(script.send(Self.filter(1, .texts(column: 3, .others, isKept: true))) == ["texts 3"])
    #expect(script.send(Self.row(1)).isEmpty)
    #expect(script.answer("texts") == ["row", "axis rows"])
    let filter = ColumnFilter.others(column: 3, than: [[65]], isKept: true)
    #expect(script.kind("axis") == .axis(.rows, [filter]))
    #expect(script.kind("row") == .row(.tick(40), pointOf: nil, ColumnWindow(makeView(1)), [filter]))
    // If there are none, they are not asked for again.
    var local = self.script(.local)
    local.send(Self.filter(1, .texts(column: 3, .others, isKept: false)))
    #expect(local.answer("texts", .nothing) == ["axis rows"])
    #expect(local.kind("axis") == .axis(.rows, [.others(column: 3, than: [], isKept: false)]))
  }

  @Test func exportGoesOnWhenTheClientHasEverything() {
    var script = script(.local)
    let export = ExportRows(request: 4, source: 7, from: 3, until: 9)
    let window = ColumnWindow(order: .rows, from: 3, until: 9, pixels: 1)
    #expect(script.send(.export(export)) == ["lines"])
    #expect(script.kind("lines") == .lines(from: nil, window, []))
    // Filters and orders that come later do not change it.
    script.send(Self.filter(1, .ticks(from: 1, until: 2)), .show(makeView(2, .ranks, column: 1)))
    let header = ExportLines(bytes: [65], rowCount: 0, total: 2, cutCount: 0, next: .place(3))
    script.answer("lines", .lines(header))
    script.answerAll()
    script.read()
    #expect(script.kind("lines") == .lines(from: .place(3), window, []))
    let many = [UInt8](repeating: 66, count: WireLimits.exportBytes * 2)
    let lines = ExportLines(bytes: many, rowCount: 2, total: 2, cutCount: 3, next: nil)
    script.answer("lines", .lines(lines))
    #expect(script.openNames.isEmpty)
    #expect(script.read() == ["part"])
    #expect(script.read() == ["part"])
    let notice =
      "3 cells were longer than 4096 bytes, or were not text, and are cut or empty in the file."
    #expect(script.read() == ["last part", "information: \(notice)"])
    #expect(!script.feed.hasAnswers && script.begin().isEmpty)
  }

  @Test func exportWaitsForUnreadAnswers() {
    var script = script(.engine)
    script.send(Self.row(1))
    script.answer("row")
    #expect(script.send(.export(ExportRows(request: 4, source: 7, from: 3, until: 9))).isEmpty)
    #expect(script.read() == ["row 1"])
    #expect(script.openNames == ["lines"])
    script.send(Self.row(2))
    script.answer("row")
    script.answer("lines")
    #expect(script.read() == ["row 2"])
    #expect(script.read() == ["last part"])
  }

  @Test func newerExportReplacesTheOlderOne() {
    var script = script(.local)
    script.send(.export(ExportRows(request: 4, source: 7, from: 3, until: 9)))
    let old = script.open[0].number
    #expect(script.send(.export(ExportRows(request: 5, source: 7, from: 3, until: 9))) == ["lines"])
    #expect(!script.feed.isWanted(old))
    script.send(.export(ExportRows(request: 6, source: 7, from: 3, until: 3)))
    #expect(script.openNames.isEmpty)
    var early = FeedScript()
    early.send(.export(ExportRows(request: 4, source: 7, from: 3, until: 9)), .show(makeView(1)))
    #expect(early.answerAll() == ["axis rows"])
  }

  @Test func exportBeforeTheTableIsOpenWaits() {
    var script = FeedScript(.engine, makeTable(isOpen: false))
    script.send(.show(makeView(1)), .export(ExportRows(request: 4, source: 7, from: 3, until: 9)))
    script.read()
    script.send(.table(makeTable(), isRedrawn: true))
    #expect(script.openNames == ["axis rows", "lines"])
  }

  @Test func newerRequestInterruptsALocalTable() {
    var script = script(.local)
    script.send(Self.range(1))
    #expect(script.send(Self.range(2)) == ["range"])
    script.answerAll()
    #expect(script.read() == ["range 2"])
    script.send(.scatter(makeScatter(3)))
    #expect(script.send(.scatter(makeScatter(4))) == ["density"])
    #expect(script.send(.scatter(makeScatter(5, columns: 0))) == [])
    #expect(script.openNames.isEmpty)
  }

  @Test func rangeHasAsManyColumnsAsAMessage() {
    var table = makeTable()
    table.drawn = Array(0..<300)
    var script = FeedScript(.engine, table)
    script.send(.show(makeView(1)), Self.range(1))
    guard case .range(let columns, _, _, _, _, _)? = script.kind("range") else { return #expect(Bool(false)) }
    #expect(columns == Array(0..<200))
  }

  @Test func stoppedExportHasNoFurtherPart() {
    var script = script(.local)
    script.send(.export(ExportRows(request: 4, source: 7, from: 3, until: 9)))
    let many = [UInt8](repeating: 66, count: WireLimits.exportBytes * 2)
    script.answer(
      "lines", .lines(ExportLines(bytes: many, rowCount: 1, total: 9, cutCount: 0, next: .place(4))))
    script.send(.stop(.asking))
    #expect(script.read() == ["part"])
    #expect(script.read() == [] && script.openNames.isEmpty)
  }

  @Test func overviewOfOneTickIsNotEmpty() {
    var script = FeedScript(.engine, makeTable(.remote))
    script.send(.lane(makeLane(1)), .lane(makeLane(1, isOverview: true)), .show(makeView(1)))
    script.answer("axis", .axis(ColumnAxis(kind: .count, from: 4, until: 4)))
    let windows = script.open.compactMap { question in
      if case .picture(_, let window, _) = question.kind { window } else { nil }
    }
    #expect(windows == [ColumnWindow(order: .rows, from: 4, until: 5, pixels: 10)])
    script.answer("coarse")
    // An engine has all rows, whether or not they are counted.
    #expect(script.read() == ["axis 5", "spans 1 coarse", "done 1"])
    script.send(Self.row(1))
    script.answer("row")
    script.feed.receive(.close, at: script.now)
    #expect(!script.feed.hasAnswers)
  }
}
