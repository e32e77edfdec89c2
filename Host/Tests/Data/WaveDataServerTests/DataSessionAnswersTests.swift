import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveWire

@testable import WaveDataServer

/// What a client receives: answers to its messages, the newest changes of its tables, and answers of feeds.
@Suite struct DataSessionAnswersTests {
  private final class Driver: TableDriver {
    struct State {
      var inputs: [String] = []
      var updates: [Bool] = []
      var answers: [DataMessage] = []
      var wakeMicroseconds = Int64.max
      var workCount = 0
    }

    let state = Mutex(State())

    var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }
    var wakeMicroseconds: Int64 { state.withLock { $0.wakeMicroseconds } }
    func update(isRedrawn: Bool) { state.withLock { $0.updates.append(isRedrawn) } }
    func work() { state.withLock { $0.workCount += 1 } }

    func receive(_ input: DataFeed.Input) {
      // The name of the case.
      let text = "\(input)".prefix { $0 != "(" }
      state.withLock { $0.inputs.append(String(text)) }
    }

    func nextAnswers() -> [DataMessage] {
      state.withLock { state in
        defer { state.answers = [] }
        return state.answers
      }
    }

    func takenInputs() -> [String] {
      state.withLock { state in
        defer { state.inputs = [] }
        return state.inputs
      }
    }
  }

  private final class Table: ServedTable {
    let driver = Driver()
    let publisher = EventPublisher<DataSession>(source: 0)
    let isUnread: Bool
    let asked = Mutex<[String]>([])

    init(isUnread: Bool) { self.isUnread = isUnread }

    var greeting: [DataMessage] { [.notice(DataSessionAnswersTests.notice(isUnread ? "lazy" : "plain"))] }
    func makeDriver(waking waker: ClientWaker) -> any TableDriver { driver }
    func read(_ request: ReadTable) {
      asked.withLock { $0.append(request.isDiscarded ? "discard" : "read") }
    }
    func choose(_ choice: ChooseLost) { asked.withLock { $0.append("choose \(choice.showsRest)") } }
    func stop() { asked.withLock { $0.append("stop") } }
    func run() async throws {}

    func taken() -> [String] {
      asked.withLock { asked in
        defer { asked = [] }
        return asked
      }
    }
  }

  private let tables = [Table(isUnread: false), Table(isUnread: true)]

  private static func notice(_ text: String, _ severity: Notice.Severity = .information) -> Notice {
    Notice(severity: severity, text: Array(text.utf8))
  }

  /// A session, and a client that sends messages to it.
  private struct Client {
    let session: DataSession
    var budget = MessageBudget(perSecond: 10_000)

    init(_ tables: [Table], mayControl: Bool = true, isGreeted: Bool = true) throws {
      session = DataSession(hosts: tables, mayControl: mayControl, waker: .none)
      guard isGreeted else { return }
      try send(.hello(DataHello()))
      _ = try received()
    }

    mutating func send(_ messages: DataMessage...) throws {
      var frame: [UInt8] = []
      for message in messages { message.encodeFromClient(into: &frame) }
      try session.receive(frame, at: 77, budget: &budget)
    }

    func received() throws -> [DataMessage] {
      var frames = MeteredFrames()
      session.collect(at: 78, into: &frames)
      var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
      let bytes = frames.frames.bytes
      var messages: [DataMessage] = []
      while let message = try reader.nextFromServer(in: bytes.span.bytes) { messages.append(message) }
      return messages
    }
  }

  private static func description(_ rowCount: UInt64, of source: UInt16 = 0) -> TableDescription {
    TableDescription(
      source: source, flags: [], rowCount: rowCount, columnCount: 1, name: [0x74], detail: [])
  }

  @Test func aClientIsWelcomedOnceItSaysHello() throws {
    var client = try Client(tables, isGreeted: false)
    for message in [
      DataMessage.readRow(ReadRow(request: 1, source: 0, tick: 0)),
      .clockRequest(ClockRequest(clientMicroseconds: 5)),
    ] {
      var other = try Client(tables, isGreeted: false)
      #expect(throws: ClientFault.self) { try other.send(message) }
    }
    // No message is sent before.
    client.session.receive(.table(Self.description(9)), from: 0)
    #expect(!client.session.isDue(at: 1) && tables[0].driver.state.withLock { $0.updates } == [true])
    #expect(try client.received() == [])
    try client.send(.hello(DataHello()), .clockRequest(ClockRequest(clientMicroseconds: 5)))
    #expect(client.session.isDue(at: 1))
    #expect(
      try client.received() == [
        .welcome(Welcome(sourceCount: 2, serverMicroseconds: 77)), .notice(Self.notice("plain")),
        .notice(Self.notice("lazy")), .clockReply(ClockReply(clientMicroseconds: 5, serverMicroseconds: 77)),
      ])
    #expect(!client.session.isDue(at: 1))
    var stranger = try Client(tables, isGreeted: false)
    let hello = DataHello(version: WireVersion.current + 1)
    #expect(throws: ClientFault.self) { try stranger.send(.hello(hello)) }
  }

  @Test func requestsReachTheirTableOnly() throws {
    var client = try Client(tables)
    let scatter = ShowScatter(
      request: 1, source: 1, x: 0, y: 0, columns: 2, rows: 2, xLow: 0, xHigh: 1, yLow: 0, yHigh: 1)
    let known: [(message: DataMessage, input: String)] = [
      (.readRow(ReadRow(request: 1, source: 1, tick: 0)), "read"),
      (.readRange(ReadRange(request: 1, source: 1, column: 0, from: 0, until: 1)), "read"),
      (.readRows(ReadRows(request: 1, source: 1, isTick: false, start: 0, count: 1)), "read"),
      (.setFilter(SetFilter(source: 1, filter: 1, kind: .ticks(from: 0, until: 1))), "filter"),
      (.exportRows(ExportRows(request: 1, source: 1, from: 0, until: 1)), "export"),
      (.deriveColumn(DeriveColumn(source: 1, number: 0, formula: [0x31])), "derive"),
      (.showScatter(scatter), "scatter"),
      (.showTexts(ShowTexts(source: 1, buckets: 9, columns: [0])), "texts"),
      (.stop(StopTableWork(source: 1, stage: .ordering)), "stop"),
      (.stop(StopTableWork(source: 1, stage: .deriving)), "stop"),
      (.stop(StopTableWork(source: 1, stage: .asking)), "stop"),
    ]
    for (message, input) in known {
      try client.send(message)
      #expect(tables[1].driver.takenInputs() == [input], "\(message)")
    }
    #expect(tables[0].driver.takenInputs() == [] && tables[1].taken() == [])
    let asked: [(message: DataMessage, asked: String)] = [
      (.stop(StopTableWork(source: 1, stage: .importing)), "stop"),
      (.stop(StopTableWork(source: 1, stage: .reading)), "stop"),
      (.stop(StopTableWork(source: 1, stage: .texts)), "stop"),
      (.readTable(ReadTable(source: 1)), "read"),
      (.readTable(ReadTable(source: 1, isDiscarded: true)), "discard"),
      (.chooseLost(ChooseLost(source: 1, showsRest: true)), "choose true"),
    ]
    for (message, text) in asked {
      try client.send(message)
      #expect(tables[1].taken() == [text] && tables[1].driver.takenInputs() == [], "\(message)")
    }
    #expect(try client.received() == [] && tables[0].taken() == [])
    client.session.close(at: 1)
    #expect(tables.map { $0.driver.takenInputs() } == [["close"], ["close"]])
  }

  @Test func aViewerMayChooseATableThatNobodyHasRead() throws {
    var client = try Client(tables, mayControl: false)
    let refusal = DataMessage.notice(
      Self.notice("This screen may only view. Pair it to read, stop or discard tables.", .warning))
    try client.send(.readTable(ReadTable(source: 1)))
    #expect(tables[1].taken() == ["read"])
    #expect(try client.received() == [])
    for message in [
      .readTable(ReadTable(source: 1, isDiscarded: true)), .readTable(ReadTable(source: 0)),
      .stop(StopTableWork(source: 0, stage: .asking)), .chooseLost(ChooseLost(source: 1, showsRest: false)),
    ] as [DataMessage] {
      try client.send(message)
      #expect(try client.received() == [refusal])
    }
    #expect(tables.allSatisfy { $0.taken() == [] && $0.driver.takenInputs() == [] })
  }

  @Test func aTableThatIsNotThereIsReported() throws {
    var client = try Client(tables)
    let text = "There is no table 2. Reload the page to see the available tables."
    let view = ShowTable(view: 1, source: 2, order: .rows, orderColumn: 0, pixels: 9, from: 0, until: 9)
    for message in [
      .show(view), .readRow(ReadRow(request: 1, source: 2, tick: 0)), .readTable(ReadTable(source: 2)),
      .showTexts(ShowTexts(source: 2, buckets: 9, columns: [0])),
      .stop(StopTableWork(source: 2, stage: .reading)), .chooseLost(ChooseLost(source: 2, showsRest: true)),
    ] as [DataMessage] {
      try client.send(message)
      #expect(try client.received() == [.notice(Self.notice(text, .warning))], "\(message)")
    }
  }

  @Test func onlyTheNewestChangesAreSent() throws {
    let client = try Client(tables)
    let axis = TableAxis(source: 1, order: .rows, column: 0, kind: .count, from: 0, until: .max)
    let work = { (done: UInt64) in TableWork(source: 1, stage: .reading, done: done, total: 90) }
    let abilities = TableAbilities(source: 1, abilities: .rows, lenses: 1)
    let columns = TableColumns(source: 1, first: 0, columns: [.init(kind: .real, name: [0x61])])
    for number in 0..<12 {
      client.session.receive(.notice(Self.notice("\(number)")), from: 1)
      client.session.receive(.progress(work(UInt64(number))), from: 1)
      client.session.receive(.table(Self.description(UInt64(number), of: 1)), from: 1)
    }
    client.session.receive(.axis(axis), from: 1)
    client.session.receive(.abilities(abilities), from: 1)
    client.session.receive(.columns([columns, columns]), from: 1)
    client.session.receive(.table(Self.description(5)), from: 0)
    #expect(client.session.isDue(at: 1))
    let received = try client.received()
    let expected: [DataMessage] =
      [.table(Self.description(5)), .table(Self.description(11, of: 1)), .abilities(abilities)]
    #expect(Array(received.prefix(3)) == expected && received.count == 7 + 8)
    // Names and kinds: the statistics are not known.
    let parts = received[3...4].compactMap { if case .columns(let columns) = $0 { columns } else { nil } }
    #expect(parts.map { $0.columns.map(\.name) } == [[[0x61]], [[0x61]]])
    #expect(received[5] == .axis(axis.readable) && axis.readable.until == WireLimits.ticks)
    #expect(received[6] == .progress(work(11)))
    #expect(Array(received[7...]) == (0..<8).map { .notice(Self.notice("\($0)")) })
    #expect(try client.received() == [] && !client.session.isDue(at: 1))
    // Drivers learn of changes at once, and draw again where rows have changed.
    let updates = tables[1].driver.state.withLock { $0.updates }
    #expect(updates == Array(repeating: true, count: 12) + [false, false])
  }

  @Test func answersOfFeedsComeInTheOrderOfTables() throws {
    let client = try Client(tables)
    let row = TableCells(request: 1, source: 0, key: 5, tick: .max, first: 0, cells: [])
    tables[1].driver.state.withLock { $0.answers = [.notice(Self.notice("second"))] }
    tables[0].driver.state.withLock { $0.answers = [.row(row), .notice(Self.notice("first"))] }
    #expect(client.session.isDue(at: 1))
    var clamped = row
    clamped.tick = WireLimits.ticks
    #expect(
      try client.received() == [
        .row(clamped), .notice(Self.notice("first")), .notice(Self.notice("second")),
      ])
    #expect(!client.session.isDue(at: 1))
  }

  @Test func driversWorkWhenTheirTimeHasCome() throws {
    let client = try Client(tables)
    func counts() -> [Int] { tables.map { $0.driver.state.withLock { $0.workCount } } }
    #expect(client.session.wakeMicroseconds == .max)
    tables[0].driver.state.withLock { $0.wakeMicroseconds = 100 }
    tables[1].driver.state.withLock { $0.wakeMicroseconds = 50 }
    #expect(client.session.wakeMicroseconds == 50)
    #expect(!client.session.isDue(at: 49) && counts() == [0, 0])
    #expect(!client.session.isDue(at: 50) && counts() == [0, 1])
    #expect(!client.session.isDue(at: 100) && counts() == [1, 2])
  }

  @Test func unreadAnswersAndLanesHaveLimits() throws {
    var client = try Client(tables)
    let clock = DataMessage.clockRequest(ClockRequest(clientMicroseconds: 5))
    for _ in 0..<256 { try client.send(clock) }
    #expect(throws: ClientFault.self) { try client.send(clock) }
    #expect(try client.received().count == 256)
    try client.send(clock)
    let limit = 2 * WireLimits.columnsPerMessage + 1
    for column in 0..<UInt16(limit + 5) {
      try client.send(.showLane(ShowLane(column: column, lens: 0, threshold: 3, pixels: 9, low: 0, high: 1)))
    }
    // Of one column there can be three lanes: two that are drawn, and an overview.
    try client.send(
      .show(ShowTable(view: 1, source: 0, order: .rows, orderColumn: 0, pixels: 9, from: 0, until: 9)))
    let inputs = tables[0].driver.takenInputs()
    #expect(inputs.count { $0 == "lane" } == limit && inputs.last == "show")
    let kinds = [(false, false), (true, false), (false, true), (true, true), (false, false)]
    for (isSecond, isOverview) in kinds {
      try client.send(
        .showLane(
          ShowLane(
            column: 3, lens: 0, threshold: 3, pixels: 9, isOverview: isOverview, isSecond: isSecond, low: 0,
            high: 1)))
    }
    try client.send(
      .show(ShowTable(view: 2, source: 0, order: .rows, orderColumn: 0, pixels: 9, from: 0, until: 9)))
    #expect(tables[0].driver.takenInputs() == ["lane", "lane", "lane", "lane", "show"])
  }
}
