import Foundation
import Logging
import Synchronization
import Testing
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorsServer

/// What a client is sent in answer to its requests, by a clock turned by hand.
@Suite struct SensorsSessionTests {
  typealias Scripted = SensorSourceHostTests.Scripted

  /// A client with the time at which it asks.
  private final class Client {
    let session: SensorsSession
    var now = MonotonicClock.microseconds
    private var budget = MessageBudget(perSecond: 1000)

    init(_ hosts: [SensorSourceHost], mayControl: Bool = true) {
      session = SensorsSession(hosts: hosts, mayControl: mayControl)
    }

    func ask(_ messages: SensorsMessage...) throws {
      for message in messages {
        var frame: [UInt8] = []
        message.encodeFromClient(into: &frame)
        try session.receive(frame, at: now, budget: &budget)
      }
    }

    /// The messages that are due; each is a line.
    func heard() throws -> [String] {
      var writer = MeteredFrames()
      for _ in 0..<8 where session.isDue(at: now) { session.collect(at: now, into: &writer) }
      var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
      var lines: [String] = []
      while let message = try reader.nextFromServer(in: writer.frames.bytes.span.bytes) {
        switch message {
        case .welcome(let welcome):
          // The time of day, and the clock of the messages.
          let hasTime = abs(welcome.wallMicroseconds - WallClock.microseconds) < 60_000_000
          lines.append("welcome to \(welcome.sourceCount)\(hasTime ? "" : " at a wrong time")")
        case .steering(let steering):
          lines.append("steering \(steering.state) of \(steering.source), \(steering.viewers) viewers")
          if steering.isViewOnly { lines.append("view only") }
        case .mixtures(let list): lines.append("mixtures of \(list.source): \(list.mixtures.map(\.channel))")
        case .source(let info): lines.append("source \(info.source): \(info.groups.map(\.channels.count))")
        case .notice(let notice):
          lines.append("notice \(String(decoding: notice.text, as: UTF8.self).prefix(30))")
        case .columns(let columns): lines.append("columns of \(columns.blockCount)")
        default: break
        }
      }
      return lines
    }
  }

  private static func show(_ source: UInt16, _ isShowing: Bool = true) -> SensorsMessage {
    .show(
      ShowStreams(
        view: 1, source: source, isShowing: isShowing, columnMicroseconds: 1, fromMicroseconds: 0,
        channels: ChannelSet(first: 256)))
  }

  private static func made(_ source: UInt16, _ second: UInt8, _ label: String = "sum") -> SensorsMessage {
    .setMixture(
      .make(
        source: source, .init(first: 0, second: second, secondFactor: 1), label: Array(label.utf8),
        unit: Array("mV".utf8)))
  }

  /// Two hosts that nobody runs, and the events of the first.
  private func hosts() async -> ([SensorSourceHost], EventLog) {
    var hosts: [SensorSourceHost] = []
    for number in 0..<2 {
      hosts.append(
        await SensorSourceHost(number: UInt16(number), source: Scripted(), logger: Logger(label: "test")))
    }
    let log = EventLog()
    hosts[0].hear { log.add($0) }
    return (hosts, log)
  }

  /// The names of events, oldest first.
  private final class EventLog: Sendable {
    private let names = Mutex<[String]>([])
    func add(_ event: StreamEvent) {
      let name =
        switch event {
        case .steering(let holder, let viewers): "steering \(holder == nil ? "free" : "held") \(viewers)"
        default: "\(event)".prefix { $0 != "(" }.description
        }
      names.withLock { $0.append(name) }
    }
    func take() -> [String] {
      names.withLock { names in
        defer { names = [] }
        return names
      }
    }
  }

  @Test func madeStreamsAreSentToAll() async throws {
    let (hosts, log) = await hosts()
    let client = Client(hosts)
    // Before a greeting nothing is taken.
    #expect(throws: (any Error).self) { try client.ask(Self.made(0, 1)) }
    let other = Client(hosts)
    try other.ask(.hello(SensorsHello()))
    #expect(
      try other.heard().filter { $0.hasPrefix("mixtures") } == ["mixtures of 0: []", "mixtures of 1: []"])
    try other.ask(Self.show(0))
    _ = try other.heard()
    _ = log.take()
    try other.ask(Self.made(0, 1))
    #expect(log.take() == ["steering held 1", "info", "mixtures", "samples"])
    #expect(hosts[0].mixtures.mixtures.map(\.channel) == [6] && hosts[1].mixtures.mixtures.isEmpty)
    // What is refused says why, and nobody else hears of it.
    try other.ask(Self.made(0, 99), Self.made(7, 1))
    #expect(try other.heard().contains("notice This stream cannot be made: th") && log.take() == [])
    #expect(hosts[0].mixtures.mixtures.count == 1)
    // A later client learns it at once, and the newest list replaces one that was not sent.
    let late = Client(hosts)
    try late.ask(.hello(SensorsHello()))
    late.session.receive(.mixtures(StreamMixtures(source: 1, mixtures: [])), from: 1)
    let lists = try late.heard().filter { $0.hasPrefix("mixtures") }
    #expect(lists == ["mixtures of 0: [6]", "mixtures of 1: []"])
  }

  @Test func whoMayNotControlChangesNothing() async throws {
    let (hosts, log) = await hosts()
    let viewer = Client(hosts, mayControl: false)
    try viewer.ask(.hello(SensorsHello()), Self.show(0))
    _ = try viewer.heard()
    _ = log.take()
    let marks = SensorsMessage.setMark(SetMark(source: 0, group: 0, sequence: 1, text: [0x61]))
    for request in [Self.made(0, 1), .command(.takeControl(source: 0)), marks] {
      try viewer.ask(request)
      let heard = try viewer.heard()
      #expect(heard.contains("view only") && heard.contains("steering free of 0, 1 viewers"), "\(heard)")
    }
    #expect(log.take() == [] && hosts[0].mixtures.mixtures.isEmpty)
    #expect(hosts[0].description.marks?.marks.isEmpty != false)
  }

  @Test func whoSteersIsToldToEach() async throws {
    let (hosts, _) = await hosts()
    let client = Client(hosts)
    try client.ask(.hello(SensorsHello()), Self.show(1))
    #expect(try client.heard().first == "welcome to 2")
    for (holder, state) in [
      (nil, "free"), (ObjectIdentifier(client.session), "you"), (ObjectIdentifier(client), "another"),
    ] as [(ClientID?, String)] {
      client.session.receive(.steering(holder: holder, viewers: 3), from: 1)
      #expect(try client.heard() == ["steering \(state) of 1, 3 viewers"])
    }
  }

  /// A source counts who looks at it: whoever turns to another one, hides it or goes looks no more.
  @Test func viewersAreCounted() async throws {
    let (hosts, _) = await hosts()
    func viewers() -> [UInt16?] { hosts.map { $0.description.steering?.viewers } }
    let (one, two) = (Client(hosts), Client(hosts))
    for client in [one, two] { try client.ask(.hello(SensorsHello())) }
    #expect(viewers() == [0, 0])
    try one.ask(Self.show(0))
    try two.ask(Self.show(0), Self.show(0))
    #expect(viewers() == [2, 0])
    try one.ask(Self.show(1))
    #expect(viewers() == [1, 1])
    try one.ask(Self.show(1, false))
    #expect(viewers() == [1, 0])
    two.session.close(at: two.now)
    #expect(viewers() == [0, 0])
    try one.ask(Self.show(1))
    #expect(viewers() == [0, 1])
  }

  /// A spectrum is due when it is asked for, then with samples, and only for what is shown.
  @Test func aSpectrumWakesTheSessionWhileItsSourceIsShown() async throws {
    let (hosts, _) = await hosts()
    let client = Client(hosts)
    try client.ask(.hello(SensorsHello()))
    _ = try client.heard()
    let spectrum = SensorsMessage.showSpectrum(ShowSpectrum(view: 1, source: 0))
    try client.ask(spectrum)
    #expect(client.session.wakeMicroseconds == .max && !client.session.isDue(at: client.now))
    try client.ask(Self.show(0))
    _ = try client.heard()
    #expect(client.session.wakeMicroseconds == .max)
    client.now += 1_000_000
    try client.ask(spectrum)
    #expect(client.session.wakeMicroseconds == client.now && client.session.isDue(at: client.now))
    #expect(!client.session.isDue(at: client.now - 1))
    _ = try client.heard()
    // Samples of another source bring none.
    client.session.receive(.samples, from: 1)
    #expect(client.session.wakeMicroseconds == .max)
    client.session.receive(.samples, from: 0)
    #expect(client.session.wakeMicroseconds < .max)
    try client.ask(Self.show(0, false))
    #expect(client.session.wakeMicroseconds == .max)
  }

  /// Times, restarts and marks of groups that a source does not have are passed over.
  @Test func groupsThatAreNotThereArePassedOver() async throws {
    let (hosts, log) = await hosts()
    let host = hosts[0]
    let block = try #require(
      SampleBlock(sequence: 0, channelCount: 2, samples: [1, 2], arrivalMicroseconds: 0))
    for group in [1, 200] {
      host.receive(.block(group: group, block))
      host.receive(.restarted(group: group))
      host.receive(.mark(group: group, sequence: 1, text: [0x61]))
      host.receive(
        .times(
          SampleTimes(
            source: 0, group: UInt8(group), reason: .start, sequence: 0, microseconds: 0, rateHertz: 500)))
    }
    #expect(
      log.take() == [] && host.description.times.isEmpty && host.description.marks?.marks.count ?? 0 == 0)
    host.receive(.block(group: 0, block))
    host.receive(.mark(group: 0, sequence: 1, text: [0x61]))
    #expect(log.take() == ["samples"] && host.description.marks?.marks.map(\.sequence) == [1])
  }

  /// Notices stay for those who come later until there are samples; failures stay always, up to a number.
  @Test func noticesStayUntilThereAreSamples() async throws {
    let (hosts, log) = await hosts()
    let host = hosts[0]
    func say(_ severity: Notice.Severity, _ text: String) {
      host.receive(.notice(Notice(severity: severity, text: Array(text.utf8))))
    }
    func kept() -> [String] {
      host.description.persistentNotices.map { String(decoding: $0.text, as: UTF8.self) }
    }
    say(.information, "a")
    say(.warning, "b")
    let block = try #require(
      SampleBlock(sequence: 0, channelCount: 2, samples: [1, 2], arrivalMicroseconds: 0))
    host.receive(.block(group: 0, block))
    say(.warning, "c")
    say(.failure, "d")
    #expect(kept() == ["a", "b", "d"])
    #expect(log.take() == ["notice", "notice", "samples", "notice", "notice"])
    for number in 0..<SensorsFeed.noticesLimit { say(.failure, "\(number)") }
    #expect(kept() == (0..<SensorsFeed.noticesLimit).map { "\($0)" })
  }

  /// Controls of a source stand before those of the server, whose numbers a source does not have.
  @Test func controlsOfTheSourceStandFirst() async throws {
    let (hosts, log) = await hosts()
    let own = [199, 200, 5].map { SourceControl.toggle(id: UInt8($0), name: [0x61], isOn: $0 == 5) }
    let before = hosts[0].description.controls?.controls.map(\.id) ?? []
    #expect(before == [200, 201, 202])
    hosts[0].receive(.controls(SourceControls(source: 3, controls: own)))
    #expect(
      hosts[0].description.controls?.controls.map(\.id) == [199, 5] + before && log.take() == ["controls"])
  }

  /// A description that changes in its texts alone leaves the streams as they are.
  @Test func anotherDetailLeavesTheStreams() async throws {
    let (hosts, log) = await hosts()
    let host = hosts[0]
    let block = try #require(
      SampleBlock(sequence: 0, channelCount: 2, samples: [1, 2], arrivalMicroseconds: 0))
    func received() -> UInt64 {
      var count: UInt64 = 0
      host.read { count = $0.receivedCount }
      return count
    }
    host.receive(.block(group: 0, block))
    var info = SensorSourceHostTests.ecg
    info.detail = [0x62]
    _ = log.take()
    host.receive(.changed(info))
    #expect(log.take() == ["info", "mixtures"] && received() == 1 && host.description.info.detail == [0x62])
    #expect(host.description.info.groups.map(\.channels.count) == [6])
    // Another name is another source.
    info.name = [0x63]
    host.receive(.changed(info))
    #expect(log.take() == ["info", "mixtures", "controls"] && received() == 0)
  }
}
