import Foundation
import Logging
import ServerTestSupport
import ServiceLifecycle
import Synchronization
import Testing
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorsServer
@testable import WaveServer

@Suite struct SensorSourceHostTests {
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let ecg = StreamSource(
    source: 0, flags: .recording, name: text("test"), detail: [],
    groups: [
      .init(
        rateHertz: 500,
        channels: [
          StreamChannel(label: text("I"), unit: text("mV")),
          StreamChannel(label: text("II"), unit: text("mV")),
        ])
    ])

  /// A source that gives scripted events and records the commands that it receives.
  final class Scripted: SensorSource {
    let info: StreamSource
    let isTimed: Bool
    let heard: AsyncStream<Command>
    let event: AsyncStream<SensorEvent>.Continuation
    private let stream: AsyncStream<SensorEvent>
    private let note: AsyncStream<Command>.Continuation

    init(_ info: StreamSource = ecg, isTimed: Bool = true) {
      self.info = info
      self.isTimed = isTimed
      (heard, note) = AsyncStream.makeStream()
      (stream, event) = AsyncStream.makeStream()
    }

    func events() -> AsyncStream<SensorEvent> { stream }
    func perform(_ command: Command) async { note.yield(command) }

    func give(_ sequence: UInt64, _ samples: [Double], channels: Int = 2, at arrival: Int64 = 0) {
      if let block = SampleBlock(
        sequence: sequence, channelCount: channels, samples: samples, arrivalMicroseconds: arrival)
      {
        event.yield(.block(group: 0, block))
      }
    }
  }

  /// A client that reads all that it is sent.
  private final class Client {
    let session: SensorsSession
    private var budget = MessageBudget(perSecond: 1000)

    init(of host: SensorSourceHost, mayControl: Bool = true) throws {
      session = SensorsSession(hosts: [host], mayControl: mayControl)
      _ = try send(.hello(SensorsHello()))
    }

    func send(_ message: SensorsMessage) throws -> [SensorsMessage] {
      var frame: [UInt8] = []
      message.encodeFromClient(into: &frame)
      try session.receive(frame, at: MonotonicClock.microseconds, budget: &budget)
      return try receive()
    }

    /// Returns the messages for the client that are due now, or after a time in microseconds.
    func receive(after microseconds: Int64 = 0) throws -> [SensorsMessage] {
      var writer = MeteredFrames()
      for _ in 0..<8 where session.isDue(at: MonotonicClock.microseconds + microseconds) {
        session.collect(at: MonotonicClock.microseconds + microseconds, into: &writer)
      }
      var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
      var answers: [SensorsMessage] = []
      while let answer = try reader.nextFromServer(in: writer.frames.bytes.span.bytes) {
        answers.append(answer)
      }
      return answers
    }
  }

  private let news: NotingHub
  private let hub: SessionHub<SensorsSession>

  init() async throws {
    news = try await NotingHub()
    hub = try await news.hub(of: SensorsSession.self)
  }

  private func started(_ source: Scripted) async -> (SensorSourceHost, Task<Void, Never>) {
    let host = await SensorSourceHost(number: 0, source: source, logger: Logger(label: "test"))
    host.publisher.join(hub)
    return (host, Task { await host.run() })
  }

  private func receivedCount(_ host: SensorSourceHost) -> UInt64 {
    var count: UInt64 = 0
    host.read { count = $0.receivedCount }
    return count
  }

  private func show(_ host: SensorSourceHost, back: Int64 = 60_000_000) -> SensorsMessage {
    .show(
      ShowStreams(
        view: 1, source: 0, isShowing: true, columnMicroseconds: 1,
        fromMicroseconds: MonotonicClock.microseconds - back, channels: ChannelSet(first: 256)))
  }

  @Test(.timeLimit(.minutes(10))) func leadsFiltersAndMarksReachTheClient() async throws {
    let source = Scripted()
    let (host, work) = await started(source)
    defer { work.cancel() }
    let now = MonotonicClock.microseconds
    source.event.yield(
      .times(
        SampleTimes(source: 9, group: 0, reason: .start, sequence: 0, microseconds: now, rateHertz: 500)))
    let samples = (0..<200).map { Double($0 % 50) }
    source.give(0, samples)
    source.event.yield(.mark(group: 0, sequence: 12, text: Self.text("N")))
    await news.until { receivedCount(host) == 100 && host.description.marks?.marks.count == 1 }

    let client = try Client(of: host)
    let columns = try client.send(show(host)).compactMap { message -> StreamColumns? in
      if case .columns(let columns) = message { columns } else { nil }
    }
    try #require(columns.map(\.channelCount) == [6] && columns[0].blockCount == 100)
    // Begins with the diagnostic band; the first sample of a filter is settled, so that a constant is taken
    // away.
    #expect(abs(columns[0].values[0]) < 1e-6)

    // The filter is switched off: what came comes anew.
    #expect(try client.send(.command(.adjust(source: 0, control: 200, value: 0))).isEmpty)
    await news.until { host.description.controls?.controls.first?.value == 0 }
    _ = try client.send(.acknowledge(Acknowledge(view: 1, liveRows: 1, fetchedRows: 0, sequence: 0)))
    client.session.receive(.samples, from: 0)
    var anew: [StreamColumns] = []
    try await news.until {
      anew = try client.receive(after: 1_000_000).compactMap { message -> StreamColumns? in
        if case .columns(let columns) = message { columns } else { nil }
      }
      return !anew.isEmpty
    }
    #expect(anew[0].replacesEarlier && anew[0].firstBlock == 0)
    #expect(Array(anew[0].values[..<200]) == samples.map { Float($0) })
    #expect(Array(anew[0].values[200..<300]) == (0..<100).map { Float(samples[100 + $0] - samples[$0]) })

    // Marks are set, moved and taken away by whoever may control.
    let set = SetMark(source: 0, mark: 0, group: 0, sequence: 50, text: Self.text("here"))
    #expect(try client.send(.setMark(set)).isEmpty)
    #expect(host.description.marks?.marks.map(\.sequence) == [12, 50])
    #expect(
      try client.send(.setMark(SetMark(source: 0, mark: 2, group: 0, sequence: 3, text: [0x62]))).isEmpty)
    #expect(host.description.marks?.marks.map(\.sequence) == [3, 12])
    let viewer = try Client(of: host, mayControl: false)
    let refusal = try viewer.send(.setMark(SetMark(source: 0, mark: 1, group: 0, sequence: 1, text: [])))
    guard case .steering(let steering) = refusal.first else {
      Issue.record("a viewer is refused")
      return
    }
    #expect(steering.isViewOnly)
    #expect(
      try client.send(.setMark(SetMark(source: 0, mark: 1, group: 0, sequence: 1, text: []))).isEmpty)
    #expect(host.description.marks?.marks.count == 1)
    // Unknown ones, and groups that are not there, are refused.
    #expect(try !client.send(.setMark(SetMark(source: 0, mark: 9, group: 0, sequence: 1, text: []))).isEmpty)
    #expect(try !client.send(.setMark(SetMark(source: 0, group: 4, sequence: 1, text: [1]))).isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func timesAreFittedAndADeviceMayCountAnew() async throws {
    let source = Scripted(isTimed: false)
    let (host, work) = await started(source)
    defer { work.cancel() }
    let start: Int64 = 1_000_000
    // Blocks of 10 samples in bursts of two.
    for block in 0..<100 {
      source.give(
        UInt64(block * 10 + 70), Array(repeating: 1, count: 20),
        at: start + Int64(block / 2) * 40_000 + 40_000)
    }
    await news.until { receivedCount(host) == 1000 }
    host.read { archive in
      let time = archive.groups[0].times.microseconds(of: 1000) ?? 0
      #expect(abs(time - (Double(start) + 930.0 * 2000)) < 30_000)
      #expect(archive.groups[0].times.pieces.count < 4)
    }
    source.event.yield(.restarted(group: 0))
    source.give(3, Array(repeating: 2, count: 20), at: start + 5_000_000)
    await news.until { receivedCount(host) == 1010 }
    host.read { archive in
      #expect(archive.groups[0].endSequence == 1080 && archive.missingCount == 0)
    }
    let last = try #require(host.description.times.last)
    #expect(last.reason == .step && last.sequence == 1070)
    #expect(abs(last.microseconds - (start + 5_000_000 - 18_000)) <= 2000)
  }

  @Test(.timeLimit(.minutes(10))) func otherGroupsBeginAnew() async throws {
    let source = Scripted()
    let (host, work) = await started(source)
    defer { work.cancel() }
    source.give(0, [1, 2, 3, 4])
    await news.until { receivedCount(host) == 2 }
    var other = Self.ecg
    other.groups = [
      .init(rateHertz: 20, channels: [StreamChannel(label: Self.text("x"), unit: Self.text("g"))])
    ]
    source.event.yield(.changed(other))
    source.give(0, [1, 2, 3], channels: 1)
    await news.until { receivedCount(host) == 3 }
    #expect(host.description.info.groups == other.groups)
    // Nothing fits below half of 20 Hz.
    #expect(host.description.controls?.controls.isEmpty == true)
    // Blocks of the channels that were are passed over.
    source.give(3, [1, 2, 3, 4])
    source.give(5, [1], channels: 1)
    await news.until { receivedCount(host) == 4 }
  }

  @Test func filtersAreOfferedBelowHalfTheRate() {
    func names(_ rate: Double, lead: ECGLead? = nil) -> (StreamFilters, [[String]]) {
      let filters = StreamFilters(
        StreamSource(
          source: 0, name: [], detail: [],
          groups: [.init(rateHertz: rate, channels: [StreamChannel(label: [], unit: [], lead: lead)])]))
      return (filters, filters.controls.map { $0.texts.map { String(decoding: $0, as: UTF8.self) } })
    }
    #expect(names(1000).1 == [["Off", "0.05–150 Hz", "0.5–40 Hz"], ["Off", "50 Hz", "60 Hz"]])
    #expect(names(250).1 == [["Off", "0.5–40 Hz"], ["Off", "50 Hz", "60 Hz"]])
    #expect(names(110).1 == [["Off", "0.5–40 Hz"], ["Off", "50 Hz"]])
    #expect(names(50).1.isEmpty)
    #expect(!names(1000).0.isOn && names(1000, lead: .ii).0.isOn && !names(250, lead: .ii).0.isOn)
    var filters = names(1000, lead: .ii).0
    #expect(filters.sections(rateHertz: 1000).count == 2)
    let changed = filters.adjust(201, to: 1)
    #expect(changed && filters.sections(rateHertz: 1000).count == 3)
    for (control, value) in [(201, 1.2), (202, 5), (7, 1)] as [(UInt8, Double)] {
      let isOther = filters.adjust(control, to: value)
      #expect(!isOther)
    }
    // A low-pass of 150 Hz delays by about 1.5 ms, the notch advances a little.
    #expect((0.5...3).contains(filters.delayMilliseconds))
    #expect(filters.controls.last?.low == filters.controls.last?.high)
  }

  @Test func theNewestMarksAreListed() {
    var markList = MarkList()
    for index in 0..<(MarkList.limit + 20) {
      let mark = markList.set(0, group: 0, sequence: UInt64(index), text: [0x61])
      #expect(mark == UInt32(index + 1))
    }
    let list = markList.list(source: 2)
    #expect(list.marks.count == WireLimits.marks && list.leftOutCount == UInt32(MarkList.limit + 20 - 480))
    #expect(list.marks.last?.sequence == UInt64(MarkList.limit + 19))
    // The third was forgotten, and nothing is said at a new one.
    for mark in [3, 0] as [UInt32] {
      let set = markList.set(mark, group: 0, sequence: 1, text: [])
      #expect(set == nil)
    }
  }

  @Test(.timeLimit(.minutes(10))) func clientsThatDoNotSteerAreNotified() async throws {
    let source = Scripted()
    let (host, work) = await started(source)
    defer { work.cancel() }
    let first = try Client(of: host)
    let second = try Client(of: host)
    #expect(try first.send(.command(.seek(source: 0, seconds: 3))).isEmpty)
    let answer = try second.send(.command(.speed(source: 0, factor: 2)))
    guard case .steering(let steering) = answer.first else {
      Issue.record("the client is not notified who steers")
      return
    }
    #expect(steering.state == .another)
    #expect(try second.send(.command(.takeControl(source: 0))).isEmpty)
    #expect(try second.send(.command(.speed(source: 0, factor: 2))).isEmpty)
    var heard: [Command] = []
    for await command in source.heard {
      heard.append(command)
      if heard.count == 2 { break }
    }
    #expect(heard == [.seek(source: 0, seconds: 3), .speed(source: 0, factor: 2)])
  }

  /// Numbers of a device that counts anew wrap around where it then goes back: such blocks are passed over.
  @Test(.timeLimit(.minutes(10))) func numbersBeyondAllAreRefused() async throws {
    let source = Scripted(isTimed: false)
    let (host, work) = await started(source)
    defer { work.cancel() }
    source.give(0, [1, 2, 3, 4])
    source.event.yield(.restarted(group: 0))
    source.give(1 << 40, [5, 6])
    // Before where it began anew: a number near the end of its type, and frames that reach beyond it.
    source.give((1 << 40) - 4, [Double](repeating: 7, count: 4096))
    source.give(.max, [Double](repeating: 7, count: 64))
    source.give((1 << 40) + 1, [8, 9])
    await news.until { receivedCount(host) == 4 }
    host.read { archive in #expect(archive.groups[0].endSequence == 4) }
  }

  /// One that has failed says why, the others go on, and so does the server.
  @Test(.timeLimit(.minutes(10))) func aSourceThatFailsEndsAlone() async throws {
    let (failing, ending, whole) = (Scripted(), Scripted(), Scripted())
    var hosts: [SensorSourceHost] = []
    for (number, source) in [failing, ending, whole].enumerated() {
      hosts.append(
        await SensorSourceHost(number: UInt16(number), source: source, logger: Logger(label: "test")))
    }
    for host in hosts { host.publisher.join(hub) }
    let group = ServiceGroup(
      configuration: .init(services: hosts.map { $0 as any Service }, logger: Logger(label: "test")))
    let server = Task { try await group.run() }
    let disk = Self.text("The disk is gone. Plug it in")
    failing.event.yield(.notice(Notice(severity: .failure, text: disk)))
    failing.event.finish()
    ending.event.finish()
    await news.until { hosts[0].condition.state == .ended && hosts[1].condition.state == .ended }
    whole.give(0, [1, 2, 3, 4])
    await news.until { receivedCount(hosts[2]) == 2 }
    #expect(hosts[2].condition.state == .delivering)
    // Whoever comes later reads why, in the row of that source alone.
    await news.until { hosts[0].description.persistentNotices.count >= 2 }
    #expect(hosts[0].description.persistentNotices.map(\.text).contains(disk))
    #expect(hosts[1].condition.reason?.isEmpty == false)
    #expect(hosts[2].description.persistentNotices.isEmpty && hosts[2].condition.reason == nil)
    let health = ServerHealth(sources: hosts, keeper: nil, version: "")
    let report = health.report(isBrief: false)
    #expect(!report.isWell && report.report.sources?.map(\.state) == ["ended", "ended", "delivering"])
    await group.triggerGracefulShutdown()
    try await server.value
  }

  /// Else a later recording would hold less, and in the end nothing, of what comes before there is a file.
  @Test(.timeLimit(.minutes(10))) func aRefusedRecordingHoldsNothing() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let source = Scripted()
    let host = await SensorSourceHost(
      number: 0, source: source, logger: Logger(label: "test"),
      folder: try RecordingFolder(path: path, recordsFromStart: false))
    host.publisher.join(hub)
    let work = Task { await host.run() }
    defer { work.cancel() }
    host.state.withLock { $0.recorder.isWanted = true }
    source.give(0, [1, 2, 3, 4])
    await news.until { receivedCount(host) == 2 }
    #expect(host.state.withLock { $0.recorder.heldCount } == 4)
    try FileManager.default.removeItem(atPath: path)
    await host.record()
    host.state.withLock { state in
      #expect(!state.recorder.isWanted && state.recorder.held.isEmpty && state.recorder.heldCount == 0)
    }
  }

  /// A page may ask for it, but there is no folder.
  @Test func withoutAFolderNothingIsHeld() async throws {
    let host = await SensorSourceHost(number: 0, source: Scripted(), logger: Logger(label: "test"))
    await host.record()
    #expect(!host.state.withLock { $0.recorder.isWanted })
  }
}
