import Foundation
import TestSupport
import Testing
import WaveSimulation
import WaveSpectra
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveWire

@testable import WaveLocal

@Suite struct LocalServerTests {
  private static func bytes(_ message: Message) -> [UInt8] {
    var bytes: [UInt8] = []
    message.encode(into: &bytes)
    return bytes
  }

  private static func show(
    _ number: UInt16, _ mode: ViewMode = .spectrum, columns: UInt16 = 64, low: Double = 88e6,
    high: Double = 108e6
  ) -> Message {
    .show(
      ShowView(
        view: number, mode: mode, planes: [.max, .mean], columns: columns, lowHertz: low, highHertz: high))
  }

  private static func messages(_ bytes: [UInt8]) throws -> [Message] {
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    var messages: [Message] = []
    while let message = try reader.next(in: bytes.span.bytes) { messages.append(message) }
    return messages
  }

  @Test func givesTheRowsThatAFeedOnAServerGives() throws {
    var local = LocalServer(simulating: 9, at: 1000, wallMicroseconds: 5_000_000)
    var source = SimulatedSource(seed: 9, startMicroseconds: 1000)
    var history = SpectrumHistory()
    let map = TimeMap(source: 0, serverMicroseconds: 1000, recordedMicroseconds: 5_000_000, speed: 1)
    var feed = SpectrumFeed(sources: [SpectrumFeed.Source(info: source.info, timeMap: map)])
    var now: Int64 = 2000
    var rows = 0
    for message in [Message.hello(Hello()), Self.show(1)] {
      try local.receive(Self.bytes(message), at: now)
      let past = history
      _ = try feed.receive(message, at: now) { _ in past }
    }
    for _ in 0..<60 {
      while let turn = source.nextTurn(at: now) {
        guard let row = turn.row, history.append(row) else { continue }
        feed.accept(row, source: 0)
      }
      let past = history
      let expected = feed.collect(at: now) { _ in past }
      let given = try Self.messages(local.collect(at: now))
      #expect(given == expected)
      for case .row(let row) in given {
        rows += 1
        let credit = Message.acknowledge(
          Acknowledge(view: row.view, liveRows: 1, fetchedRows: 0, sequence: row.sequence))
        try local.receive(Self.bytes(credit), at: now)
        _ = try feed.receive(credit, at: now) { _ in past }
      }
      now += 33_400
    }
    #expect(rows > 50)
  }

  @Test func tunesWhenItIsAskedTo() throws {
    var local = LocalServer(simulating: 1, at: 0, wallMicroseconds: 0)
    try local.receive(Self.bytes(.hello(Hello())) + Self.bytes(Self.show(1)), at: 1)
    _ = local.collect(at: 1)
    try local.receive(Self.bytes(.command(.tune(source: 0, lowHertz: 430e6, highHertz: 436e6))), at: 2)
    let infos = try Self.messages(local.collect(at: 3)).compactMap { message -> SourceInfo? in
      if case .source(let info) = message { info } else { nil }
    }
    #expect(infos.first?.lowHertz == 430e6)
  }

  @Test func simulatesNothingThatNobodySees() throws {
    var local = LocalServer(simulating: 1, at: 0, wallMicroseconds: 0)
    #expect(local.wakeMicroseconds == nil)
    try local.receive(Self.bytes(.hello(Hello())) + Self.bytes(Self.show(1)), at: 1)
    #expect(local.wakeMicroseconds == 33_333)
    try local.receive(Self.bytes(Self.show(2, .nothing)), at: 2)
    _ = local.collect(at: 3)
    #expect(local.wakeMicroseconds == nil)
    #expect(local.collect(at: 10_000_000).isEmpty)
    // A minute later it goes on with the newest row, and calls nothing lost.
    try local.receive(Self.bytes(Self.show(3)), at: 60_000_000)
    let rows = try Self.messages(local.collect(at: 60_100_000)).compactMap { message -> RowMessage? in
      if case .row(let row) = message { row } else { nil }
    }
    #expect(rows.count == 1 && rows[0].startMicroseconds > 59_900_000 && rows[0].skipped == 0)
  }

  @Test func aMicrophoneSaysThatItIsUncalibratedAndWhatTheDeviceDoes() throws {
    let kept: MicrophoneProcessing = [.automaticGain, .echoCancellation]
    var local = try LocalServer(listeningAt: 44_100, processing: kept, at: 0, wallMicroseconds: 0)
    try local.receive(Self.bytes(.hello(Hello())) + Self.bytes(Self.show(1, low: 0, high: 22_050)), at: 1)
    let messages = try Self.messages(local.collect(at: 1))
    let info = messages.compactMap { if case .source(let info) = $0 { info } else { nil } }.first
    #expect(
      info?.nameString == "Microphone, uncalibrated" && info?.unit == .fullScale && info?.flags == .microphone
    )
    #expect(info?.highHertz == 22_050 && info?.detailString.hasPrefix("44.100 kHz") == true)
    let notice = messages.compactMap { if case .notice(let notice) = $0 { notice.string } else { nil } }.first
    #expect(notice?.contains("its echo cancellation, automatic gain:") == true)
    #expect(MicrophoneProcessing().warning.isEmpty)
  }

  @Test func bytesThatAreNoMessagesAreRefused() throws {
    var local = LocalServer(simulating: 1, at: 0, wallMicroseconds: 0)
    #expect(throws: LocalError.violation(.notGreeted)) { try local.receive(Self.bytes(Self.show(1)), at: 1) }
    try local.receive(Self.bytes(.hello(Hello())), at: 1)
    #expect(throws: LocalError.message(.truncated(byte: 2, needed: 1))) {
      try local.receive([1, 0, 9], at: 1)
    }
    var state: UInt32 = 7
    for _ in 0..<3000 {
      var bytes = Self.bytes(Self.show(1)) + Self.bytes(.clockRequest(ClockRequest(clientMicroseconds: 4)))
      for _ in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        bytes[Int(state >> 8) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      try? local.receive(bytes, at: 2)
      _ = local.collect(at: 2)
    }
  }

  // MARK: - The same bytes as in WebAssembly

  /// Plays a session, and writes each step and what was sent after it as a line; `Tests/Web/local.test.mjs`
  /// plays the same.
  private static func session() throws -> [String] {
    func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
    var lines: [String] = []
    var simulated = LocalServer(simulating: 7, at: 1000, wallMicroseconds: 1_700_000_000_000_000)
    lines.append("simulate 7 1000 1700000000000000")
    var now: Int64 = 2000
    func show(_ local: inout LocalServer, _ message: Message) throws {
      let bytes = bytes(message)
      try local.receive(bytes, at: now)
      lines.append("receive \(now) \(hex(bytes))")
    }
    func collect(_ local: inout LocalServer) {
      lines.append("collect \(now) \(hex(local.collect(at: now)))")
    }
    let credit = Message.acknowledge(Acknowledge(view: 1, liveRows: 1, fetchedRows: 0, sequence: 1))
    try show(&simulated, .hello(Hello()))
    try show(&simulated, Self.show(1))
    for _ in 0..<12 {
      collect(&simulated)
      try show(&simulated, credit)
      now += 50_000
    }
    try show(&simulated, .command(.tune(source: 0, lowHertz: 99e6, highHertz: 101e6)))
    try show(&simulated, Self.show(2, .waterfall, low: 99e6, high: 101e6))
    for _ in 0..<10 {
      now += 200_000
      collect(&simulated)
    }
    var microphone = try LocalServer(
      listeningAt: 48_000, processing: [.automaticGain], at: now, wallMicroseconds: 1_700_000_000_000_000)
    lines.append("listen 48000 4 \(now) 1700000000000000")
    try show(&microphone, .hello(Hello()))
    try show(&microphone, Self.show(1, low: 0, high: 24_000))
    var state: UInt32 = 1
    for block in 0..<20 where block != 12 {
      now += 21_333
      let samples = (0..<1024).map { _ -> Float in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: state) >> 8) * 0x1p-24
      }
      microphone.receive(samples.span, frame: Int64(block) * 1024, at: now)
      lines.append("take \(block * 1024) \(now)")
      collect(&microphone)
      try show(&microphone, credit)
    }
    return lines
  }

  @Test func aSessionIsTheOneOnFile() throws {
    let file = Repository.fixture("local/session.txt")
    let lines = try Self.session()
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let known = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(known.count == lines.count)
    for (line, known) in zip(lines, known) { #expect(line == known) }
  }
}
