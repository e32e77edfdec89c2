import WaveDataFeed
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

/// A source of columns whose numbers are beyond what is possible: a driver sends what it can of them.
@Suite struct HostileColumnsTests {
  @Test func anEngineMayBeAnywhere() {
    for (done, total) in [(0, 0), (5, 9), (9, 5), (.max, 0), (.max, .max), (7, .max)] as [(UInt64, UInt64)] {
      let work = EngineProgress.work(ColumnProgress(rowCount: done, total: total), of: 3)
      #expect(work.done < work.total && work.total >= total && work.done <= done, "\(done) of \(total)")
    }
  }

  @Test func whatIsTooMuchIsSentAsMuch() async throws {
    let host = RemoteTableHost(
      number: 0, name: "t", open: { EndlessColumns() }, logger: Logger(label: "test"))
    let news = try await NotingHub()
    host.publisher.join(try await news.hub(of: DataSession.self))
    let serving = Task { try await host.run() }
    await news.until { host.state.withLock { $0.source != nil && $0.table.abilities != nil } }
    let handler = TaskDriver(host: host, waker: news.waker)
    handler.show(ShowLane(column: 0, lens: 0, threshold: 3, pixels: 90, low: -1, high: 1))
    handler.show(ShowTexts(source: 0, buckets: 9, columns: [1]))
    handler.show(
      ShowScatter(
        request: 1, source: 0, x: 0, y: 0, columns: 5, rows: 5, xLow: -1, xHigh: 1, yLow: -1, yHigh: 1))
    handler.show(ShowTable(view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 40, from: 0, until: 100))
    handler.read(.row(ReadRow(request: 2, source: 0, tick: 5, column: 0)))
    handler.read(.range(ReadRange(request: 3, source: 0, column: 0, from: 0, until: 9)))
    handler.read(.page(ReadRows(request: 4, source: 0, isTick: true, start: 5, count: 100)))
    var strip: TextStrip?
    var (spans, row, range, rows, scatter) = (0, 0, 0, 0, 0)
    await news.until {
      for message in handler.nextAnswers() {
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
    handler.close()
  }
}
