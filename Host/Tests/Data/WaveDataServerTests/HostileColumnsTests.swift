import Logging
import Synchronization
import Testing
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import ServerTestSupport
import WaveServer

@testable import WaveDataServer

/// A source of columns whose numbers are beyond what is possible: a desk sends what it can of them.
@Suite struct HostileColumnsTests {
  /// Answers each question with the greatest numbers there are.
  private final class Endless: ColumnSource {
    let info = TableInfo(
      name: "t", columns: [TableColumn(name: "a", kind: .real), TableColumn(name: "w", kind: .text)])
    let abilities = ColumnAbilities(hasRanks: true, hasValues: true)
    var loss: ColumnLoss? { ColumnLoss(share: .nan, shardCount: .max, text: "") }

    private static let bucket = ColumnBucket(
      rowCount: .max, count: .max, firstTick: .min, lastTick: .max, first: 0, minimum: -1, maximum: 1, last: 0
    )

    func axis(of order: ColumnOrder, keeping filters: [ColumnFilter]) -> ColumnAxis {
      ColumnAxis(kind: .number, from: .max, until: .max)
    }

    func extents(of columns: [Int], isCoarse: Bool) -> [ColumnExtent] {
      let most = Statistics(
        count: .max, missingCount: .max, infiniteCount: 0, minimum: -1, maximum: 1, mean: 0,
        squaredDeviations: 1)
      return columns.map { _ in
        ColumnExtent(summary: ColumnSummary(info.columns[0], offset: 0, counted: most), isExact: true)
      }
    }

    func picture(
      of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
    ) -> ColumnPicture {
      let lane = ColumnPicture.Lane(
        buckets: Array(repeating: Self.bucket, count: window.pixels), before: Self.bucket, after: Self.bucket)
      return ColumnPicture(lanes: columns.map { _ in lane }, rowCount: .max, seenCount: .max, isExact: true)
    }

    func coarsePicture(
      of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
    ) -> ColumnPicture? { nil }

    func row(
      nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
    ) -> ColumnRow? { ColumnRow(tick: .min, key: .max, cells: [.real(.nan)]) }

    func rows(
      _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
    ) -> ColumnRows {
      let row = ColumnRow(tick: .max, key: .min, cells: [.blob(byteCount: .max)])
      return ColumnRows(first: .max, place: .max, total: .max, rows: Array(repeating: row, count: 300))
    }

    func statistics(
      of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
      keeping filters: [ColumnFilter]
    ) -> ColumnStatistics {
      let one = Statistics(
        count: .max, missingCount: .max, infiniteCount: .max, minimum: 0, maximum: .infinity, mean: .nan,
        squaredDeviations: .infinity)
      return ColumnStatistics(
        rowCount: .max, columns: columns.map { _ in one },
        histogram: (-.infinity, .infinity, Array(repeating: .max, count: bins)))
    }

    func correlations(of columns: [Int], with reference: Int) -> [Double] { columns.map { _ in .nan } }

    func density(
      _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
    ) -> ColumnDensity {
      ColumnDensity(
        counts: Array(repeating: .max, count: grid.columns * grid.rows), insideCount: .max,
        outsideCount: .max,
        missingCount: .max, correlation: .nan)
    }

    func texts(of column: Int) -> ColumnTexts {
      ColumnTexts(
        top: [([0x61], .max), ([0x62], .max)], distinctCount: .max, isCut: true, rowCount: .max,
        missingCount: .max)
    }

    func textCounts(
      of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
    ) -> [[UInt64]] {
      Array(repeating: Array(repeating: .max, count: top.count + 2), count: window.pixels)
    }

    func part(
      of window: ColumnWindow, keeping filters: [ColumnFilter]
    ) -> (rows: [ColumnRow], next: Int64) { ([], window.until) }
  }

  @Test func anEngineMayBeAnywhere() {
    for (done, total) in [(0, 0), (5, 9), (9, 5), (.max, 0), (.max, .max), (7, .max)] as [(UInt64, UInt64)] {
      let work = ColumnDesk.work(ColumnProgress(rowCount: done, total: total), of: 3)
      #expect(work.done < work.total && work.total >= total && work.done <= done, "\(done) of \(total)")
    }
  }

  @Test func longAnswersAreSentWhole() {
    let station = ColumnStation(number: 0, name: "t", open: { Endless() }, logger: Logger(label: "test"))
    let desk = ColumnDesk(station: station, waker: .none)
    let done = [TableMessage](repeating: .viewDone(ViewDone(view: 1)), count: 2 * ColumnDesk.answersLimit)
    desk.put(done)
    // Nothing follows until the client has read it.
    desk.put([.viewDone(ViewDone(view: 2))])
    #expect(desk.takeAnswers() == done)
    desk.put([.viewDone(ViewDone(view: 2))])
    #expect(desk.takeAnswers() == [.viewDone(ViewDone(view: 2))])
  }

  @Test func whatIsTooMuchIsSentAsMuch() async throws {
    let station = ColumnStation(number: 0, name: "t", open: { Endless() }, logger: Logger(label: "test"))
    let news = try await NotingHub()
    station.join(try await news.hub(of: TableSession.self))
    let serving = Task { try await station.run() }
    await news.until { station.state.withLock { $0.source != nil && $0.abilities != nil } }
    let desk = ColumnDesk(station: station, waker: news.waker)
    desk.show(ShowLane(column: 0, lens: 0, threshold: 3, pixels: 90, low: -1, high: 1))
    desk.show(ShowTexts(source: 0, buckets: 9, columns: [1]))
    desk.show(
      ShowScatter(
        request: 1, source: 0, x: 0, y: 0, columns: 5, rows: 5, xLow: -1, xHigh: 1, yLow: -1, yHigh: 1))
    desk.show(ShowTable(view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 40, from: 0, until: 100))
    desk.read(ReadRow(request: 2, source: 0, tick: 5, column: 0))
    desk.read(ReadRange(request: 3, source: 0, column: 0, from: 0, until: 9))
    desk.read(ReadRows(request: 4, source: 0, isTick: true, start: 5, count: 100))
    var strip: TextStrip?
    var (spans, row, range, rows, scatter) = (0, 0, 0, 0, 0)
    await news.until {
      for message in desk.takeAnswers() {
        switch message {
        case .textStrip(let found): strip = found
        case .spans: spans += 1
        case .row(let cells): if cells.request == 2 { row += 1 }
        case .range: range += 1
        case .rows: rows += 1
        case .scatter: scatter += 1
        default: break
        }
      }
      return strip != nil && [spans, row, range, rows, scatter].allSatisfy { $0 > 0 }
    }
    #expect(strip?.rowCount == .max && strip?.shares.count == 9 * TextStrip.classCount)
    serving.cancel()
    desk.close()
  }
}
