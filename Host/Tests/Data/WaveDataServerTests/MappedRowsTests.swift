import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

@testable import WaveDataServer

/// Ten rows of a number and a text, some of which can be gone or damaged when they are read.
private final class FadingTable: TableSource {
  let info = TableInfo(
    name: "fading", columns: [TableColumn(name: "n", kind: .real), TableColumn(name: "w", kind: .text)])
  let gone = Mutex<Set<Int64>>([])
  let failure = Mutex<TableError?>(nil)

  func scan(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    let values = (0..<10).map { $0 == 4 ? Double.nan : Double($0 * 7 % 10) }
    each(
      TableChunk(
        firstRow: 0, keys: Array(100..<110), values: columns.map { _ in values },
        integers: columns.map { _ in nil }))
  }

  func scanTexts(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] {
    var dictionary = TextDictionary(valueLimit: 1)
    let words = [Array("known".utf8), Array("other".utf8)]
    let codes = (0..<10).map { row in
      let word = words[row % 2]
      return dictionary.code(adding: word.span)
    }
    each(TextChunk(firstRow: 0, keys: Array(100..<110), codes: [codes]))
    return [dictionary]
  }

  func row(key: Int64) throws(TableError) -> [TableCell]? {
    if let failure = failure.withLock({ $0 }) { throw failure }
    return gone.withLock { $0.contains(key) } ? nil : [.real(Double(key)), .text("w", byteCount: 5)]
  }

  func rows(from key: Int64, count: Int) -> [TableRow] { [] }
  func interrupt() {}
}

@Suite struct MappedRowsTests {
  private let table = FadingTable()
  private let host: LoadedTableHost
  private let rows: MappedRows
  private let window = ColumnWindow(order: .rows, from: 0, until: 10, pixels: 2)

  init() {
    let table = table
    host = LoadedTableHost(
      number: 0, opening: RowsOpening(name: "shown", path: "/secret/t.db") { _ in table },
      logger: Logger(label: "test"))
    host.read()
    rows = MappedRows(host: host)
  }

  /// An answer, and the notices that came before it.
  private func answer(_ question: Question.Kind) -> (answer: Answer, notices: [String]) {
    var notices: [String] = []
    let answer = rows.answer(
      question,
      report: { report in
        if case .note(let notice) = report { notices.append(String(decoding: notice.text, as: UTF8.self)) }
      })
    return (answer, notices)
  }

  @Test func aTextThatIsNotIndexedIsReportedOnce() {
    func notices(_ text: String?, column: Int = 1) -> [String] {
      let filter = ColumnFilter.text(column: column, text: text.map { Array($0.utf8) }, isKept: true)
      return answer(.axis(.rows, [filter])).notices
    }
    let said = ["This text is not indexed, since the column has too many different texts."]
    #expect(notices("known") == [] && notices(nil) == [] && notices("never", column: 0) == [])
    #expect(notices("never") == said && notices("never") == [])
    #expect(notices("other") == said && notices("known") == [])
    // Where all texts are indexed, one that is not there is in no row.
    var dictionary = TextDictionary()
    let word = Array("known".utf8)
    let codes = (0..<10).map { _ in dictionary.code(adding: word.span) }
    let whole = TextColumn(dictionary: dictionary, codes: codes)
    host.state.withLock { $0.texts[1] = whole }
    #expect(notices("nowhere") == [])
  }

  private static func row(_ number: Int64) -> FeedRow {
    FeedRow(tick: number, key: 100 + number, cells: [.real(Double(100 + number)), .text([0x77])])
  }

  @Test func rowsThatAreGoneAreLeftOutAndReported() {
    table.gone.withLock { $0 = [103, 104] }
    let page = answer(.rows(.place(2), count: 4, .rows, []))
    #expect(page.answer == .rows(FeedRows(first: 2, place: 2, total: 10, rows: [Self.row(2), Self.row(5)])))
    #expect(
      page.notices == Array(repeating: "The row is no longer in the table: reopen the table.", count: 2))
    #expect(answer(.row(.place(3), pointOf: nil, window, [])).answer == .row(nil))
    #expect(answer(.row(.place(5), pointOf: nil, window, [])).answer == .row(Self.row(5)))
    // An export counts them, and has no line for them.
    guard case .lines(let begun) = answer(.lines(from: nil, window, [])).answer else {
      Issue.record("no export")
      return
    }
    #expect(begun.total == 10 && begun.next == .place(0) && begun.bytes == Array("n,w\r\n".utf8))
    guard case .lines(let lines) = answer(.lines(from: .place(0), window, [])).answer else {
      Issue.record("no lines")
      return
    }
    let kept = [100, 101, 102, 105, 106, 107, 108, 109].map { "\($0).0,w\r\n" }
    #expect(lines.bytes == Array(kept.joined().utf8) && lines.rowCount == 10 && lines.next == nil)
    // Each of these texts was longer.
    #expect(lines.cutCount == 8)
    // What is over is not there to be continued.
    let over = "The table was read again while its rows were being written: export them again."
    #expect(answer(.lines(from: .place(0), window, [])).answer == .failed(.other(over)))
  }

  @Test func aFailureDoesNotNameThePath() {
    let error = TableError.locked(path: "/secret/t.db")
    table.failure.withLock { $0 = error }
    let said = ColumnFailure.other(
      "shown: another program is writing to it. Try again when that program has finished")
    #expect(answer(.row(.place(3), pointOf: nil, window, [])).answer == .failed(said))
    #expect(answer(.rows(.place(3), count: 2, .rows, [])).answer == .failed(said))
    _ = answer(.lines(from: nil, window, []))
    #expect(answer(.lines(from: .place(0), window, [])).answer == .failed(said))
    table.failure.withLock { $0 = .cancelled }
    #expect(answer(.row(.place(3), pointOf: nil, window, [])).answer == .nothing)
  }

  @Test func anExportOfAnEarlierReadingEnds() {
    _ = answer(.lines(from: nil, window, []))
    host.state.withLock { $0.table.reading += 1 }
    let over = "The table was read again while its rows were being written: export them again."
    #expect(answer(.lines(from: .place(0), window, [])).answer == .failed(.other(over)))
  }

  @Test func whatHasNoRowsOrColumnsHasNoAnswer() {
    let none = ColumnFilter.values(column: 0, low: 50, high: 60)
    for question in [
      Question.Kind.row(.place(0), pointOf: nil, window, [none]), .rows(.place(0), count: 2, .rows, [none]),
      .picture([LaneRequest(column: 1, lens: ColumnLens(.m4, threshold: 0))], window, []),
      .texts(column: 0), .correlations([0], with: 7), .coarse([0], window, []),
      .strip(TextRequest(column: 0, top: []), window, []), .extents([7], isCoarse: false),
      .density(ColumnGrid(x: 0, y: 1, across: 0...1, upright: 0...1, columns: 1, rows: 1), window, []),
    ] { #expect(answer(question).answer == .nothing, "\(question)") }
    guard case .correlations(let found) = answer(.correlations([0, 7], with: 0)).answer else {
      Issue.record("no correlations")
      return
    }
    #expect(abs(found[0] - 1) < 1e-12 && found[1].isNaN)
  }

  @Test func workThatIsNotWantedEnds() {
    let lanes = [LaneRequest(column: 0, lens: ColumnLens(.lttb, threshold: 5))]
    for question in [
      Question.Kind.rows(.place(0), count: 2, .rows, []), .picture(lanes, window, []),
      .range([0], window, histogramOf: 0, bins: 4, texts: [], []), .correlations([0], with: 0),
      .axis(.ranks(0), []), .axis(.rows, [.values(column: 0, low: 0, high: 5)]),
      .strip(TextRequest(column: 1, top: []), window, []),
      .density(ColumnGrid(x: 0, y: 0, across: 0...9, upright: 0...9, columns: 1, rows: 1), window, []),
    ] {
      #expect(rows.answer(question, goesOn: { false }) == .failed(.cancelled), "\(question)")
      #expect(rows.answer(question).isLast && rows.answer(question) != .nothing)
    }
  }

  @Test func columnsOfOneValueHaveAHistogramOfOneUnit() {
    let kept = [ColumnFilter.values(column: 0, low: 5, high: 5)]
    guard
      case .range(let one, _) = answer(.range([0], window, histogramOf: 0, bins: 2, texts: [], kept)).answer
    else {
      Issue.record("no range")
      return
    }
    #expect(one.rowCount == 1 && one.columns[0].minimum == 5 && one.columns[0].maximum == 5)
    #expect(one.histogram?.low == 5 && one.histogram?.high == 6 && one.histogram?.counts == [1, 0])
    guard
      case .range(let all, _) = answer(.range([0], window, histogramOf: 0, bins: 3, texts: [], [])).answer,
      case .range(let none, _) = answer(.range([0], window, histogramOf: nil, bins: 3, texts: [], [])).answer
    else {
      Issue.record("no range")
      return
    }
    // Zero to nine without eight, which row four would have.
    #expect(all.rowCount == 10 && all.columns[0].count == 9 && all.columns[0].missingCount == 1)
    #expect(all.histogram?.low == 0 && all.histogram?.high == 9 && all.histogram?.counts == [3, 3, 3])
    #expect(none.histogram == nil && none.columns == all.columns)
  }
}
