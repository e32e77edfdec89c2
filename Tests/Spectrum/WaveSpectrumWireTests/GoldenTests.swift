import TestSupport
import Testing
import WaveSpectrumWire
import WaveWire

/// The bytes of one message of each kind, as committed: what another client may rely on.
@Suite struct GoldenTests {
  private static let encoded = Samples.fixed.map { sample in
    var bytes: [UInt8] = []
    sample.message.encode(into: &bytes)
    return GoldenMessages.Line(name: sample.name, bytes: bytes)
  }

  @Test func bytesAreThoseCommitted() throws {
    #expect(try GoldenMessages.lines(of: .spectrum, recording: Self.encoded) == Self.encoded)
  }

  @Test func committedBytesReadBack() throws {
    for line in try GoldenMessages.lines(of: .spectrum, recording: Self.encoded) {
      var reader = MessageReader(limit: WireLimits.serverMessageBytes)
      let message = try #require(try reader.next(in: line.bytes.span.bytes))
      // A NaN differs from itself, so the bytes are compared.
      var again: [UInt8] = []
      message.encode(into: &again)
      #expect(again == line.bytes, "\(line.name)")
      #expect(try reader.next(in: line.bytes.span.bytes) == nil)
    }
  }

  @Test func everyKindHasAGolden() {
    #expect(Set(Self.encoded.map(\.tag)).count == 19)
  }
}
