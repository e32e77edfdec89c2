import ServerTestSupport
import ServiceLifecycle
import Synchronization
import Testing

@testable import WaveServer

/// Clients at a server of two made instruments.
@Suite struct ClientSessionTests {
  private let loop: NotingHub
  private let record: Record
  private let instruments: [Letter]

  init() async throws {
    loop = try await NotingHub()
    let record = Record()
    self.record = record
    instruments = ["a", "b"].map { Letter($0, record) }
  }

  /// A client that says something.
  private static func client(
    of instruments: [Letter], on loop: SessionLoop, saying text: String, waker: ClientWaker = .none
  ) throws -> ClientSession {
    let client = ClientSession(instruments: instruments, loop: loop, mayControl: true, waker: waker)
    try send(text, by: client)
    return client
  }

  private static func send(_ text: String, by client: ClientSession) throws {
    var budget = MessageBudget(perSecond: 100)
    try client.receive(Array(text.utf8), at: 1, budget: &budget)
  }

  @Test func theFirstMessageNamesTheInstrument() async throws {
    try await loop.run { [instruments] loop in
      let client = ClientSession(instruments: instruments, loop: loop, mayControl: false)
      #expect(!client.isDue(at: 1) && client.wakeMicroseconds == .max)
      try Self.send("b", by: client)
      try Self.send("a", by: client)
      #expect(client.isDue(at: 1) && client.wakeMicroseconds == 42)
      var frames = MeteredFrames()
      client.collect(at: 1, into: &frames)
      #expect(frames.rows == 2 && !client.isDue(at: 1))
      // A message that names no instrument is for the first one.
      _ = try Self.client(of: instruments, on: loop, saying: "z")
    }
    #expect(record.lines == ["b looks", "b hears b", "b hears a", "a controls", "a hears z"])
  }

  @Test func withoutInstrumentsTheConnectionEnds() async throws {
    let fault = try await loop.run { loop in
      #expect(throws: ClientFault.self) { _ = try Self.client(of: [], on: loop, saying: "a") }
    }
    #expect(fault == .protocolError("nothing is served here"))
  }

  @Test func eventsReachTheSessionsOfTheirInstrument() async throws {
    try await loop.run { [instruments] loop in
      for text in ["a", "a", "b"] { _ = try Self.client(of: instruments, on: loop, saying: text) }
    }
    record.clear()
    let hub = try #require(instruments[0].hub)
    hub.post(.news(7), from: 3)
    try await loop.run { _ in }
    #expect(record.lines == ["a of 3: news(7)", "a of 3: news(7)"])
  }

  @Test func aClientThatLeavesHearsNoMore() async throws {
    try await loop.run { [instruments] loop in
      let clients = try (0..<3).map { _ in try Self.client(of: instruments, on: loop, saying: "a") }
      instruments[0].hub?.post(.news(1), from: 0)
      clients[1].leave(at: 9)
      #expect(!clients[1].isDue(at: 9))
      clients[1].leave(at: 10)
    }
    try await loop.run { _ in }
    #expect(record.lines.filter { $0 == "a of 0: news(1)" }.count == 2)
    #expect(record.lines.filter { $0.hasPrefix("a closes") } == ["a closes at 9"])
  }

  /// While a loop is busy the newest events wait: rows are dropped first, and one signal is enough.
  @Test func anInboxKeepsTheNewest() async throws {
    try await loop.run { [instruments, record] loop in
      _ = try Self.client(of: instruments, on: loop, saying: "a")
      let hub = try #require(instruments[0].hub)
      record.clear()
      hub.post(.news(0), from: 0)
      for _ in 0..<5 { hub.post(.signal, from: 0) }
      hub.post(.signal, from: 1)
      for number in 0..<70 { hub.post(.row(number), from: 0) }
    }
    try await loop.run { _ in }
    let kept = ["news(0)", "signal", "signal"] + (9..<70).map { "row(\($0))" }
    #expect(record.lines.map { String($0.split(separator: " ").last ?? "") } == kept)
  }

  @Test func anAnswerWakesItsClientAlone() async throws {
    let wakes = (0..<2).map { _ in Record() }
    try await loop.run { [instruments] loop in
      for wake in wakes {
        let waker = ClientWaker { wake.note("woken") }
        _ = try Self.client(of: instruments, on: loop, saying: "a", waker: waker)
      }
    }
    instruments[0].wakers[1].wake()
    #expect(wakes[0].lines.isEmpty && wakes[1].lines == ["woken"])
  }

  @Test func aLoopIsWokenOnceAtATime() async throws {
    let record = record
    let waker = try await loop.run { loop in
      let waker = ClientWaker(on: loop.eventLoop) { record.note("woken") }
      for _ in 0..<9 { waker.wake() }
      return waker
    }
    try await loop.run { _ in }
    #expect(record.lines == ["woken"])
    waker.wake()
    try await loop.run { _ in }
    #expect(record.lines == ["woken", "woken"])
  }

  @Test func sessionsShareOneValueOfAKind() async throws {
    try await loop.run { loop in
      let first = loop.scheduler.shared { Record() }
      #expect(loop.scheduler.shared { Record() } === first)
    }
  }
}

/// What has happened, line by line.
private final class Record: Sendable {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func note(_ line: String) { state.withLock { $0.append(line) } }

  func clear() { state.withLock { $0 = [] } }
}

/// An instrument whose hello is a letter.
private final class Letter: ServedInstrument {
  let name: String
  let isEmpty = false
  let services: [any Service] = []
  private let record: Record
  private let hubs = SessionHubs<LetterSession>()
  private let state = Mutex((hub: SessionHub<LetterSession>?.none, wakers: [ClientWaker]()))

  init(_ name: String, _ record: Record) {
    self.name = name
    self.record = record
  }

  /// The hub of the loop that has had a client.
  var hub: SessionHub<LetterSession>? { state.withLock { $0.hub } }

  /// The clients', in the order in which they came.
  var wakers: [ClientWaker] { state.withLock { $0.wakers } }

  func isHello(_ frame: [UInt8]) -> Bool { frame == Array(name.utf8) }

  func makeSession(for client: ClientSession) -> any InstrumentSession {
    let hub = hubs.hub(of: client.loop) { hub in state.withLock { $0.hub = hub } }
    let session = LetterSession(name, record)
    state.withLock { $0.wakers.append(client.waker) }
    record.note("\(name) \(client.mayControl ? "controls" : "looks")")
    hub.add(session, of: client)
    return session
  }
}

/// Notes what it hears, and answers each frame by a row.
private final class LetterSession: EventSession {
  enum Event: SourceEventing {
    case row(Int)
    case news(Int)
    case signal

    var isRow: Bool { if case .row = self { true } else { false } }
    var isSignal: Bool { if case .signal = self { true } else { false } }
  }

  private let name: String
  private let record: Record
  private var answerCount = 0

  init(_ name: String, _ record: Record) {
    self.name = name
    self.record = record
  }

  func receive(_ event: Event, from source: UInt16) { record.note("\(name) of \(source): \(event)") }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    record.note("\(name) hears \(String(decoding: frame, as: UTF8.self))")
    answerCount += 1
  }

  func isDue(at now: Int64) -> Bool { answerCount > 0 }

  var wakeMicroseconds: Int64 { 42 }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    frames.rows += answerCount
    answerCount = 0
  }

  func close(at now: Int64) { record.note("\(name) closes at \(now)") }
}
