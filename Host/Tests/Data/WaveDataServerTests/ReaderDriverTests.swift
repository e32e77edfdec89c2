import Dispatch
import Synchronization
import Logging
import Testing
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveTables
import WaveWire

@testable import WaveDataServer

@Suite struct ReaderDriverTests {
  private let host: LoadedTableHost
  private let handler: ReaderDriver

  init() {
    host = LoadedTableHost(
      number: 0, opening: RowsOpening(name: "t", open: { _ in DemoTable(seed: 3, rowCount: 2000) }),
      logger: Logger(label: "test"))
    host.read()
    handler = ReaderDriver(host: host, waker: .none)
  }

  /// Returns the answers, after all requests have been answered.
  private func answers() -> [DataMessage] {
    host.queue.sync(flags: .barrier) {}
    return handler.nextAnswers()
  }

  private static func view(_ number: UInt16, pixels: UInt16 = 40, from: Int64 = 0) -> ShowTable {
    ShowTable(
      view: number, source: 0, order: .rows, orderColumn: 0, pixels: pixels, from: from, until: 2000)
  }

  private func overviews() -> [Int] {
    answers().compactMap { message in
      guard case .spans(let spans) = message, spans.flags.contains(.overview) else { return nil }
      return spans.tops.count
    }
  }

  @Test func theOverviewIsDrawnAgainOnlyIfItDiffers() throws {
    let column = try #require(host.state.withLock { $0.table.drawn.first })
    handler.show(
      ShowLane(
        column: UInt16(column), lens: 0, threshold: 3, pixels: 20, isOverview: true, low: 0, high: 1))
    handler.show(Self.view(1))
    #expect(overviews() == [40])
    handler.show(Self.view(2, from: 500))
    #expect(overviews() == [])
    handler.show(Self.view(3, pixels: 50))
    #expect(overviews() == [50])
    handler.set(SetFilter(source: 0, filter: 1, kind: .ticks(from: 0, until: 900)))
    #expect(overviews() == [50])
    handler.update(isRedrawn: true)
    #expect(overviews() == [50])
  }

  @Test func requestsWaitUntilTheTableIsOpen() {
    let source = host.state.withLock { state in
      defer { state.source = nil }
      return state.source
    }
    handler.update(isRedrawn: true)
    handler.show(Self.view(1))
    handler.read(.page(ReadRows(request: 3, source: 0, isTick: true, start: 5, count: 2)))
    handler.read(.range(ReadRange(request: 4, source: 0, column: 0, from: 0, until: 9)))
    handler.export(ExportRows(request: 5, source: 0, from: 0, until: 9))
    _ = answers()
    host.state.withLock { $0.source = source }
    handler.update(isRedrawn: true)
    var found: [UInt16] = []
    for _ in 0..<4 {
      for message in answers() {
        switch message {
        case .row(let row): found.append(row.request)
        case .range(let range): found.append(range.request)
        case .exportPart(let part): found.append(part.request)
        default: break
        }
      }
    }
    #expect(found == [3, 3, 4, 5])
  }
}
