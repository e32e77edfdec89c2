import Testing
import WaveServer
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumServer

@Suite struct SpectrumSessionTests {
  @Test func everyMessageOfAFrameCounts() throws {
    let session = SpectrumSession(hosts: [], mayControl: true)
    var budget = MessageBudget(perSecond: 100)
    var frame: [UInt8] = []
    Message.hello(Hello()).encode(into: &frame)
    for _ in 0..<9 {
      Message.acknowledge(.init(view: 1, liveRows: 0, fetchedRows: 0, sequence: 0)).encode(into: &frame)
    }
    for _ in 0..<20 {
      try budget.spend(at: 1)
      try session.receive(frame, at: 1, budget: &budget)
    }
    let hasRoom = budget.trySpend(at: 1)
    #expect(!hasRoom)
    #expect(throws: ClientFault.flood("more than 100 messages a second")) {
      var budget = budget
      try session.receive(frame, at: 1, budget: &budget)
    }
  }

  @Test func whatIsCollectedIsTheClientsAlone() throws {
    let frames = SpectrumFrames()
    let sessions = (0..<2).map { _ in SpectrumSession(hosts: [], mayControl: true, frames: frames) }
    var hello: [UInt8] = []
    Message.hello(Hello()).encode(into: &hello)
    var budget = MessageBudget(perSecond: 100)
    var metered = MeteredFrames()
    for session in sessions {
      try session.receive(hello, at: 5, budget: &budget)
      metered.clear()
      session.collect(at: 5, into: &metered)
      var reader = MessageReader(limit: WireLimits.serverMessageBytes)
      let bytes = metered.frames.bytes
      #expect(
        try reader.next(in: bytes.span.bytes) == .welcome(Welcome(sourceCount: 0, serverMicroseconds: 5)))
      #expect(try reader.next(in: bytes.span.bytes) == nil)
      #expect(frames.metered.frames.bytes.isEmpty)
    }
  }
}
