import TestSupport
import Testing
import WaveCoverageWire

/// The committed bytes of one message of each kind of the coverage instrument, which other clients rely on.
@Suite struct GoldenTests {
  private static let encoded = TerrainSamples.fixed.map {
    GoldenMessages.Line(name: $0.name, bytes: $0.bytes)
  }

  @Test func bytesAreThoseCommitted() throws {
    #expect(try GoldenMessages.lines(of: .coverage, recording: Self.encoded) == Self.encoded)
  }

  @Test func committedBytesReadBack() throws {
    let lines = try GoldenMessages.lines(of: .coverage, recording: Self.encoded)
    for (sample, line) in zip(TerrainSamples.fixed, lines) {
      let message = try #require(try TerrainSamples.read(line.bytes, fromClient: sample.isFromClient))
      #expect(TerrainSamples.encoded(message, fromClient: sample.isFromClient) == line.bytes, "\(line.name)")
    }
  }

  @Test func everyKindHasAGolden() {
    #expect(Set(Self.encoded.map(\.tag)).count == 18)
  }

  @Test func onlyTheFirstMessageOfItsClientsIsAHello() throws {
    for line in try GoldenMessages.lines() {
      #expect(CoverageMessageReader.isHello(line.bytes) == (line.name == "terrain-hello"), "\(line.name)")
    }
  }
}
