import Logging
import ServerTestSupport
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveTables
import WaveWire

@testable import WaveDataServer

/// Both drivers over one simulated table.
struct DriverPair {
  let own: ReaderDriver
  let asked: TaskDriver
  let host: RemoteTableHost
  let columns: [TableColumns.Column]
  private let news: NotingHub

  init() async throws {
    news = try await NotingHub()
    let hub = try await news.hub(of: DataSession.self)
    let logger = Logger(label: "test")
    let loaded = LoadedTableHost(
      number: 0,
      opening: RowsOpening(name: "t", open: { _ in DemoTable(seed: 3, rowCount: 20_000) }), logger: logger)
    loaded.publisher.join(hub)
    let reading = Task { try await loaded.run() }
    await news.until { loaded.state.withLock { $0.table.description.flags.contains(.complete) } }
    reading.cancel()
    let remote = RemoteTableHost(
      number: 0, name: "t", open: { MappedColumns(host: loaded) }, logger: logger)
    remote.publisher.join(hub)
    let serving = Task { try await remote.run() }
    await news.until { remote.state.withLock { $0.source != nil && $0.table.abilities != nil } }
    serving.cancel()
    let asked = TaskDriver(host: remote, waker: news.waker)
    // A session does this at the time that the driver names.
    Task { [weak asked] in
      while let driver = asked {
        driver.work()
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    own = ReaderDriver(host: loaded, waker: news.waker)
    self.asked = asked
    host = remote
    columns = loaded.state.withLock { $0.table.columns }
  }

  var both: [any TableDriver] { [own, asked] }

  func close() { for driver in both { driver.receive(.close) } }

  /// What a driver answers until something is among it.
  func answers(
    of handler: any TableDriver, until isLast: (DataMessage) -> Bool
  ) async throws -> [DataMessage] {
    var all: [DataMessage] = []
    await news.until {
      all += handler.nextAnswers()
      return all.contains(where: isLast)
    }
    return all
  }

  static func lanes(_ messages: [DataMessage]) -> [UInt16: LaneSpans] {
    var found: [UInt16: LaneSpans] = [:]
    for case .spans(let spans) in messages { found[spans.column] = spans }
    return found
  }

  /// The axis of an order.
  func axis(_ order: TableOrder, _ column: UInt16) async throws -> TableAxis? {
    own.show(
      ShowTable(
        view: 1, source: 0, order: order, orderColumn: order == .rows ? 0 : column, pixels: 10, from: 0,
        until: 1))
    let messages = try await answers(of: own) {
      if case .axis(let axis) = $0 { axis.order == order } else { false }
    }
    for case .axis(let axis) in messages where axis.order == order { return axis }
    return nil
  }

  struct Picture: Hashable {
    var column: UInt16
    var isBand: Bool
  }

  /// What a driver answers to a view until each of some columns has its line.
  func pictures(
    of view: ShowTable, _ columns: [Int], _ handler: any TableDriver
  ) async throws -> [Picture: LaneSpans] {
    var found: [Picture: LaneSpans] = [:]
    handler.show(view)
    await news.until {
      for case .spans(let spans) in handler.nextAnswers() where spans.view == view.view {
        guard !spans.flags.contains(.overview) else { continue }
        found[Picture(column: spans.column, isBand: spans.flags.contains(.band))] = spans
      }
      return columns.allSatisfy { found[Picture(column: UInt16($0), isBand: false)] != nil }
    }
    return found
  }
}
