import Foundation
import TestSupport
import Testing
import WaveSpectrumWire
import WaveWire

/// The bytes of one message of each kind, as committed: what another client may rely on.
@Suite struct GoldenTests {
  private static let file = Repository.fixture("wire/messages.hex")

  private static func encoded() -> [String: String] {
    var lines: [String: String] = [:]
    for sample in Samples.fixed {
      var bytes: [UInt8] = []
      sample.message.encode(into: &bytes)
      lines[sample.name] = bytes.map { hex($0) }.joined()
    }
    for sample in StreamSamples.fixed {
      lines[sample.name] = sample.bytes.map { hex($0) }.joined()
    }
    for sample in TableSamples.fixed {
      lines[sample.name] = sample.bytes.map { hex($0) }.joined()
    }
    for sample in TerrainSamples.fixed {
      lines[sample.name] = sample.bytes.map { hex($0) }.joined()
    }
    return lines
  }

  @Test func committedBytesOfStreamsReadBack() throws {
    let golden = try Self.golden()
    for sample in StreamSamples.fixed {
      let digits = Array(try #require(golden[sample.name]))
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      let message = try #require(try StreamSamples.read(bytes, fromClient: sample.isFromClient))
      #expect(StreamSamples.encoded(message, fromClient: sample.isFromClient) == bytes, "\(sample.name)")
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }

  private static func golden() throws -> [String: String] {
    var lines: [String: String] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2 else { continue }
      lines[String(parts[0])] = String(parts[1])
    }
    return lines
  }

  @Test func bytesAreThoseCommitted() throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      let encoded = Self.encoded()
      let names =
        Samples.fixed.map { $0.name } + StreamSamples.fixed.map { $0.name }
        + TableSamples.fixed.map { $0.name } + TerrainSamples.fixed.map { $0.name }
      let text = names.map { $0 + " " + (encoded[$0] ?? "") + "\n" }.joined()
      try FileManager.default.createDirectory(
        at: Self.file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(try Self.golden() == Self.encoded())
  }

  @Test func committedBytesReadBack() throws {
    let golden = try Self.golden()
    for sample in Samples.fixed {
      let digits = Array(try #require(golden[sample.name]))
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      var reader = MessageReader(limit: WireLimits.serverMessageBytes)
      let message = try #require(try reader.next(in: bytes.span.bytes))
      // A NaN differs from itself, so the bytes are compared.
      var again: [UInt8] = []
      message.encode(into: &again)
      #expect(again == bytes, "\(sample.name)")
      #expect(try reader.next(in: bytes.span.bytes) == nil)
    }
  }

  @Test func everyKindHasAGolden() {
    let tags = Set(
      Self.encoded().values.map { line in String(line.prefix(4)) })
    #expect(tags.count == 79)
  }
}
