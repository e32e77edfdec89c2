import Logging
import Testing
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveServer
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorsServer

/// Sensors and recordings that say numbers of any size: what a client is sent, it can read.
@Suite struct UnreadableSensorTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private final class Sensor: SensorSource {
    let info: StreamSource
    let isTimed = false
    init(_ info: StreamSource) { self.info = info }
    func events() -> AsyncStream<SensorEvent> { AsyncStream { nil } }
    func perform(_ command: Command) async {}
  }

  private static let streams = StreamSource(
    source: 0, name: text("sensor"), detail: [],
    groups: [.init(rateHertz: 100, channels: [StreamChannel(label: text("a"), unit: [])])])

  private static func sensor(_ info: StreamSource = streams) async -> SensorSourceHost {
    await SensorSourceHost(number: 0, source: Sensor(info), logger: Logger(label: "test"))
  }

  /// What a session sends after a frame.
  private static func sent(_ session: SensorsSession, after frame: [UInt8]) throws -> [UInt8] {
    var budget = MessageBudget(perSecond: 1000)
    let now = MonotonicClock.microseconds
    try session.receive(frame, at: now, budget: &budget)
    var writer = MeteredFrames()
    for _ in 0..<8 where session.isDue(at: now) { session.collect(at: now, into: &writer) }
    return writer.frames.bytes
  }

  private static func read(_ host: SensorSourceHost) throws -> [SensorsMessage] {
    let session = SensorsSession(hosts: [host], mayControl: true)
    var hello: [UInt8] = []
    SensorsMessage.hello(SensorsHello()).encodeFromClient(into: &hello)
    let bytes = try sent(session, after: hello)
    var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
    var answers: [SensorsMessage] = []
    while let answer = try reader.nextFromServer(in: bytes.span.bytes) { answers.append(answer) }
    return answers
  }

  @Test func aSensorIsDescribedWithoutNumbersThatNobodyCanRead() async throws {
    var bad = Self.streams
    bad.groups[0].rateHertz = .infinity
    var later = Self.streams
    later.recordingStartMicroseconds = .min
    for bad in [bad, later] {
      let first = await Self.sensor(bad)
      let greeting = try Self.read(first)
      #expect(greeting.contains { if case .source(let info) = $0 { info.groups.isEmpty } else { false } })
      #expect(first.description.persistentNotices == [.unreadableSource])
      let host = await Self.sensor()
      host.receive(.changed(bad))
      host.receive(.timeMap(TimeMap(source: 0, serverMicroseconds: .max, recordedMicroseconds: 0, speed: 1)))
      #expect(host.description.persistentNotices == [.unreadableSource, .unreadableTimes])
      let control = SourceControl(
        id: 1, kind: .number, value: 5, low: 6, high: 7, step: 1, name: Self.text("gain"), texts: [[]])
      host.receive(.controls(SourceControls(source: 0, controls: [control])))
      let sent = try Self.read(host)
      #expect(
        sent.contains { if case .source(let info) = $0 { info.groups == Self.streams.groups } else { false } }
      )
      #expect(
        sent.contains { if case .controls(let list) = $0 { !list.controls.contains(control) } else { false } }
      )
    }
  }

  @Test func samplesThatArriveAtAnyTimeAreReadable() async throws {
    for arrival in [Int64.min, .max] {
      let host = await Self.sensor()
      guard
        let block = SampleBlock(
          sequence: 0, channelCount: 1, samples: [1, 2, 3], arrivalMicroseconds: arrival)
      else { return }
      host.receive(.block(group: 0, block))
      host.read { archive in
        let received = archive.groups[0].arrivalMicroseconds(of: 2)
        #expect(
          received
            == (arrival < 0
              ? WireLimits.sourceMicroseconds.lowerBound : WireLimits.sourceMicroseconds.upperBound))
      }
    }
  }
}
