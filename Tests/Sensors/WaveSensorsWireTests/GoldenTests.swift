import TestSupport
import Testing
import WaveSensorsWire

/// The committed bytes of one message of each kind of the sensors instrument, which other clients rely on.
@Suite struct GoldenTests {
  private static let encoded = StreamSamples.fixed.map { GoldenMessages.Line(name: $0.name, bytes: $0.bytes) }

  @Test func bytesAreThoseCommitted() throws {
    #expect(try GoldenMessages.lines(of: .sensors, recording: Self.encoded) == Self.encoded)
  }

  @Test func committedBytesReadBack() throws {
    let lines = try GoldenMessages.lines(of: .sensors, recording: Self.encoded)
    for (sample, line) in zip(StreamSamples.fixed, lines) {
      let message = try #require(try StreamSamples.read(line.bytes, fromClient: sample.isFromClient))
      #expect(StreamSamples.encoded(message, fromClient: sample.isFromClient) == line.bytes, "\(line.name)")
    }
  }

  @Test func everyKindHasAGolden() {
    #expect(Set(Self.encoded.map(\.tag)).count == 14)
  }

  @Test func onlyTheFirstMessageOfItsClientsIsAHello() throws {
    for line in try GoldenMessages.lines() {
      #expect(SensorsMessageReader.isHello(line.bytes) == (line.name == "stream-hello"), "\(line.name)")
    }
  }
}
