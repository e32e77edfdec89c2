import TestSupport
import Testing
import WaveDataWire

/// The committed bytes of one message of each kind of the data instrument, which other clients rely on.
@Suite struct GoldenTests {
  private static let encoded = TableSamples.fixed.map { GoldenMessages.Line(name: $0.name, bytes: $0.bytes) }

  @Test func bytesAreThoseCommitted() throws {
    #expect(try GoldenMessages.lines(of: .data, recording: Self.encoded) == Self.encoded)
  }

  @Test func committedBytesReadBack() throws {
    let lines = try GoldenMessages.lines(of: .data, recording: Self.encoded)
    for (sample, line) in zip(TableSamples.fixed, lines) {
      let message = try #require(try TableSamples.read(line.bytes, fromClient: sample.isFromClient))
      #expect(TableSamples.encoded(message, fromClient: sample.isFromClient) == line.bytes, "\(line.name)")
    }
  }

  @Test func everyKindHasAGolden() {
    #expect(Set(Self.encoded.map(\.tag)).count == 28)
  }

  @Test func onlyTheFirstMessageOfItsClientsIsAHello() throws {
    for line in try GoldenMessages.lines() {
      #expect(DataMessageReader.isHello(line.bytes) == (line.name == "tables-hello"), "\(line.name)")
    }
  }
}
