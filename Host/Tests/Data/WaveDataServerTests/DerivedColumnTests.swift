import Dispatch
import HostTestSupport
import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import ServerTestSupport
import WaveServer

@testable import WaveDataServer

/// Columns that a client makes of others: in any pieces, ended at once, and nobody else's.
@Suite(.timeLimit(.minutes(10))) struct DerivedColumnTests {
  /// A table of real numbers, whose passes can be held back until they are ended.
  final class Listed: TableSource {
    let values: [[Double]]
    let info: TableInfo
    let isHeld = Mutex(false)
    let begun = Mutex(0)
    let ended = Mutex(0)
    /// Passes that have begun or ended.
    let changes = Changes()

    init(_ names: [String], _ values: [[Double]]) {
      self.values = values
      info = TableInfo(
        name: "t", columns: names.map { TableColumn(name: $0, kind: .real) }, rowCount: values[0].count)
    }

    func scan(
      _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void
    ) throws(TableError) {
      begun.withLock { $0 += 1 }
      changes.note()
      while isHeld.withLock({ $0 }) {
        guard progress(TableProgress(phase: .reading, rowCount: 0, fraction: 0.5)) else {
          ended.withLock { $0 += 1 }
          changes.note()
          throw .cancelled
        }
      }
      for start in stride(from: 0, to: values[0].count, by: TableChunk.rowLimit) {
        let rows = start..<min(values[0].count, start + TableChunk.rowLimit)
        guard progress(TableProgress(phase: .reading, rowCount: start, fraction: nil)) else {
          throw .cancelled
        }
        each(
          TableChunk(
            firstRow: start, keys: rows.map { Int64($0) }, values: columns.map { Array(values[$0][rows]) },
            integers: columns.map { _ in nil }))
      }
    }

    func scanTexts(
      _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
    ) -> [TextDictionary] { [] }

    func row(key: Int64) throws(TableError) -> [TableCell]? {
      values.map { values in
        let value = values[Int(key)]
        return value.isNaN ? .null : .real(value)
      }
    }

    func rows(from key: Int64, count: Int) throws(TableError) -> [TableRow] { [] }
    func interrupt() {}
  }

  private let news: NotingHub
  private let hub: SessionHub<DataSession>

  init() async throws {
    news = try await NotingHub()
    hub = try await news.hub(of: DataSession.self)
  }

  /// Waits until the work that has begun has ended.
  private static func settle(_ driver: ReaderDriver) async {
    await withCheckedContinuation { continuation in
      driver.rows.host.queue.async(flags: .barrier) { continuation.resume() }
    }
  }

  /// A station that has read a table.
  private func host(_ table: Listed) async throws -> LoadedTableHost {
    let host = LoadedTableHost(
      number: 0, opening: RowsOpening(name: "t", open: { _ in table }), logger: Logger(label: "test"))
    host.publisher.join(hub)
    let run = Task { try await host.run() }
    await news.until { host.state.withLock { $0.table.description.flags.contains(.complete) } }
    run.cancel()
    return host
  }

  private static func request(_ number: UInt8, _ formula: String) -> DeriveColumn {
    DeriveColumn(source: 0, number: number, formula: Array(formula.utf8))
  }

  private static func drawn(_ rows: MappedRows, _ number: Int) -> DerivedSeries? {
    rows.state.withLock { $0.derived.columns[number]?.drawn }
  }

  private static func wave(_ count: Int) -> [Double] {
    var values: [Double] = []
    for row in 0..<count {
      let value = Double(row * 7 % 1009)
      values.append(row % 97 == 13 ? .nan : value + 1_000_000)
    }
    return values
  }

  @Test func piecesOfAnyLengthGiveTheSame() throws {
    let x = Self.wave(200_000)
    for text in ["mean(x, 9001)", "x - lag(x, 40000)", "lag(x, -65536) + diff(x)", "3"] {
      let formula = try ColumnFormula.parse(Array(text.utf8), columns: [.init(name: Array("x".utf8))])
      func operand(_ column: Int, _ rows: Range<Int>) -> [Double] {
        rows.map { x.indices.contains($0) ? x[$0] : .nan }
      }
      let whole = try #require(
        formula.values(of: 0..<x.count, rowCount: x.count, functions: .system, operand: operand))
      var maker = DerivedMaker(formula)
      var made: [Double] = []
      for available in [10, 65_536, 70_000, 131_072, 199_999, 200_000] {
        let goesOn = maker.make(
          available: available, isEnd: available == x.count, goesOn: { true },
          operand: { column, rows in
            // What has not been read cannot be asked for by what is made for good.
            operand(column, rows).enumerated().map {
              rows.lowerBound + $0.offset < available ? $0.element : .nan
            }
          }, each: { made += $0 })
        #expect(goesOn && made.count <= available && maker.firstNeeded <= maker.rowCount)
      }
      #expect(made.map(\.bitPattern) == whole.map(\.bitPattern), "\(text)")
    }
  }

  @Test func whatIsNotMadeYetIsMissing() {
    let values = (0..<70_000).map { Float($0) }
    let padded = Series(values.span).padded(to: 150_000)
    #expect(padded.count == 150_000 && padded.validCount == 70_000)
    #expect(padded.value(at: 69_999) == 69_999 && padded.value(at: 70_000).isNaN)
    #expect(padded.padded(to: 10).count == 150_000)
  }

  @Test func columnsAreComputedWhenTheirStatisticsAreAskedFor() async throws {
    let x = Self.wave(70_000)
    let rows = MappedRows(host: try await host(Listed(["x", "y"], [x, x.map { -$0 }])))
    let operands = rows.host.state.withLock { $0.table.operands }
    func column(_ text: String) throws -> FormulaColumn {
      FormulaColumn(name: text, formula: try .parse(Array(text.utf8), columns: operands))
    }
    let columns = [try column("x + Y"), nil, nil, try column("diff(x)")]
    #expect(rows.answer(.derive(columns)) == .derived(refused: []))
    #expect(Self.drawn(rows, 3) == nil && rows.column(5) == nil)
    guard case .extents(let extents) = rows.answer(.extents([2, 5], isCoarse: false)) else {
      Issue.record("no extents")
      return
    }
    #expect(extents.count == 2 && extents.allSatisfy { $0.isExact })
    #expect(extents[1].summary.statistics.missingCount > 0)
    let made = try #require(rows.column(2 + 3))
    #expect(made.series.count == 70_000 && made.series.value(at: 0).isNaN)
    #expect(Double(made.series.value(at: 2)) + made.offset == 7)
    #expect(rows.column(2)?.series.extremes.maximum == 0 && rows.column(2 + 1) == nil)
    var derived = try #require(rows.derivedRows)
    // Numbers 1 and 2 are none; row 14 is missing, and so is its difference to that before.
    #expect(
      derived.numbered(2, cells: try rows.host.state.withLock { $0.source }?.row(key: 2) ?? []) == [
        .real(0), .null, .null, .real(7),
      ])
    #expect(derived.cells(14, cells: [.real(x[14]), .real(-x[14])]) == [.real(0), .null])
    // A column keeps its values until its formula changes.
    _ = rows.answer(.derive([columns[0]]))
    #expect(Self.drawn(rows, 0) != nil && Self.drawn(rows, 3) == nil)
    _ = rows.answer(.derive([columns[3]]))
    #expect(Self.drawn(rows, 0) == nil)
  }

  @Test func whatIsBeingMadeEndsWithTheNextWishAndWithTheClient() async throws {
    let table = Listed(["x"], [Self.wave(1000)])
    let host = try await host(table)
    let driver = ReaderDriver(host: host, waker: news.waker)
    table.isHeld.withLock { $0 = true }
    driver.derive(Self.request(0, "x * 2"))
    await table.changes.until { table.begun.withLock { $0 } == 2 }
    // Slow work is reported.
    await news.until {
      driver.nextAnswers().contains {
        if case .progress(let work) = $0 { work.stage == .deriving } else { false }
      }
    }
    driver.derive(Self.request(0, "x * 3"))
    await table.changes.until { table.ended.withLock { $0 } == 1 && table.begun.withLock { $0 } == 3 }
    #expect(Self.drawn(driver.rows, 0) == nil)
    driver.close()
    await table.changes.until { table.ended.withLock { $0 } == 2 }
    await Self.settle(driver)
    #expect(Self.drawn(driver.rows, 0) == nil && !driver.hasAnswers)
  }

  @Test func cellsThatAreNoNumbersAreMissing() {
    #expect(TableCell.integer(-3).number == -3 && TableCell.real(0.5).number == 0.5)
    #expect(TableCell.text(" 12.5 ", byteCount: 6).number == 12.5)
    for cell in [
      TableCell.null, .text("n/a", byteCount: 3), .text("12", byteCount: 5000), .blob(byteCount: 2),
    ] {
      #expect(cell.number.isNaN)
    }
  }
}
