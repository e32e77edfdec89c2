import Logging
import ServerTestSupport
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveTableFormats
import WaveTables
import WaveWire

@testable import WaveDataServer

/// What is asked of an engine for each kind of question, and what becomes of its answers.
@Suite struct EngineRowsTests {
  private let source = NotedColumns()
  private let host: RemoteTableHost
  private let rows: EngineRows
  private let window = ColumnWindow(order: .rows, from: 5, until: 25, pixels: 2)

  init() async throws {
    let source = source
    host = RemoteTableHost(number: 6, name: "t", open: { source }, logger: Logger(label: "test"))
    let news = try await NotingHub()
    host.publisher.join(try await news.hub(of: DataSession.self))
    let (host, serving) = (host, Task { [host] in try await host.run() })
    await news.until { host.state.withLock { $0.table.summaries[0]?.statistics.count == 38 } }
    serving.cancel()
    rows = EngineRows(host: host)
    _ = source.taken()
  }

  private func answer(_ question: Question.Kind) async -> Answer { await rows.answer(question) { _ in } }

  private func condition() -> TableAbilities.Condition? {
    host.state.withLock { $0.table.abilities?.condition }
  }

  private static func lane(_ column: Int, _ lens: Lens, _ threshold: Int = 0) -> LaneRequest {
    LaneRequest(column: column, lens: ColumnLens(lens, threshold: threshold))
  }

  @Test func eachQuestionIsPassedOnOnce() async {
    let grid = ColumnGrid(x: 0, y: 1, across: 0...1, upright: 0...1, columns: 1, rows: 1)
    let cells: [TableCells.Cell] = [.real(0.5), .null]
    let page = (0..<2).map { FeedRow(tick: $0, key: $0 + 10, cells: [.integer(1)]) }
    let known: [(question: Question.Kind, asked: [String], answer: Answer)] = [
      (
        .axis(.rows, []), ["axis"],
        .axis(ColumnAxis(kind: .number, from: 0, until: 40, offset: 2, step: 0.5))
      ),
      (
        .row(.tick(12), pointOf: nil, window, []), ["row nearest 12"],
        .row(FeedRow(tick: 12, key: 7, cells: cells))
      ), (.row(.tick(-1), pointOf: nil, window, []), ["row nearest -1"], .nothing),
      (.row(.place(3), pointOf: nil, window, []), ["1 rows at place(3)"], .row(page[0])),
      (
        .rows(.tick(3), count: 2, .rows, []), ["2 rows at tick(3)"],
        .rows(FeedRows(first: 3, place: 4, total: 40, rows: page))
      ), (.correlations([1, 0], with: 0), ["correlations of [1, 0]"], .correlations([0.1, 0])),
      (
        .density(grid, window, []), ["density"],
        .density(
          ColumnDensity(counts: [1], insideCount: 1, outsideCount: 2, missingCount: 3, correlation: 0.25))
      ),
      (
        .strip(TextRequest(column: 2, top: [[1], [2]]), window, []), ["text counts of 2"],
        .strip([[1, 2, 3, 4], [5, 6, 7, 8]], rowCount: 36)
      ), (.coarse([], window, []), ["coarse picture of []"], .nothing),
      (
        .coarse([0], window, []), ["coarse picture of [0]"],
        .picture(ColumnPicture(lanes: [], rowCount: 1, seenCount: 1, isExact: false), points: [])
      ),
    ]
    for (question, asked, expected) in known {
      #expect(await answer(question) == expected)
      #expect(source.taken() == asked)
    }
    #expect(condition() == .fine)
  }

  @Test func textsOfAColumnAreAskedForOnce() async {
    let texts = ColumnTexts(top: [], distinctCount: 2, isCut: false, rowCount: 40, missingCount: 1)
    #expect(await answer(.texts(column: 2)) == .texts(texts))
    #expect(await answer(.texts(column: 2)) == .texts(texts))
    #expect(source.taken() == ["texts of 2"])
    host.state.withLock { $0.texts = [:] }
    #expect(await answer(.texts(column: 2)) == .texts(texts))
    #expect(source.taken() == ["texts of 2"])
  }

  @Test func aRangeOmitsTextsWithoutCounts() async {
    func texts(_ top: [[UInt8]]) async -> [TextCounts]? {
      let request = TextRequest(column: 2, top: top)
      let asked = Question.Kind.range([0], window, histogramOf: nil, bins: 4, texts: [request], [])
      guard case .range(let found, let texts) = await answer(asked), found.rowCount == 9 else { return nil }
      return texts
    }
    // The texts asked for, then the others, then the rows without one.
    #expect(await texts([[1], [2]]) == [TextCounts(column: 2, counts: [1, 2], missingCount: 4)])
    #expect(source.taken() == ["statistics of [0] in 5..<25", "text counts of 2"])
    #expect(await texts([[1]]) == [])
    #expect(await texts([[1], [2], [3]]) == [])
    source.state.withLock { $0.textCounts = [] }
    #expect(await texts([[1], [2]]) == [])
    source.state.withLock { $0.textCounts = nil }
    #expect(await texts([[1], [2]]) == [] && condition() == .fine)
  }

  @Test func completeLanesAreReportedBeforeThoseOfSlowLenses() async throws {
    let reports = Mutex<[Answer]>([])
    let lanes = [
      Self.lane(0, .mean, 3), Self.lane(1, .m4), Self.lane(1, .mean, 3), Self.lane(0, .m4),
      Self.lane(0, .mean, 4),
    ]
    let found = await rows.answer(.picture(lanes, window, [])) { report in
      reports.withLock { $0.append(report) }
    }
    #expect(
      source.taken() == [
        "picture of [0, 1, 1, 0, 0]", "points of [0, 1] through mean, knowing [0, 1]",
        "points of [0] through mean, knowing [0]",
      ])
    func points(_ row: Int, _ value: Double) -> ColumnPoints {
      ColumnPoints(points: [LensPoint(row: row, value: value)])
    }
    guard case .picture(let picture, let made) = found else {
      Issue.record("no picture: \(found)")
      return
    }
    #expect(made == [points(0, 3), nil, points(1, 3), nil, points(0, 4)])
    #expect(picture.lanes.map { $0.buckets[0].firstTick } == [0, 1, 1, 0, 0] && picture.isExact)
    let parts = reports.withLock { $0 }.map { report -> [Int] in
      guard case .part(let part, let points, let places) = report else { return [] }
      #expect(part.lanes == places.map { picture.lanes[$0] } && points == places.map { made[$0] })
      return places
    }
    #expect(parts == [[1, 3], [0, 2], [4]])
    // Lanes of one lens have no parts.
    reports.withLock { $0 = [] }
    for lens in [Lens.m4, .mean] {
      _ = await rows.answer(.picture([Self.lane(0, lens), Self.lane(1, lens)], window, [])) { report in
        reports.withLock { $0.append(report) }
      }
    }
    #expect(reports.withLock { $0 }.isEmpty)
    source.state.withLock { $0.lostLanes = 1 }
    #expect(await answer(.picture([Self.lane(0, .mean)], window, [])) == .failed(.cancelled))
  }

  @Test func failuresSayWhetherTheEngineIsAvailable() async {
    let question = Question.Kind.correlations([0], with: 0)
    for (failure, condition) in [
      (.notReachable("gone"), .unreachable), (.shardLost("lost"), .refused), (.changed("new"), .failed),
      (.tooMuch("much"), .failed), (.refused("no"), .failed), (.other("odd"), .failed),
    ] as [(ColumnFailure, TableAbilities.Condition)] {
      source.state.withLock { $0.failure = failure }
      #expect(await answer(question) == .failed(failure) && self.condition() == condition)
      let text = host.state.withLock { $0.table.abilities?.conditionText }
      #expect(text == Array(failure.description.utf8))
      // What the engine never got, or what was cancelled, says nothing.
      for other in [ColumnFailure.absent("not here"), .cancelled] {
        source.state.withLock { $0.failure = other }
        #expect(await answer(question) == .failed(other) && self.condition() == condition)
      }
      // Neither does an answer from a cache.
      source.state.withLock { ($0.failure, $0.isCached) = (nil, true) }
      #expect(await answer(question) == .correlations([0]) && self.condition() == condition)
      source.state.withLock { $0.isCached = false }
      #expect(await answer(question) == .correlations([0]) && self.condition() == .fine)
    }
    // A coarse picture fails silently.
    source.state.withLock { $0.failure = .notReachable("gone") }
    #expect(await answer(.coarse([0], window, [])) == .nothing && condition() == .fine)
    host.state.withLock { $0.source = nil }
    #expect(await answer(question) == .failed(.cancelled))
    #expect(await answer(.derive([])) == .failed(.cancelled))
  }

  private func export(from place: ColumnPlace?) async throws -> ExportLines {
    guard case .lines(let lines) = await answer(.lines(from: place, window, [])) else {
      throw ColumnFailure.cancelled
    }
    return lines
  }

  @Test func anExportIsAHeaderAndThenParts() async throws {
    let header = ExportLines(
      bytes: Array("a,b,w\r\n".utf8), rowCount: 0, total: 9, cutCount: 0, next: .tick(5))
    #expect(try await export(from: nil) == header)
    #expect(source.taken() == ["statistics of [] in 5..<25"])
    func row(_ cells: [TableCell]) -> ColumnRow { ColumnRow(tick: 5, key: 0, cells: cells) }
    let rows = [
      row([.real(1.5), .integer(-2), .text("x,y", byteCount: 3)]), row([.null]),
      row([.null, .null, .blob(byteCount: 4), .integer(99)]),
    ]
    let text = Array("1.5,-2,\"x,y\"\r\n,,\r\n,,\r\n".utf8)
    for (next, expected) in [
      (12, .tick(12)), (24, .tick(24)), (25, nil), (26, nil), (3, .tick(6)), (5, .tick(6)),
    ] as [(Int64, ColumnPlace?)] {
      source.state.withLock { $0.part = (rows, next) }
      let lines = try await export(from: .tick(5))
      #expect(lines == ExportLines(bytes: text, rowCount: 3, total: 0, cutCount: 1, next: expected))
      #expect(source.taken() == ["part from 5"])
    }
  }

  @Test func derivedColumnsAreNumberedAndTheirNamesExported() async throws {
    func formula(_ name: String) throws -> FormulaColumn {
      let columns = [ColumnFormula.Column(name: Array("a".utf8))]
      return FormulaColumn(name: name, formula: try .parse(Array("a + 1".utf8), columns: columns))
    }
    let (one, two, refused) = (
      try formula("one"), try formula("two"), try formula(NotedColumns.refusedName)
    )
    let reason = Array("Not this one.".utf8)
    for (formulas, numbers, header) in [
      ([one], [], "a,b,w,one"), ([nil, one, nil, nil, two], [], "a,b,w,one,two"),
      ([refused, one], [0], "a,b,w,one"), ([one, refused, two, refused], [1, 3], "a,b,w,one,two"),
      ([], [], "a,b,w"), ([nil, nil], [], "a,b,w"),
    ] as [([FormulaColumn?], [Int], String)] {
      let expected = numbers.map { RefusedColumn(number: $0, reason: reason) }
      #expect(await answer(.derive(formulas)) == .derived(refused: expected))
      #expect(try await export(from: nil).bytes == Array("\(header)\r\n".utf8))
    }
    // They are made again of a table that was opened again.
    _ = await answer(.derive([nil, two]))
    let again = NotedColumns()
    host.state.withLock { $0.source = again }
    #expect(try await export(from: nil).bytes == Array("a,b,w,two\r\n".utf8))
    #expect(try await export(from: nil).bytes == Array("a,b,w,two\r\n".utf8))
  }
}
