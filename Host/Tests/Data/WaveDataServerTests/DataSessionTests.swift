import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveWire
import WaveServer

@testable import WaveDataServer

/// Lanes name no table: they are of the one whose view comes next.
@Suite struct DataSessionTests {
  /// What a driver or its table was asked for.
  private enum Asked: Equatable {
    case lane(ShowLane)
    case view(UInt16)
    case hidden
    case controlled
    case texts
    case scatter
  }

  private final class Driver: TableDriver {
    private let asked = Mutex<[Asked]>([])

    var hasAnswers: Bool { false }
    var wakeMicroseconds: Int64 { .max }
    func nextAnswers() -> [DataMessage] { [] }
    func update(isRedrawn: Bool) {}
    func work() {}

    func receive(_ input: DataFeed.Input) {
      let known: Asked? =
        switch input {
        case .show(let view): .view(view.view)
        case .lane(let lane): .lane(lane)
        case .hide: .hidden
        case .texts: .texts
        case .scatter: .scatter
        case .stop: .controlled
        default: nil
        }
      if let known { note(known) }
    }

    func note(_ next: Asked) { asked.withLock { $0.append(next) } }

    func taken() -> [Asked] {
      asked.withLock { asked in
        defer { asked = [] }
        return asked
      }
    }
  }

  private final class Table: ServedTable {
    let driver = Driver()
    let greeting: [DataMessage]
    init(greeting: [DataMessage] = []) { self.greeting = greeting }
    let publisher = EventPublisher<DataSession>(source: 0)
    func makeDriver(waking waker: ClientWaker) -> any TableDriver { driver }
    var isUnread: Bool { false }
    func read(_ request: ReadTable) { driver.note(.controlled) }
    func choose(_ choice: ChooseLost) { driver.note(.controlled) }
    func stop() { driver.note(.controlled) }
    func run() async throws {}
  }

  private let tables = [Table(), Table()]

  private func session() throws -> (DataMessage...) throws -> Void {
    let session = DataSession(hosts: tables, mayControl: true, waker: .none)
    var budget = MessageBudget(perSecond: 1000)
    let send: (DataMessage...) throws -> Void = { messages in
      var frame: [UInt8] = []
      for message in messages { message.encodeFromClient(into: &frame) }
      try session.receive(frame, at: 1, budget: &budget)
    }
    try send(.hello(DataHello()))
    return send
  }

  private static func view(_ number: UInt16, of source: UInt16) -> DataMessage {
    .show(
      ShowTable(
        view: number, source: source, order: .rows, orderColumn: 0, pixels: 300, from: 0, until: 1000))
  }

  private static func lane(_ column: UInt16, high: Double, pixels: UInt16 = 90) -> ShowLane {
    ShowLane(column: column, lens: 0, threshold: 3, pixels: pixels, low: 0, high: high)
  }

  @Test func anotherTableHasItsOwnRanges() throws {
    let send = try session()
    let (first, second) = (Self.lane(0, high: 1), Self.lane(0, high: 40_000))
    try send(.showLane(first), Self.view(1, of: 0))
    #expect(tables[0].driver.taken() == [.lane(first), .view(1)] && tables[1].driver.taken().isEmpty)

    try send(.showLane(second), Self.view(2, of: 1))
    #expect(tables[0].driver.taken() == [.hidden])
    #expect(tables[1].driver.taken() == [.hidden, .lane(second), .view(2)])

    // Shown again, a table has no lane of the time before.
    try send(.showLane(Self.lane(3, high: 2)), Self.view(3, of: 0))
    #expect(tables[0].driver.taken() == [.hidden, .lane(Self.lane(3, high: 2)), .view(3)])
    #expect(tables[1].driver.taken() == [.hidden])
  }

  /// Clients ask for them before the first view, which must not end that.
  @Test func textsAndScattersBeforeTheFirstViewStay() throws {
    let send = try session()
    let scatter = ShowScatter(
      request: 1, source: 1, x: 0, y: 1, columns: 10, rows: 10, xLow: 0, xHigh: 1, yLow: 0, yHigh: 1)
    try send(Self.view(1, of: 0))
    try send(
      .showTexts(ShowTexts(source: 1, buckets: 9, columns: [2])), .showLane(Self.lane(0, high: 2)),
      .showScatter(scatter), Self.view(2, of: 1))
    #expect(tables[0].driver.taken() == [.view(1), .hidden])
    #expect(tables[1].driver.taken() == [.hidden, .texts, .scatter, .lane(Self.lane(0, high: 2)), .view(2)])
  }

  @Test func theNewestWordOnALaneCounts() throws {
    let send = try session()
    try send(.showLane(Self.lane(0, high: 1)), .showLane(Self.lane(1, high: 1)))
    try send(.showLane(Self.lane(0, high: 2)), Self.view(1, of: 0), Self.view(2, of: 0))
    #expect(
      tables[0].driver.taken() == [
        .lane(Self.lane(1, high: 1)), .lane(Self.lane(0, high: 2)), .view(1), .view(2),
      ])
    try send(.showLane(Self.lane(1, high: 1, pixels: 0)), Self.view(3, of: 0))
    #expect(tables[0].driver.taken() == [.lane(Self.lane(1, high: 1, pixels: 0)), .view(3)])
  }

  @Test func manyTablesAreGreetedAndRepeatedGreetingsRefused() throws {
    let table = Table(
      greeting: Array(repeating: .notice(Notice(severity: .information, text: [])), count: 5))
    let session = DataSession(
      hosts: Array(repeating: table, count: 200), mayControl: true, waker: .none)
    var budget = MessageBudget(perSecond: 1000)
    var hello: [UInt8] = []
    DataMessage.hello(DataHello()).encodeFromClient(into: &hello)
    try session.receive(hello, at: 1, budget: &budget)
    #expect(throws: ClientFault.self) { try session.receive(hello, at: 1, budget: &budget) }
  }

  /// A device that may only look gets a message, in place of a button that does nothing.
  @Test(arguments: [true, false]) func onlyAControllerStopsAndDiscards(mayControl: Bool) throws {
    let session = DataSession(hosts: tables, mayControl: mayControl, waker: .none)
    var budget = MessageBudget(perSecond: 1000)
    var frame: [UInt8] = []
    for message in [
      .hello(DataHello()), .stop(StopTableWork(source: 0, stage: .reading)),
      .readTable(ReadTable(source: 0, isDiscarded: true)), .readTable(ReadTable(source: 0)),
      .chooseLost(ChooseLost(source: 0, showsRest: true)),
    ] as [DataMessage] { message.encodeFromClient(into: &frame) }
    try session.receive(frame, at: 1, budget: &budget)
    #expect(tables[0].driver.taken() == Array(repeating: .controlled, count: mayControl ? 4 : 0))
    var frames = MeteredFrames()
    session.collect(at: 2, into: &frames)
    var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
    let bytes = frames.frames.bytes
    var refusals = 0
    while let message = try reader.nextFromServer(in: bytes.span.bytes) {
      guard case .notice(let notice) = message else { continue }
      refusals += String(decoding: notice.text, as: UTF8.self).contains("may only view") ? 1 : 0
    }
    #expect(refusals == (mayControl ? 0 : 4))
  }
}
