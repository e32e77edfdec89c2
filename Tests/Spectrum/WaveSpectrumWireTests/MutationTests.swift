import TestSupport
import Testing
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// A million hostile inputs: whatever arrives, the reader ends, and what it accepts is a message of the
/// protocol.
@Suite struct MutationTests {
  @Test func aMillionMutatedInputsDoNoHarm() {
    var random = SeededGenerator(seed: 20_130_701)
    let corpus = Samples.fixed.map { sample in
      var bytes: [UInt8] = []
      sample.message.encode(into: &bytes)
      return bytes
    }
    var accepted = 0
    var refused = 0
    for _ in 0..<1_000_000 {
      let bits = random.next()
      var bytes = corpus[Int(bits & 0xFF) % corpus.count]
      // One to three bytes change; every fourth input is cut short as well.
      for change in 0..<(1 + Int(bits >> 8 & 3) % 3) {
        let draw = random.next()
        let place = Int(truncatingIfNeeded: draw >> 8 & 0xFFFF) % bytes.count
        bytes[change == 0 ? place % min(bytes.count, 12) : place] = UInt8(truncatingIfNeeded: draw)
      }
      if bits & 0x3000 == 0 { bytes.removeLast(Int(bits >> 16 & 0xFFFF) % bytes.count) }
      var reader = MessageReader(limit: WireLimits.clientMessageBytes)
      do throws(WireError) {
        while let message = try reader.next(in: bytes.span.bytes) {
          accepted += 1
          // What was accepted can be sent on, so no field breaks the encoder's own rules.
          if accepted & 63 == 0 {
            var again: [UInt8] = []
            message.encode(into: &again)
            if again.count > longest(message, of: bytes) { Issue.record("grew: \(bytes)") }
          }
        }
      } catch { refused += 1 }
      if reader.position > bytes.count { Issue.record("read past the end: \(bytes)") }
    }
    #expect(accepted > 50_000)
    #expect(refused > 50_000)
  }

  /// Bytes that a message may have when it is sent on: no more than it had, but for rows, of which the
  /// encoder knows shorter and longer forms; none is longer than the levels themselves.
  private func longest(_ message: Message, of bytes: [UInt8]) -> Int {
    guard case .row(let row) = message else { return bytes.count }
    let scaleBytes = row.scale == .centibels ? 0 : 6
    return Planes.headerBytes + row.planes.count + 2 * row.values.count + scaleBytes
  }
}
