import Logging
import ServerTestSupport
import Testing
import WaveSensorsServer
import WaveSensorsWire
import WaveServer
import WaveSpectrumServer
import WaveSpectrumWire
import WaveWire

@testable import WaveServing

/// Clients of several instruments at one server.
@Suite struct InstrumentSessionTests {
  private let instruments: [any ServedInstrument]
  private let loop: NotingHub

  init() async throws {
    loop = try await NotingHub()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let metrics = ServerMetrics()
    instruments = [
      await SpectrumInstrument([], logger: logger, metrics: metrics),
      await SensorsInstrument([try PolledSensor(Counter(), filters: [])], logger: logger, metrics: metrics),
    ]
  }

  @Test func aConnectionIsForOneKind() async throws {
    var frame: [UInt8] = []
    Message.hello(Hello()).encode(into: &frame)
    var late: [UInt8] = []
    SensorsMessage.hello(SensorsHello()).encodeFromClient(into: &late)
    // Spectra pass over kinds of messages that they do not know.
    let bytes = try await sent(after: [frame, late])
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    #expect(
      try reader.next(in: bytes.span.bytes) == .welcome(Welcome(sourceCount: 0, serverMicroseconds: 0)))
    #expect(try reader.next(in: bytes.span.bytes) == nil)
  }

  @Test func aHelloNamesItsInstrument() async throws {
    var frame: [UInt8] = []
    SensorsMessage.hello(SensorsHello()).encodeFromClient(into: &frame)
    let bytes = try await sent(after: [frame])
    var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
    let answer = try reader.nextFromServer(in: bytes.span.bytes)
    guard case .welcome(let welcome)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(welcome.sourceCount == 1)
  }

  /// What a client is sent after its first frames.
  private func sent(after frames: [[UInt8]]) async throws -> [UInt8] {
    try await loop.run { [instruments] loop in
      let client = ClientSession(instruments: instruments, loop: loop, mayControl: true)
      var budget = MessageBudget(perSecond: 100)
      for frame in frames { try client.receive(frame, at: 0, budget: &budget) }
      var writer = MeteredFrames()
      client.collect(at: 0, into: &writer)
      client.leave(at: 0)
      return writer.frames.bytes
    }
  }
}
