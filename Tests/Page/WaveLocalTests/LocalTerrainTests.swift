import Testing
import WaveCoverageWire
import WaveSimulation
import WaveWire

@testable import WaveLocal

/// A client within the page of terrain within the page.
@Suite struct LocalTerrainTests {
  private func bytes(_ messages: [CoverageMessage]) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages { message.encodeFromClient(into: &bytes) }
    return bytes
  }

  /// All that is to be sent, message by message.
  private func answers(of server: inout LocalTerrain) throws -> [CoverageMessage] {
    var found: [CoverageMessage] = []
    while true {
      let sent = server.collect(at: 0)
      guard !sent.isEmpty else { return found }
      var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
      while let message = try reader.nextFromServer(in: sent.span.bytes) { found.append(message) }
    }
  }

  @Test func everyBlockIsOfTheHills() throws {
    var server = LocalTerrain()
    try server.receive(bytes([.hello(CoverageHello())]), at: 7)
    guard case .welcome(let welcome) = try answers(of: &server).first else {
      Issue.record("there was no welcome")
      return
    }
    #expect(welcome.sourceCount == 4 && welcome.serverMicroseconds == 7)
    let hills = Hills()
    let description = Hills.descriptions[2]
    #expect(description.flags == .simulated)
    for level in [UInt8(0), 3, 5] {
      let blocks = description.blockCounts(level: level)
      for row in 0..<blocks.rows where row % 3 == 0 {
        let key = TerrainBlockKey(tile: 2, level: level, row: UInt16(row), column: UInt16(blocks.columns - 1))
        try server.receive(bytes([.ask(BlockRequest(key)), .ask(BlockRequest(key))]), at: 0)
        let found = try answers(of: &server)
        guard case .block(let block) = found.first, found.count == 1 else {
          Issue.record("\(key) was not answered once: \(found.count)")
          return
        }
        #expect(block.key == key)
        for (index, height) in block.heights.enumerated() {
          let post = (index / Int(block.columnCount), index % Int(block.columnCount))
          let south = min((row * 128 + post.0) << Int(level), 720)
          let east = min((Int(key.column) * 128 + post.1) << Int(level), 720)
          #expect(height == hills.height(tile: 2, row: south, column: east))
        }
      }
    }
  }

  @Test func whatIsNotThereIsRefusedAndWhatIsTakenBackIsNotAnswered() throws {
    var server = LocalTerrain()
    let there = TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0)
    let nowhere = TerrainBlockKey(tile: 4, level: 0, row: 0, column: 0)
    let above = TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0, isSurface: true)
    try server.receive(
      bytes([
        .hello(CoverageHello()), .ask(BlockRequest(there)), .ask(BlockRequest(nowhere)),
        .cancelBlock(BlockCancellation(there)), .clockRequest(ClockRequest(clientMicroseconds: 5)),
        .ask(BlockRequest(above)),
      ]), at: 9)
    let found = try answers(of: &server)
    // There are no versions, so a device stores neither the hills nor the list of them.
    #expect(found.count == 5)
    #expect(found[2] == .clockReply(ClockReply(clientMicroseconds: 5, serverMicroseconds: 9)))
    let refused = found[3...].compactMap { message in
      if case .refusal(let refusal) = message { refusal.key } else { nil }
    }
    #expect(refused == [nowhere, above])
  }

  @Test func strangersAreRefusedWithAReason() throws {
    func fails(_ sent: [UInt8], _ error: LocalError) {
      var server = LocalTerrain()
      var thrown: LocalError?
      do throws(LocalError) { try server.receive(sent, at: 0) } catch { thrown = error }
      #expect(thrown == error)
    }
    let ask = CoverageMessage.ask(BlockRequest(TerrainBlockKey(tile: 0, level: 0, row: 0, column: 0)))
    fails(bytes([ask]), .violation(.notGreeted))
    fails(bytes([.hello(CoverageHello(version: 999))]), .violation(.version(999)))
    let clock = CoverageMessage.clockRequest(ClockRequest(clientMicroseconds: 1))
    fails(
      bytes([.hello(CoverageHello())] + [CoverageMessage](repeating: clock, count: 500)),
      .violation(.answersUnread))
  }
}
