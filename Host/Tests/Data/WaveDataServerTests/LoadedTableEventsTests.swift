import Dispatch
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

/// A number and a text in two chunks of rows; a test can act between two steps of a pass.
private final class SteppedTable: TableSource {
  static let rowCount = TableChunk.rowLimit + 10

  let info = TableInfo(
    name: "stepped", columns: [TableColumn(name: "n", kind: .integer), TableColumn(name: "w", kind: .text)],
    isSimulated: true, notes: ["A note."])
  /// Called before each chunk, with the number of rows so far; of texts if true.
  let step = Mutex<(@Sendable (Int, Bool) throws(TableError) -> Void)?>(nil)
  let interruptions = Mutex(0)
  private let chunks = [0..<TableChunk.rowLimit, TableChunk.rowLimit..<rowCount]

  private func begin(
    _ rows: Range<Int>, _ isText: Bool, _ progress: (WaveTables.TableProgress) -> Bool
  ) throws(TableError) {
    if let step = step.withLock({ $0 }) { try step(rows.lowerBound, isText) }
    let fraction = Double(rows.lowerBound) / Double(Self.rowCount)
    let isOn = progress(TableProgress(phase: .reading, rowCount: rows.lowerBound, fraction: fraction))
    guard isOn else { throw .cancelled }
  }

  func scan(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    for rows in chunks {
      try begin(rows, false, progress)
      let wholes = rows.map { Int64($0 % 100) }
      each(
        TableChunk(
          firstRow: rows.lowerBound, keys: rows.map { Int64($0) + 1 },
          values: columns.map { _ in wholes.map { Double($0) } }, integers: columns.map { _ in wholes }))
    }
  }

  func scanTexts(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] {
    var dictionary = TextDictionary()
    let word = Array("so".utf8)
    let code = dictionary.code(adding: word.span)
    for rows in chunks {
      try begin(rows, true, progress)
      let codes = rows.map { $0 % 4 == 0 ? TextDictionary.missing : code }
      each(TextChunk(firstRow: rows.lowerBound, keys: rows.map { Int64($0) + 1 }, codes: [codes]))
    }
    return [dictionary]
  }

  func row(key: Int64) -> [TableCell]? { [.integer((key - 1) % 100), .text("so", byteCount: 2)] }
  func rows(from key: Int64, count: Int) -> [TableRow] { [] }
  func interrupt() { interruptions.withLock { $0 += 1 } }
}

/// The messages that clients receive while a table is read, stopped, resumed and discarded.
@Suite struct LoadedTableEventsTests {
  private let table = SteppedTable()
  private let host: LoadedTableHost
  private let events = Events()

  private final class Events: Sendable {
    private let list = Mutex<[String]>([])

    func note(_ event: TableEvent) { list.withLock { $0.append(Self.text(event)) } }

    func taken() -> [String] {
      list.withLock { list in
        defer { list = [] }
        return list
      }
    }

    private static func text(_ event: TableEvent) -> String {
      switch event {
      case .table(let table):
        "table \(String(decoding: table.name, as: UTF8.self)) \(table.rowCount) "
          + "\(table.columnCount) \(table.flags.rawValue)"
      case .abilities(let abilities): "abilities \(abilities.condition)"
      case .columns(let parts):
        "columns "
          + parts.flatMap(\.columns).map { "\($0.kind) \($0.minimum) \($0.maximum) \($0.missing)" }
          .joined(separator: ", ")
      case .axis(let axis): "axis \(axis.order) \(axis.kind) \(axis.from)..<\(axis.until)"
      case .progress(let work): "progress \(work.stage) \(work.done) of \(work.total)"
      case .notice(let notice): "\(notice.severity): \(String(decoding: notice.text, as: UTF8.self))"
      }
    }
  }

  init() async throws {
    let (table, events) = (table, events)
    host = LoadedTableHost(
      number: 2,
      opening: RowsOpening(name: "later", path: "/somewhere/t") { progress throws(TableError) in
        guard progress(TableProgress(phase: .importing, rowCount: 50, fraction: 0.25)) else {
          throw .cancelled
        }
        return table
      }, logger: Logger(label: "test"))
    let hub = try await NotingHub().run { loop in
      SessionHub<DataSession>(on: loop) { event, source in
        #expect(source == 2)
        events.note(event)
      }
    }
    host.publisher.join(hub)
    isReported(always: true)
  }

  /// Makes every report due, or none but the first, whatever the time.
  private func isReported(always: Bool) {
    let host = host
    host.state.withLock { $0.reportedMicroseconds = always ? .min / 2 : .max / 2 }
    table.step.withLock { step in
      step = { _, _ in host.state.withLock { $0.reportedMicroseconds = always ? .min / 2 : .max / 2 } }
    }
  }

  /// Stops the reading before the second chunk, of the numbers or of the texts.
  private func stop(inTexts: Bool) {
    let host = host
    table.step.withLock { step in
      step = { row, isText in
        host.state.withLock { $0.reportedMicroseconds = .max / 2 }
        if row > 0, isText == inTexts { host.stop() }
      }
    }
  }

  private static let count = UInt64(SteppedTable.rowCount)
  private static let all = "table stepped \(count) 2 3"
  private static let numbers = "columns integer 0.0 99.0 0, text nan nan 0"
  private static let axis = "axis rows count 0..<\(count)"
  /// The messages sent after all numbers have been read, and after all texts.
  private static let numbersAreRead = ["progress reading \(count) of \(count)", all, numbers, axis]
  private static let textsAreRead = [
    "progress texts \(count) of \(count)", "columns integer 0.0 99.0 0, text nan nan 16387", all,
  ]
  private static let begun = ["table stepped 0 2 1", "columns integer nan nan 0, text nan nan 0"]

  @Test func everyStepIsReported() {
    host.read()
    #expect(
      events.taken().filter { $0.hasPrefix("progress") } == [
        "progress importing 50 of 200", "progress reading 0 of 1", "progress reading 65536 of 65546",
        Self.numbersAreRead[0], "progress texts 0 of 65546", "progress texts 65536 of 65546",
        Self.textsAreRead[0],
      ])
    #expect(host.state.withLock { $0.progress == nil && $0.persistentNotice == nil && !$0.isStopped })
  }

  @Test func betweenTwoReportsOnlyTheFirstRowsAreTold() {
    isReported(always: false)
    host.read()
    #expect(
      events.taken() == Self.begun + [
        "table stepped 65536 2 1", Self.numbers, "axis rows count 0..<65536",
      ] + Self.numbersAreRead + Self.textsAreRead)
  }

  @Test func theProgressOfTextsIsAPartOfTheRows() {
    let host = host
    let seen = Mutex<[TableWork?]>([])
    table.step.withLock { step in
      step = { row, isText in
        if isText || row > 0 { seen.withLock { $0.append(host.state.withLock { $0.progress }) } }
      }
    }
    host.read()
    #expect(
      seen.withLock { $0 } == [
        TableWork(source: 2, stage: .reading, done: 0, total: 1), nil,
        TableWork(source: 2, stage: .texts, done: 0, total: Self.count),
      ])
    let welcome = host.greeting
    #expect(welcome.first == .table(host.state.withLock { $0.table.description }))
    #expect(
      welcome.last
        == .axis(
          TableAxis(
            source: 2, order: .rows, column: 0, kind: .count, from: 0, until: Int64(Self.count))))
  }

  @Test func stoppedNumbersArePartialAndCanBeResumed() {
    stop(inTexts: false)
    host.read()
    let said = "information: Reading was stopped: only the rows read so far are shown."
    let part = [
      "progress reading 65536 of 65536", "table stepped 65536 2 9", Self.numbers, "axis rows count 0..<65536",
    ]
    #expect(Array(events.taken().suffix(5)) == part + [said])
    #expect(table.interruptions.withLock { $0 } == 1)
    guard case .notice(let notice) = host.greeting.last else {
      Issue.record("a client that connects later receives no notice")
      return
    }
    #expect(notice.severity == .information)
    isReported(always: false)
    host.read(ReadTable(source: 2))
    host.reader.sync {}
    #expect(events.taken() == ["table stepped 65536 2 1"] + Self.numbersAreRead + Self.textsAreRead)
    let counts = host.state.withLock { $0.integers[0]?.map(\.count) }
    #expect(counts == [65_536, 10] && host.state.withLock { $0.persistentNotice } == nil)
    // Complete, so that there is nothing to resume or to discard.
    host.read(ReadTable(source: 2))
    host.read(ReadTable(source: 2, isDiscarded: true))
    host.reader.sync {}
    #expect(events.taken() == [])
  }

  @Test func discardedRowsAreGoneForEverybody() {
    stop(inTexts: false)
    host.read()
    _ = events.taken()
    let revision = host.state.withLock { $0.revision }
    host.read(ReadTable(source: 2, isDiscarded: true))
    host.reader.sync {}
    let gone = ["table stepped 0 2 9", "columns integer nan nan 0, text nan nan 0"]
    #expect(events.taken() == gone + ["table stepped 0 2 9", "axis rows count 0..<1"])
    #expect(host.state.withLock { $0.revision } == revision + 1)
    #expect(host.greeting.count == 2, "a table without rows has no axis")
  }

  @Test func stoppedTextsKeepTheNumbersAndCanBeResumed() {
    stop(inTexts: true)
    host.read()
    #expect(
      events.taken().suffix(3) == [
        "progress texts \(Self.count) of \(Self.count)", "table stepped \(Self.count) 2 11",
        "information: Reading was stopped: text columns have no strips.",
      ])
    isReported(always: false)
    host.read(ReadTable(source: 2))
    host.reader.sync {}
    #expect(events.taken() == [Self.all] + Self.textsAreRead)
    #expect(host.state.withLock { $0.texts[1]?.missingCount } == 16_387)
  }

  @Test func aFailureNamesTheTableAndNotItsPath() {
    table.step.withLock { step in
      step = { row, _ throws(TableError) in
        if row > 0 { throw .damaged(path: "/somewhere/t", afterRows: 5, reason: "bad") }
      }
    }
    host.read()
    #expect(
      events.taken().last
        == "failure: later: is damaged after row 5 (bad). Restore it, or recover what is there with "
        + "sqlite3 FILE .recover")
    #expect(host.state.withLock { $0.table.description.flags } == [.partial, .simulated])
    // Nothing was read before the first chunk.
    host.read(ReadTable(source: 2, isDiscarded: true))
    host.reader.sync {}
    table.step.withLock { step in step = { _, _ throws(TableError) in throw .cancelled } }
    host.read(ReadTable(source: 2))
    host.reader.sync {}
    #expect(events.taken().last == "information: Reading was stopped before the first row was read.")
  }

  @Test func aTextOfAnotherPathIsUnchanged() {
    #expect(host.textForClients("/somewhere/t: and /somewhere/t") == Array("later: and later".utf8))
    #expect(host.textForClients("disk full") == Array("disk full".utf8))
  }

  @Test func aReportIsDueAfterAnInterval() {
    let interval = LoadedTableHost.reportIntervalMicroseconds
    let known: [(now: Int64, isFirst: Bool, isDue: Bool)] = [
      (1000 + interval - 1, false, false), (1000 + interval, false, true), (1001 + interval, false, false),
      (1001 + interval, true, true), (1000 + 2 * interval, false, false), (1001 + 2 * interval, false, true),
    ]
    host.state.withLock { $0.reportedMicroseconds = 1000 }
    for (now, isFirst, isDue) in known {
      let found = host.state.withLock { $0.isReportDue(at: now, isFirst: isFirst) }
      #expect(found == isDue, "\(now)")
    }
  }

  @Test func theLatestOrdersAreKept() throws {
    host.read()
    func ordered(_ name: OrderedTable.Name) throws -> OrderedTable {
      try #require(try host.ordered(name) { _ in true })
    }
    let ranks = OrderedTable.Name(.ranks, column: 0)
    let first = try ordered(ranks)
    #expect(try ordered(ranks) === first && first.reading == 1)
    #expect((0..<3).map { first.row(atPlace: $0) } == [0, 100, 200])
    for order in [TableOrder.rows, .values] { _ = try ordered(OrderedTable.Name(order, column: 0)) }
    #expect(host.state.withLock { $0.orders.count } == 3)
    // A column without numbers has no order.
    #expect(try host.ordered(OrderedTable.Name(.ranks, column: 1)) { _ in true } == nil)
    #expect(try host.ordered(OrderedTable.Name(.ranks, column: 7)) { _ in true } == nil)
    #expect(host.state.withLock { $0.orders.count } == 3)
  }

  @Test func theOldestOrderGivesWay() throws {
    let demo = LoadedTableHost(
      number: 0, opening: RowsOpening(name: "t", open: { _ in DemoTable(rowCount: 100) }),
      logger: Logger(label: "test"))
    demo.read()
    let names = (1...5).map { OrderedTable.Name(.ranks, column: $0) }
    for name in names { #expect(try demo.ordered(name) { _ in true }?.count == 100) }
    #expect(demo.state.withLock { $0.orderUse } == Array(names.dropFirst()))
    #expect(demo.state.withLock { Set($0.orders.keys) } == Set(names.dropFirst()))
    // What is ended has no order.
    #expect(try demo.ordered(names[0]) { _ in false } == nil)
    #expect(demo.state.withLock { $0.orderUse } == Array(names.dropFirst()))
  }
}
