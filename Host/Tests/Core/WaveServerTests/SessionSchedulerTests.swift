import Logging
import NIOCore
import NIOEmbedded
import NIOWebSocket
import ServiceLifecycle
import Testing
import WaveSystem

@testable import WaveServer
@testable import WaveWire

/// Which clients of a loop are served, and when.
@Suite struct SessionSchedulerTests {
  private let eventLoop = EmbeddedEventLoop()
  private let record = Lines()

  private var loop: SessionLoop {
    SessionLoop(eventLoop: eventLoop, metrics: ServerMetrics(), logger: Logger(label: "test"))
  }

  /// A client whose session does what a test has set.
  private final class Client {
    let session = SetSession()
    let handler: ClientHandler
    let channel: EmbeddedChannel

    init(_ name: String, on loop: SessionLoop, _ eventLoop: EmbeddedEventLoop, _ record: Lines) throws {
      let client = ClientSession(
        instruments: [SetInstrument(session)], loop: loop, mayControl: true, waker: .none)
      var budget = MessageBudget(perSecond: 100)
      try client.receive([1], at: 1, budget: &budget)
      handler = ClientHandler(session: client, limits: ServerLimits())
      channel = EmbeddedChannel(handler: handler, loop: eventLoop)
      session.name = name
      session.record = record
    }

    /// Reads the frames, and returns the number that were sent since the last call.
    func readFrameCount() throws -> Int {
      var count = 0
      while try channel.readOutbound(as: WebSocketFrame.self) != nil { count += 1 }
      return count
    }
  }

  private func clients(_ names: [String], on loop: SessionLoop) throws -> [Client] {
    try names.map { try Client($0, on: loop, eventLoop, record) }
  }

  @Test func eachReadyClientIsServedOnceInItsTurn() throws {
    let loop = loop
    let clients = try clients(["a", "b", "c", "d"], on: loop)
    for client in clients where client.session.name != "c" { client.session.isReady = true }
    for client in clients + clients {
      loop.scheduler.schedule(client.handler, now: MonotonicClock.microseconds)
    }
    loop.scheduler.serve()
    #expect(record.lines == ["a begins", "a ends", "b begins", "b ends", "d begins", "d ends"])
    #expect(try clients.map { try $0.readFrameCount() } == [1, 1, 0, 1])
    loop.scheduler.serve()
    #expect(record.lines.count == 6)
    clients[2].session.isReady = true
    clients[2].handler.wake()
    #expect(record.lines.last == "c ends" && record.lines.count == 8)
    // Who has been served is served again.
    clients[0].session.isReady = true
    clients[0].handler.wake()
    #expect(record.lines.last == "a ends" && record.lines.count == 10)
  }

  @Test func aSessionThatWakesOthersIsNotInterrupted() throws {
    let loop = loop
    let clients = try clients(["a", "b"], on: loop)
    clients[0].session.isReady = true
    clients[0].session.whileCollecting = {
      clients[1].session.isReady = true
      clients[1].handler.wake()
    }
    clients[0].handler.wake()
    #expect(record.lines == ["a begins", "a ends", "b begins", "b ends"])
  }

  @Test func aClientThatHasLeftIsServedNoMore() throws {
    let loop = loop
    let clients = try clients(["a", "b", "c"], on: loop)
    for client in clients {
      client.session.isReady = true
      loop.scheduler.schedule(client.handler, now: MonotonicClock.microseconds)
    }
    loop.scheduler.remove(clients[0].handler)
    loop.scheduler.remove(clients[0].handler)
    #expect(clients[0].handler.place == nil && clients[2].handler.place == 0)
    loop.scheduler.serve()
    #expect(record.lines == ["b begins", "b ends", "c begins", "c ends"])
  }

  /// The loop's clock is moved by hand, the clients' is the system's.
  @Test func aClientIsServedWhenItsTimeHasCome() throws {
    let loop = loop
    let clients = try clients(["late", "soon", "next"], on: loop)
    let now = MonotonicClock.microseconds
    for (client, delay) in zip(clients, [600_000_000, 1000, 1000] as [Int64]) {
      client.session.dueMicroseconds = now + delay
      loop.scheduler.schedule(client.handler, now: now)
    }
    #expect(record.lines.isEmpty)
    while MonotonicClock.microseconds <= now + 1000 {}
    // Alarms have a slack of 2 ms.
    eventLoop.advanceTime(by: .milliseconds(2))
    #expect(record.lines.isEmpty)
    eventLoop.advanceTime(by: .milliseconds(2))
    #expect(record.lines == ["soon begins", "soon ends", "next begins", "next ends"])
    clients[0].session.isReady = true
    eventLoop.advanceTime(by: .seconds(500))
    #expect(record.lines.count == 4)
  }

  @Test func afterOneClientTheNextInTimeIsServed() throws {
    let loop = loop
    let clients = try clients(["late", "soon", "then"], on: loop)
    let now = MonotonicClock.microseconds
    for (client, delay) in zip(clients, [600_000_000, 1000, 50_000] as [Int64]) {
      client.session.dueMicroseconds = now + delay
      loop.scheduler.schedule(client.handler, now: now)
    }
    while MonotonicClock.microseconds <= now + 1000 {}
    eventLoop.advanceTime(by: .milliseconds(4))
    #expect(record.lines.prefix(2) == ["soon begins", "soon ends"])
    while MonotonicClock.microseconds <= now + 50_000 {}
    eventLoop.advanceTime(by: .milliseconds(60))
    #expect(record.lines == ["soon begins", "soon ends", "then begins", "then ends"])
  }
}

private final class Lines {
  var lines: [String] = []
}

private final class SetSession: InstrumentSession {
  var name = ""
  var record: Lines?
  var isReady = false
  var dueMicroseconds = Int64.max
  var whileCollecting: (() -> Void)?

  var wakeMicroseconds: Int64 { dueMicroseconds }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {}

  func isDue(at now: Int64) -> Bool { isReady || dueMicroseconds <= now }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    record?.lines.append("\(name) begins")
    (isReady, dueMicroseconds) = (false, .max)
    whileCollecting?()
    frames.frames.append { $0.append(1) }
    record?.lines.append("\(name) ends")
  }

  func close(at now: Int64) {}
}

private final class SetInstrument: ServedInstrument, @unchecked Sendable {
  let name = "set"
  let isEmpty = false
  let services: [any Service] = []
  private let session: SetSession

  init(_ session: SetSession) { self.session = session }

  func isHello(_ frame: [UInt8]) -> Bool { true }

  func makeSession(for client: ClientSession) -> any InstrumentSession { session }
}
