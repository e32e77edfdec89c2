import Foundation
import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra

/// Output of hackrf_sweep in text and binary: Tests/Fixtures/formats/make_hackrf.py.
@Suite struct HackRFSweepTests {
  struct Log: Decodable {
    struct Sweep: Decodable {
      var start: Int64
      var missing: Int
      var levels: [Double?]
    }
    var name: String
    var binary: String
    var text: String
    var firstHertz: Double
    var stepHertz: Double
    var count: Int
    var hops: Int
    var sweeps: [Sweep]
  }

  /// What a binary reader gave.
  private struct BinaryReading {
    var sweeps: [PowerSweep] = []
    var error: RadioFormatError?
    var reader: HackRFSweepReader
    /// Sweeps that were there before the input ended.
    var countBeforeEnd = 0

    init(_ bytes: [UInt8], piece: Int = 1 << 20, atOnce: Bool = false, at microseconds: Int64? = nil) {
      reader = HackRFSweepReader(returnsSweepsWithoutDelay: atOnce)
      do throws(RadioFormatError) {
        for start in stride(from: 0, to: bytes.count, by: piece) {
          let part = Array(bytes[start..<min(bytes.count, start + piece)])
          try reader.read(part.span, at: microseconds) { sweeps.append($0) }
        }
        countBeforeEnd = sweeps.count
        try reader.finish { sweeps.append($0) }
      } catch {
        self.error = error
      }
    }
  }

  private static func logs() throws -> [Log] {
    try JSONDecoder().decode([Log].self, from: Data(try FormatFixtures.bytes("hackrf_sweeps.json")))
  }

  /// The levels of a sweep, nil in gaps, so that they can be compared.
  private static func levels(_ sweep: PowerSweep) -> [Float?] { sweep.decibels.map { $0.isNaN ? nil : $0 } }

  private static func expect(_ sweeps: [PowerSweep], of log: Log, hops: Int) throws {
    #expect(sweeps.count == log.sweeps.count, "\(log.name)")
    #expect(hops == log.hops)
    let axis = try #require(sweeps.last).axis
    #expect(axis.count == log.count)
    #expect(abs(axis.firstHertz - log.firstHertz) < 0.02 * log.stepHertz)
    #expect(abs(axis.stepHertz - log.stepHertz) < 1e-5 * log.stepHertz)
    for (sweep, truth) in zip(sweeps, log.sweeps) {
      #expect(sweep.missingHops == truth.missing)
      #expect(
        sweep.laid(on: axis).decibels.map { $0.isNaN ? nil : $0 } == truth.levels.map { $0.map(Float.init) })
    }
  }

  @Test(arguments: [1, 7, 1 << 20]) func binaryIsReadInAnyPieces(_ piece: Int) throws {
    for log in try Self.logs() {
      let reading = BinaryReading(FormatFixtures.hex(log.binary), piece: piece)
      #expect(reading.error == nil)
      try Self.expect(reading.sweeps, of: log, hops: reading.reader.hopCount)
      #expect(reading.reader.sweepCount == log.sweeps.count)
      #expect(reading.reader.byteCount == log.binary.utf8.count / 2)
    }
  }

  @Test func textIsReadAlikeThoughTimesChangeWithinASweep() throws {
    for log in try Self.logs() {
      let reading = Reading(log.text)
      #expect(reading.error == nil)
      try Self.expect(reading.sweeps, of: log, hops: reading.reader.hopCount)
      for (index, sweep) in reading.sweeps.enumerated() {
        // Sweeps within one transfer share its time and differ by a microsecond.
        #expect((0...Int64(index)).contains(sweep.startMicroseconds - log.sweeps[index].start))
        if index > 0 { #expect(sweep.startMicroseconds > reading.sweeps[index - 1].startMicroseconds) }
      }
    }
  }

  @Test func binaryKeepsHackRFsPaceOrTheCallersTime() throws {
    let bytes = FormatFixtures.hex(try Self.logs()[0].binary)
    // 40 MHz at 8 GHz a second, and one tuning lost.
    #expect(BinaryReading(bytes).sweeps.map(\.startMicroseconds) == [0, 5000, 10_000, 13_750])
    #expect(BinaryReading(bytes, at: 77).sweeps.map(\.startMicroseconds) == [77, 77, 77, 77])
  }

  @Test func liveSweepsAreGivenWithTheirLastRecord() throws {
    for log in try Self.logs() where log.name != "one range" {
      let bytes = FormatFixtures.hex(log.binary)
      let live = BinaryReading(bytes, atOnce: true)
      #expect(live.sweeps.map(Self.levels) == BinaryReading(bytes).sweeps.map(Self.levels))
      #expect(live.countBeforeEnd == log.sweeps.count)
      #expect(BinaryReading(bytes).countBeforeEnd == log.sweeps.count - 1)
    }
  }

  @Test func liveTextIsGivenWithItsLastLine() throws {
    let log = try Self.logs()[1]
    var reader = RTLPowerReader(returnsSweepsWithoutDelay: true)
    var sweeps: [PowerSweep] = []
    for byte in Array(log.text.utf8) { try reader.read([byte].span) { sweeps.append($0) } }
    #expect(sweeps.count == log.sweeps.count)
    #expect(sweeps.map(Self.levels) == Reading(log.text).sweeps.map(Self.levels))
  }

  @Test func aLineForASweepThatWasGivenIsLeftOut() throws {
    var reader = RTLPowerReader(returnsSweepsWithoutDelay: true)
    var sweeps: [PowerSweep] = []
    func read(_ lines: String) throws { try reader.read(Array(lines.utf8).span) { sweeps.append($0) } }
    try read("2020-01-01, 00:00:00, 100, 200, 50, 1, -1, -2\n2020-01-01, 00:00:01, 100, 200, 50, 1, -3, -4\n")
    #expect(sweeps.count == 2)
    try read("2020-01-01, 00:00:01, 200, 300, 50, 1, -5, -6\n")
    #expect(sweeps.count == 2)
    try read("2020-01-01, 00:00:02, 100, 200, 50, 1, -7, -8\n")
    #expect(sweeps.count == 2)
    try read("2020-01-01, 00:00:02, 200, 300, 50, 1, -9, -10\n")
    #expect(
      sweeps.map { $0.decibels.map { $0.isNaN ? 0 : $0 } } == [[-1, -2], [-3, -4], [-7, -8, -9, -10]])
  }

  @Test func aRefusedLineCanBePassedOver() throws {
    var reader = RTLPowerReader()
    var sweeps: [PowerSweep] = []
    let lines = Array("2020-01-01, 00:00:00, 100, 200, 50, 1, -1, x\n".utf8)
    #expect(throws: RadioFormatError.line(.malformedNumber, byte: 43, line: 1)) {
      try reader.read(lines.span) { sweeps.append($0) }
    }
    reader.skipLine()
    for second in 1...2 {
      try reader.read(Array("2020-01-01, 00:00:0\(second), 100, 200, 50, 1, -1, -2\n".utf8).span) {
        sweeps.append($0)
      }
    }
    try reader.finish { sweeps.append($0) }
    #expect(sweeps.map(\.decibels) == [[-1, -2], [-1, -2]])
  }

  @Test func faultsSayTheirPlace() throws {
    let bytes = FormatFixtures.hex(try Self.logs()[0].binary)
    #expect(BinaryReading([]).error == .empty)
    let torn = BinaryReading(Array(bytes[..<100]))
    #expect(torn.error == .hackRF(.truncated, byte: 80) && torn.sweeps.count == 1)
    var changed = bytes
    changed[40] = 37
    #expect(BinaryReading(changed).error == .hackRF(.badLength(37), byte: 40))
    changed[40] = 36
    changed[44 + 7] = 1
    #expect(BinaryReading(changed).error == .hackRF(.badRange, byte: 40))
    // One level fewer, over the same band: another step.
    changed = bytes
    changed[40] = 32
    changed.removeSubrange(60..<64)
    #expect(BinaryReading(changed).error == .hackRF(.stepChanged, byte: 40))
    var reader = HackRFSweepReader()
    #expect(throws: RadioFormatError.self) { try reader.read([1, 0, 0, 0].span) { _ in } }
    #expect(throws: RadioFormatError.hackRF(.badLength(1), byte: 0)) { try reader.read([1].span) { _ in } }
    #expect("\(RadioFormatError.hackRF(.badRange, byte: 40))".hasPrefix("byte 40: a record whose edges"))
  }

  @Test func levelsThatAreNoneAreGaps() throws {
    var bytes = FormatFixtures.hex(try Self.logs()[2].binary)
    bytes.replaceSubrange(20..<24, with: [0, 0, 0xC0, 0x7F])
    let sweep = try #require(BinaryReading(bytes).sweeps.first)
    #expect(sweep.decibels[0].isNaN && sweep.nonFiniteValues == 1)
  }

  @Test func neverTraps() throws {
    let seeds = try Self.logs().map { FormatFixtures.hex($0.binary) }
    var random = SeededGenerator(seed: 20)
    var (given, failed) = (0, 0)
    for _ in 0..<3000 {
      var bytes = Array((seeds.randomElement(using: &random) ?? []).prefix(800))
      for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.mutate(using: &random) }
      let reading = BinaryReading(
        bytes, piece: Int.random(in: 1...300, using: &random), atOnce: Bool.random(using: &random))
      if reading.error != nil { failed += 1 }
      given += reading.sweeps.count
      for sweep in reading.sweeps {
        #expect(sweep.decibels.count == sweep.axis.count && sweep.axis.count <= RTLPowerReader.binLimit)
      }
    }
    #expect(given > 1000 && failed > 1000)
  }
}
