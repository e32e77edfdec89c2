import Logging
import ServerTestSupport
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveTables
import WaveWire

@testable import WaveDataServer

/// Requests for rows that an engine refuses, or that arrive before its table is open.
@Suite struct FailedRowsTests {
  private let source = EndlessColumns()
  private let host: RemoteTableHost
  private let handler: TaskDriver

  init() async throws {
    let source = source
    host = RemoteTableHost(number: 0, name: "t", open: { source }, logger: Logger(label: "test"))
    let news = try await NotingHub()
    host.publisher.join(try await news.hub(of: DataSession.self))
    let (host, serving) = (host, Task { [host] in try await host.run() })
    await news.until { host.state.withLock { $0.source != nil && $0.table.abilities != nil } }
    serving.cancel()
    handler = TaskDriver(host: host, waker: .none)
  }

  /// Returns the answers, after all requests have been answered.
  private func answers() async -> [DataMessage] {
    while let task = handler.tasks.first { await task.value }
    return handler.nextAnswers()
  }

  private static let view = ShowTable(
    view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 40, from: 0, until: 100)

  private static let requests: [RowRequests.Request] = [
    .row(ReadRow(request: 2, source: 0, tick: 5, column: WireLimits.noColumn)),
    .page(ReadRows(request: 3, source: 0, isTick: true, start: 5, count: 10)),
    .range(ReadRange(request: 4, source: 0, column: 0, from: 0, until: 9)),
  ]

  private static func notices(_ messages: [DataMessage]) -> [Notice] {
    messages.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  @Test(
    arguments: zip(
      requests, ["The row could not be read", "The rows could not be read", "The range could not be read"]))
  func aFailureIsExplainedToTheClient(_ request: RowRequests.Request, _ loss: String) async {
    handler.show(Self.view)
    _ = await answers()
    for failure in [ColumnFailure.tooMuch("took too long. Look at less"), .absent("not here. Take another")] {
      source.refusal.withLock { $0 = failure }
      for _ in 0..<2 {
        handler.read(request)
        let text = Array("\(loss): \(failure.description).".utf8)
        #expect(Self.notices(await answers()) == [Notice(severity: .failure, text: text)])
      }
    }
    source.refusal.withLock { $0 = nil }
    handler.read(request)
    let messages = await answers()
    #expect(!messages.isEmpty && Self.notices(messages).isEmpty)
  }

  @Test func aFailedExportIsExplained() async {
    handler.show(Self.view)
    _ = await answers()
    source.refusal.withLock { $0 = .shardLost("a shard does not answer. Start it again") }
    handler.export(ExportRows(request: 5, source: 0, from: 0, until: 9))
    let text = "The rows could not be exported: a shard does not answer. Start it again."
    #expect(Self.notices(await answers()) == [Notice(severity: .failure, text: Array(text.utf8))])
  }

  @Test func requestsWaitUntilTheTableIsOpen() async {
    host.state.withLock { $0.source = nil }
    handler.update(isRedrawn: true)
    handler.show(Self.view)
    for request in Self.requests { handler.read(request) }
    handler.export(ExportRows(request: 5, source: 0, from: 0, until: 9))
    _ = await answers()
    let source = source
    host.state.withLock { $0.source = source }
    handler.update(isRedrawn: true)
    var found: Set<UInt16> = []
    // The export goes on when the other answers have been received.
    for _ in 0..<4 {
      for message in await answers() {
        switch message {
        case .row(let row): found.insert(row.request)
        case .rows(let rows): found.insert(rows.request)
        case .range(let range): found.insert(range.request)
        case .exportPart(let part): found.insert(part.request)
        default: break
        }
      }
    }
    #expect(found == [2, 3, 4, 5])
  }
}
