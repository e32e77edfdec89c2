import CoreMetrics
import Dispatch
import Foundation
import Logging
import NIOCore
import NIOPosix
import Synchronization
import WaveClickHouse
import WaveCoverageWire
import WaveDataFeed
import WaveDataWire
import WaveSensorsWire
import WaveSimulation
import WaveSpectrumWire
import WaveSystem
import WaveTables
import WaveWire

@testable import WaveCoverageServer
@testable import WaveDataServer
@testable import WaveSensorSources
@testable import WaveReceivers
@testable import WaveSensorsServer
@testable import WaveServer
@testable import WaveSpectrumServer

/// A server's sessions and sources without sockets, on which steps are performed one after another; used on
/// one thread.
final class Stage {
  static let startMicroseconds: Int64 = 10_000_000_000
  /// Sources of spectra: two that are scripted, a recording, the simulated band, and a receiver.
  static let spectrumCount = 5
  static let scriptedSpectra = 2
  /// Sources of streams: two that are scripted, two phones, lines, and a recording.
  static let streamCount = 6
  static let scriptedStreams = 2
  static let phyphox = 2
  static let sensorLogger = 3
  static let lines = 4
  /// A simulated table, one of extremes, and one of an engine.
  static let tableCount = 3
  static let engine: UInt16 = 2
  /// Words of a step that waits.
  static let withoutEngine: UInt64 = 1
  static let engineOnly: UInt64 = 2
  static let coveragePlace = (latitude: 46.8, longitude: 10.1)
  /// A speed that no step requests: this request shows that the requests before it have been handled.
  static let sentinel = 123_457.25

  private struct Seat {
    var session: ClientSession
    var budget = MessageBudget(perSecond: 1_000_000_000)
    let role: UInt64
    /// The frame with which it began.
    var hello: [UInt8] = []

    var tag: UInt8? { hello.first }
  }

  /// What is there for all stages of a process.
  struct House {
    let group = MultiThreadedEventLoopGroup.singleton
    let engine: ScriptedEngine
    let client: ClickHouseClient
    let address: ClickHouseAddress
    let folder: String
    let recording: SignalFile
    let log: String
  }

  let clock = StageClock(startMicroseconds)
  private let house: House
  /// How long an engine is waited for, which may never answer.
  private let patience: DispatchTimeInterval
  private var seats = [Seat?](repeating: nil, count: SequenceMaker.clientCount)
  private let inbox = Inbox()
  private var spectra: [(source: StageSpectrum, host: SpectrumSourceHost)] = []
  private var streams: [(source: StageStreams, host: SensorSourceHost)] = []
  private var tables: [any ServedTable] = []
  private var ownTables: [LoadedTableHost] = []
  private var engineTable: EngineTable?
  private let terrain: TerrainHost
  private let loop: SessionLoop
  private var instruments: [StageInstrument] = []
  private var tasks: [Task<Void, Never>] = []
  private var frames = MeteredFrames()
  /// Who asks so that it is known when all before has been dealt with.
  private let settler = Settler()
  private(set) var counts: [String: Int] = [:]

  private final class Settler {}

  /// Events that sources have reported and that have not been collected yet.
  private final class Inbox: Sendable {
    let events = Mutex<[StageEvent]>([])
    let engineHasSpoken = DispatchSemaphore(value: 0)

    func append(_ event: StageEvent) { events.withLock { if $0.count < 256 { $0.append(event) } } }
  }

  /// Sets the stage.
  ///
  /// - Parameters:
  ///   - step: The first of a sequence.
  ///   - house: What is there for all stages.
  ///   - patience: How long an engine is waited for.
  /// - Throws: Where a recording cannot be opened.
  init(_ step: Step, _ house: House, patience: DispatchTimeInterval) throws {
    self.house = house
    self.patience = patience
    let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    let clock = clock
    terrain = TerrainHost([DemoTerrain(), HostileTerrain(seed: step.word(0))])
    let metrics = ServerMetrics()
    let eventLoop = house.group.next()
    loop = try eventLoop.submit {
      SessionLoop(eventLoop: eventLoop, metrics: metrics, logger: logger)
    }.wait()
    let historyBytes = [6 << 10, 60 << 10, 600 << 10, 6 << 20][Int(step.word(1) % 4)]
    let recordings =
      step.word(2) % 8 == 0
      ? try? RecordingFolder(path: house.folder, recordsFromStart: step.word(2) % 16 == 0) : nil
    let playback = try Playback(path: house.log)
    let signals = try SignalPlayback(file: house.recording, speed: 1)
    let sensors: [(StageSensor, Bool)] = [
      (.script(Self.streams(Int(step.word(3) % 4))), false),
      (.script(Self.streams(Int(step.word(4) % 4))), true),
      (.phyphox(PhyphoxPhone(place: "here")), false),
      (.sensorLogger(SensorLoggerPhone(place: "here")), false),
      (
        .lines(
          SampledLines(
            .init(
              name: "lines", rateHertz: step.word(5) % 2 == 0 ? 100 : nil,
              mayBeginInside: step.word(5) % 3 == 0))),
        false
      ),
      (.playback(signals), true),
    ]
    let receivers: [StageReceiver] = [
      .script, .script, .playback(playback), .simulated(SimulatedSource(seed: 1)),
      .dongle(
        try RTLTCPSource(
          SourceArgument(
            "rtltcp://127.0.0.1:1", syntax: SourceSyntax(schemes: ReceiverFactory.schemes)))),
    ]
    for (number, receiver) in receivers.enumerated() {
      let source = StageSpectrum("spectrum \(number)", clock: clock, receiver: receiver)
      let host = Self.wait {
        await SpectrumSourceHost(number: UInt16(number), source: source, logger: logger, metrics: metrics)
      }
      spectra.append((source, host))
    }
    for (number, sensor) in sensors.enumerated() {
      let source = StageStreams(sensor.0, isTimed: sensor.1, clock: clock)
      let host = Self.wait {
        await SensorSourceHost(
          number: UInt16(number), source: source, logger: logger, metrics: metrics, folder: recordings,
          historyBytes: historyBytes)
      }
      streams.append((source, host))
    }
    let seed = step.word(6)
    ownTables = [
      LoadedTableHost(
        number: 0,
        opening: RowsOpening(name: "demo") { _ in DemoTable(seed: seed, rowCount: 1 + Int(seed % 2000)) },
        logger: logger),
      LoadedTableHost(
        number: 1, opening: RowsOpening(name: "hostile") { _ in HostileTable(seed: seed) }, logger: logger),
    ]
    for table in ownTables { table.read() }
    house.engine.open(step.word(7))
    let (address, client) = (house.address, house.client)
    let isTiled = step.word(7) % 2 == 0
    let asked = RemoteTableHost(
      number: Self.engine, name: "engine",
      open: { () async throws(ColumnFailure) in
        let columns: ClickHouseColumns
        do throws(ClickHouseError) { columns = try await ClickHouseColumns(address, client: client) } catch {
          throw ClickHouseColumns.failure(error)
        }
        return isTiled ? try await TiledColumns(columns, name: "engine", folder: nil) : columns
      }, logger: logger)
    let table = EngineTable(asked)
    engineTable = table
    tables = ownTables + [table]
    try join()
    for (_, host) in spectra { tasks.append(Task { await host.run() }) }
    for (_, host) in streams { tasks.append(Task { await host.run() }) }
    tasks.append(Task { try? await table.run() })
    // An engine that says nothing is not waited for.
    _ = inbox.engineHasSpoken.wait(timeout: .now() + .milliseconds(300))
  }

  /// Makes sources report what happens; without sockets the reports go into the inbox.
  private func join() throws {
    let (inbox, loop) = (inbox, loop)
    let (spectra, streams, tables, terrain) = (
      spectra.map(\.host), streams.map(\.host), tables, terrain
    )
    try loop.eventLoop.submit {
      let spectrumHub = SessionHub<SpectrumSession>(on: loop) { inbox.append(.spectrum($0, $1)) }
      let streamHub = SessionHub<SensorsSession>(on: loop) { inbox.append(.streams($0, $1)) }
      let tableHub = SessionHub<DataSession>(on: loop) { event, source in
        inbox.append(.table(event, source))
        guard source == Self.engine else { return }
        switch event {
        case .table, .notice: inbox.engineHasSpoken.signal()
        default: break
        }
      }
      for host in spectra { host.publisher.join(spectrumHub) }
      for host in streams { host.publisher.join(streamHub) }
      for host in tables { host.publisher.join(tableHub) }
    }.wait()
    instruments = [
      StageInstrument("spectrum", hello: { _ in false }) { client in
        SpectrumSession(hosts: spectra, mayControl: client.mayControl, isPaired: client.isPaired)
      },
      StageInstrument("sensors", hello: SensorsMessageReader.isHello) { client in
        SensorsSession(hosts: streams, mayControl: client.mayControl, isPaired: client.isPaired)
      },
      StageInstrument("data", hello: DataMessageReader.isHello) { client in
        DataSession(hosts: tables, mayControl: client.mayControl, waker: client.waker)
      },
      StageInstrument("coverage", hello: CoverageMessageReader.isHello) { client in
        CoverageSession(host: terrain, mayControl: client.mayControl, waker: client.waker)
      },
    ]
  }

  /// Waits on this thread for what is asynchronous.
  static func wait<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    let value = Mutex<Value?>(nil)
    Task.detached {
      let made = await body()
      value.withLock { $0 = made }
      done.signal()
    }
    done.wait()
    guard let made = value.withLock({ $0 }) else { preconditionFailure("what was waited for was made") }
    return made
  }

  // MARK: - Steps

  /// Performs a step.
  func perform(_ step: Step) {
    switch step.verb {
    case .stage: break
    case .open: open(step.target, role: step.word(0))
    case .frame: receive(step.bytes, by: step.target)
    case .leave: leave(step.target)
    case .collect: collect(step.target)
    case .wait:
      clock.now += Int64(clamping: step.word(0))
      for (source, _) in spectra { source.advance() }
      for (source, _) in streams { source.advance() }
    case .spectrum:
      guard step.target < Self.scriptedSpectra else { return }
      spectra[step.target].source.feeder.give(Self.spectrumEvent(step))
    case .stream:
      guard step.target < Self.scriptedStreams, let event = Self.streamEvent(step) else { return }
      streams[step.target].source.feeder.give(event)
    case .phone:
      guard streams.indices.contains(step.target) else { return }
      streams[step.target].source.hear(step.bytes, manner: step.word(0))
    case .engine: house.engine.behave(step.word(0))
    case .settle:
      if step.word(0) != Self.engineOnly { settle() }
      if step.word(0) != Self.withoutEngine { engineTable?.settle(by: .now() + patience) }
    }
    for (source, _) in streams where step.verb != .stage { _ = source.feeder.settle(by: .now() + 20) }
  }

  private func open(_ place: Int, role: UInt64) {
    leave(place)
    let session = ClientSession(
      instruments: instruments, loop: loop, mayControl: role & 1 == 1, isPaired: role & 2 == 2)
    seats[place] = Seat(session: session, role: role)
  }

  private func leave(_ place: Int) {
    seats[place]?.session.leave(at: clock.now)
    seats[place] = nil
  }

  private func receive(_ bytes: [UInt8], by place: Int) {
    guard let seat = seats[place] else { return }
    if seat.hello.isEmpty { seats[place]?.hello = bytes }
    guard !isReceived(bytes, by: place) else { return }
    // The connection is closed, and a page comes again.
    open(place, role: seat.role)
    seats[place]?.hello = seat.hello
    if !isReceived(seat.hello, by: place) { leave(place) }
  }

  /// Hands a frame to a session; false where that ends the connection.
  private func isReceived(_ bytes: [UInt8], by place: Int) -> Bool {
    guard var seat = seats[place] else { return true }
    defer { seats[place] = seat }
    do throws(ClientFault) {
      try seat.session.receive(bytes, at: clock.now, budget: &seat.budget)
      return true
    } catch {
      counts[error.kind, default: 0] += 1
      return false
    }
  }

  /// Hands what happened to the sessions, and has one of them send what it has.
  private func collect(_ place: Int) {
    let events = inbox.events.withLock { inbox in
      defer { inbox = [] }
      return inbox
    }
    for seat in seats {
      for event in events { seat?.session.receive(event) }
    }
    guard let seat = seats[place] else { return }
    for _ in 0..<8 where seat.session.isDue(at: clock.now) {
      seat.session.collect(at: clock.now, into: &frames)
    }
    _ = seat.session.wakeMicroseconds
    check(frames.frames.bytes, seat.tag)
    frames.clear()
  }

  /// Makes sure that a client can read what it is sent.
  private func check(_ bytes: [UInt8], _ tag: UInt8?) {
    let limit = WireLimits.serverMessageBytes
    var start = 0
    do throws(WireError) {
      switch tag {
      case 16:
        var reader = SensorsMessageReader(limit: limit)
        while try reader.nextFromServer(in: bytes.span.bytes) != nil { start = reader.position }
      case 32:
        var reader = DataMessageReader(limit: limit)
        while try reader.nextFromServer(in: bytes.span.bytes) != nil { start = reader.position }
      case 48:
        var reader = CoverageMessageReader(limit: limit)
        while try reader.nextFromServer(in: bytes.span.bytes) != nil { start = reader.position }
      default:
        var reader = MessageReader(limit: limit)
        while try reader.nextFromServer(in: bytes.span.bytes) != nil { start = reader.position }
      }
    } catch {
      let place: String
      switch error {
      case .invalid(let byte): place = "invalid at \(byte - start)"
      case .truncated(let byte, _): place = "truncated at \(byte - start)"
      case .tooLong(let byte, _, _): place = "too long at \(byte - start)"
      }
      let message = bytes[start...].prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
      // Ended as by a trap, so that the sequence is kept: a page would lose its connection.
      fatalError("a client of instrument \(tag ?? 0) cannot read message \(message): \(place)")
    }
  }

  /// Waits until what was begun is done, as far as it can be known.
  private func settle() {
    let deadline = DispatchTime.now() + 20
    let id = ObjectIdentifier(settler)
    for (number, spectrum) in spectra.enumerated() {
      let source = UInt16(number)
      _ = spectrum.host.perform(.takeControl(source: source), for: id, at: clock.now)
      _ = spectrum.host.perform(.speed(source: source, factor: Self.sentinel), for: id, at: clock.now)
      spectrum.host.leave(id, at: clock.now)
      if spectrum.source.asked.wait(timeout: deadline) != .success
        || !spectrum.source.feeder.settle(by: deadline)
      {
        fatalError("spectrum \(number) does not go on")
      }
    }
    for (number, stream) in streams.enumerated() {
      let source = UInt16(number)
      _ = stream.host.perform(.takeControl(source: source), for: id, at: clock.now)
      _ = stream.host.perform(.speed(source: source, factor: Self.sentinel), for: id, at: clock.now)
      stream.host.leave(id, at: clock.now)
      if stream.source.asked.wait(timeout: deadline) != .success || !stream.source.feeder.settle(by: deadline)
      {
        fatalError("streams \(number) do not go on")
      }
    }
    for table in ownTables { table.queue.sync(flags: .barrier) {} }
    terrain.queue.sync {}
  }

  /// Ends everything.
  func close() {
    for place in seats.indices { leave(place) }
    if engineTable?.isOpen == true { counts["tables of the engine opened", default: 0] += 1 }
    for task in tasks { task.cancel() }
    for (source, _) in spectra { source.feeder.close() }
    for (source, _) in streams { source.feeder.close() }
  }
}
