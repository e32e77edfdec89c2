import Logging
import ServerTestSupport
import Testing
import WaveReceivers
import WaveSpectrumFeed
import WaveServer
import WaveSpectrumWire
import WaveSystem
import WaveWire

@testable import WaveSpectrumServer

/// Two clients at one source: the requests of the one that does not steer are refused, and it is notified
/// of the current state.
@Suite struct RefusedRequestTests {
  static let wishes: [Command] = [
    .tune(source: 0, lowHertz: 99e6, highHertz: 101e6), .adjust(source: 0, control: 1, value: 7),
    .speed(source: 0, factor: 4), .seek(source: 0, seconds: 12),
  ]

  @Test(.timeLimit(.minutes(10)), arguments: wishes)
  func onlyTheSteeringClientIsHeard(request: Command) async throws {
    let source = Listener()
    let host = await SpectrumSourceHost(number: 0, source: source, logger: Logger(label: "test"))
    let news = try await NotingHub()
    host.publisher.join(try await news.hub(of: SpectrumSession.self))
    let work = Task { await host.run() }
    defer { work.cancel() }
    await news.until { host.description.controls == Listener.controls }

    let now = MonotonicClock.microseconds
    var first = try Client(of: host, at: now)
    var second = try Client(of: host, at: now)
    let touch = Command.tune(source: 0, lowHertz: 90e6, highHertz: 110e6)
    #expect(try first.send(.command(touch), at: now).isEmpty)
    let answer = try second.send(.command(request), at: now)
    #expect(
      answer == [
        .steering(Steering(source: 0, state: .another, viewers: 0)), .source(Listener.info),
        .controls(Listener.controls),
      ])

    // A device that may only look is refused whoever steers, and cannot change who does.
    var viewer = try Client(of: host, mayControl: false, at: now)
    for refused in [request, touch, .takeControl(source: 0)] {
      #expect(
        try viewer.send(.command(refused), at: now) == [
          .steering(Steering(source: 0, state: .another, viewers: 0, isViewOnly: true)),
          .source(Listener.info),
          .controls(Listener.controls),
        ])
    }

    // Who takes the control is heard, and who had it is refused then.
    #expect(try second.send(.command(.takeControl(source: 0)), at: now).isEmpty)
    #expect(try first.send(.command(request), at: now) == answer)
    let last = Command.adjust(source: 0, control: 2, value: 1)
    #expect(try second.send(.command(last), at: now).isEmpty)
    var heard: [Command] = []
    for await command in source.heard {
      heard.append(command)
      if command == last { break }
    }
    #expect(heard == [touch, last])
  }

  /// A client that has said hello and reads all that it is sent.
  private struct Client {
    private let session: SpectrumSession
    private var budget = MessageBudget(perSecond: 100)

    init(of host: SpectrumSourceHost, mayControl: Bool = true, at now: Int64) throws {
      session = SpectrumSession(hosts: [host], mayControl: mayControl)
      _ = try send(.hello(Hello()), at: now)
    }

    /// Sends a message and gives the answers.
    mutating func send(_ message: Message, at now: Int64) throws -> [Message] {
      var frame: [UInt8] = []
      message.encode(into: &frame)
      try session.receive(frame, at: now, budget: &budget)
      var writer = MeteredFrames()
      while session.isDue(at: now) { session.collect(at: now, into: &writer) }
      var reader = MessageReader(limit: WireLimits.serverMessageBytes)
      var answers: [Message] = []
      while let answer = try reader.next(in: writer.frames.bytes.span.bytes) { answers.append(answer) }
      return answers
    }
  }

  /// A recording with a control, that only notes what it is asked.
  private struct Listener: SpectrumSource {
    static let info = SourceInfo(
      source: 0, flags: [.recording, .tunable], unit: .fullScale, lowHertz: 88e6, highHertz: 108e6,
      tuneLowHertz: 24e6, tuneHighHertz: 1766e6, stepHertz: 10e3, rbwHertz: 1500, enbwHertz: 2000,
      rowSeconds: 1.0 / 30, durationSeconds: 60, startMicroseconds: 0, levelLow: -120, levelHigh: -20,
      name: Array("test".utf8), detail: [])
    static let controls = SourceControls(
      source: 0, controls: [.toggle(id: 1, name: Array("AGC".utf8), isOn: true)])

    let heard: AsyncStream<Command>
    private let note: AsyncStream<Command>.Continuation

    init() { (heard, note) = AsyncStream.makeStream() }

    var info: SourceInfo { Self.info }

    func events() -> AsyncStream<SourceEvent> {
      let (events, event) = AsyncStream<SourceEvent>.makeStream()
      event.yield(.controls(Self.controls))
      return events
    }

    func perform(_ command: Command) async { note.yield(command) }
  }
}
