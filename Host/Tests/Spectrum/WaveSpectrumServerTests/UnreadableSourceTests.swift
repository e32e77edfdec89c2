import Logging
import Testing
import WaveDataWire
import WaveReceivers
import WaveSpectrumFeed
import WaveSensorsWire
import WaveServer
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSpectrumServer

/// Devices and recordings that say numbers of any size: what a client is sent, it can read.
@Suite struct UnreadableSourceTests {
  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func info(highHertz: Double = 108e6, start: Int64 = 0) -> SourceInfo {
    SourceInfo(
      source: 0, flags: [], unit: .fullScale, lowHertz: 88e6, highHertz: highHertz, tuneLowHertz: 24e6,
      tuneHighHertz: 1.7e9,
      stepHertz: 1, rbwHertz: 1e5, enbwHertz: 1.5e5, rowSeconds: 1, durationSeconds: 0,
      startMicroseconds: start,
      levelLow: -100, levelHigh: 0, name: text("radio"), detail: [])
  }

  private final class Receiver: SpectrumSource {
    let info: SourceInfo
    init(_ info: SourceInfo) { self.info = info }
    func events() -> AsyncStream<SourceEvent> { AsyncStream { nil } }
    func perform(_ command: Command) async {}
  }

  private static func receiver(_ info: SourceInfo = info()) async -> SpectrumSourceHost {
    await SpectrumSourceHost(number: 0, source: Receiver(info), logger: Logger(label: "test"))
  }

  /// What a session sends after a frame.
  private static func sent(_ session: SpectrumSession, after frame: [UInt8]) throws -> [UInt8] {
    var budget = MessageBudget(perSecond: 1000)
    let now = MonotonicClock.microseconds
    try session.receive(frame, at: now, budget: &budget)
    var writer = MeteredFrames()
    for _ in 0..<8 where session.isDue(at: now) { session.collect(at: now, into: &writer) }
    return writer.frames.bytes
  }

  private static func read(_ host: SpectrumSourceHost) throws -> [Message] {
    let session = SpectrumSession(hosts: [host], mayControl: true)
    var hello: [UInt8] = []
    Message.hello(Hello()).encode(into: &hello)
    let bytes = try sent(session, after: hello)
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    var answers: [Message] = []
    while let answer = try reader.nextFromServer(in: bytes.span.bytes) { answers.append(answer) }
    return answers
  }

  @Test func aReceiverIsDescribedWithoutNumbersThatNobodyCanRead() async throws {
    for bad in [Self.info(highHertz: .nan), Self.info(highHertz: 1e300), Self.info(start: .max)] {
      let first = await Self.receiver(bad)
      let greeting = try Self.read(first)
      #expect(
        greeting.contains {
          if case .source(let info) = $0 { info.name == Self.text("radio") } else { false }
        })
      #expect(first.description.persistentNotices == [.unreadableSource])
      // What it says later is no better, and what it said before remains.
      let host = await Self.receiver()
      host.receive(.changed(bad))
      #expect(try Self.read(host).contains(.source(Self.info())))
      #expect(host.description.persistentNotices == [.unreadableSource])
    }
  }

  @Test func timesMarksAndControlsOutOfRangeAreLeftOut() async throws {
    let host = await Self.receiver()
    let map = TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: 5, speed: 1)
    host.receive(.timeMap(map))
    host.receive(.timeMap(TimeMap(source: 0, serverMicroseconds: .min, recordedMicroseconds: 0, speed: 1)))
    host.receive(.timeMap(TimeMap(source: 0, serverMicroseconds: 0, recordedMicroseconds: 0, speed: .nan)))
    let mark = Annotation(
      startMicroseconds: 0, endMicroseconds: 1, lowHertz: 1, highHertz: 2, label: Self.text("good"))
    var late = mark
    late.endMicroseconds = .max
    host.receive(.annotations(Annotations(source: 0, leftOut: 3, marks: [late, mark])))
    let control = SourceControl.toggle(id: 0, name: Self.text("AGC"), isOn: true)
    var other = control
    other.value = .infinity
    host.receive(.controls(SourceControls(source: 0, controls: [other, control])))
    let sent = try Self.read(host)
    #expect(host.description.persistentNotices == [.unreadableTimes, .unreadableTimes])
    #expect(sent.contains(.timeMap(map)))
    #expect(sent.contains(.annotations(Annotations(source: 0, leftOut: 4, marks: [mark]))))
    #expect(sent.contains(.controls(SourceControls(source: 0, controls: [control]))))
  }

  @Test func controlsThatNoMessageHoldsAreNone() async throws {
    let host = await Self.receiver()
    let names = [[UInt8]](repeating: [UInt8](repeating: 0x61, count: 1024), count: 64)
    let long = SourceControl(
      id: 0, kind: .choice, value: 0, low: 0, high: 63, step: 1, name: Self.text("antenna"), texts: names)
    host.receive(.controls(SourceControls(source: 0, controls: [long])))
    #expect(try Self.read(host).contains(.controls(SourceControls(source: 0, controls: []))))
  }

  @Test func rowsOfTimesOutOfRangeAreNotKept() async {
    let host = await Self.receiver()
    func row(_ time: Int64) -> PowerRow {
      PowerRow(
        sequence: 0, startMicroseconds: time, durationMicroseconds: 1000,
        axis: BinAxis(firstHertz: 88e6, stepHertz: 1e6, count: 2), enbwHertz: 1e6, max: [1, 1], mean: [1, 1],
        min: [1, 1], isClipped: false, isIncomplete: false)
    }
    for time in [Int64.min, .max, WireLimits.microseconds, -WireLimits.microseconds] {
      host.receive(.row(row(time)))
    }
    #expect(host.history.count == 0)
    // Said once, until it describes itself anew.
    #expect(host.description.persistentNotices == [.unreadableRows])
    host.receive(.changed(Self.info()))
    host.receive(.row(row(.max)))
    #expect(host.description.persistentNotices == [.unreadableRows, .unreadableRows])
    host.receive(.row(row(5)))
    #expect(host.history.count == 1)
  }

  @Test func rowsOfBandsOutOfRangeAreNotKept() async {
    let host = await Self.receiver()
    let axes = [
      BinAxis(firstHertz: 1e300, stepHertz: 1, count: 2), BinAxis(firstHertz: 0, stepHertz: 1e300, count: 2),
      BinAxis(firstHertz: 0, stepHertz: WireLimits.hertz, count: 2),
      BinAxis(firstHertz: 1e9, stepHertz: 1e-300, count: 2),
      BinAxis(firstHertz: .nan, stepHertz: 1, count: 2),
      BinAxis(firstHertz: 1e9, stepHertz: .nan, count: 2), BinAxis(firstHertz: 1e9, stepHertz: -1, count: 2),
    ]
    for axis in axes {
      host.receive(
        .row(
          PowerRow(
            sequence: 0, startMicroseconds: 5, durationMicroseconds: 1000, axis: axis, enbwHertz: 1e6,
            max: [1, 1],
            mean: [1, 1], min: [1, 1])))
    }
    #expect(host.history.count == 0)
  }
}
