import TestSupport
import Testing

@testable import WaveAccess

@Suite struct CrockfordBase32Tests {
  /// Five bits at a time out of a string of zeros and ones.
  private static func naive(_ bytes: [UInt8]) -> String {
    let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    var bits = bytes.map { byte in
      let digits = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
    while bits.count % 5 > 0 { bits += "0" }
    return String(
      stride(from: 0, to: bits.count, by: 5).map { place in
        alphabet[Int(bits.dropFirst(place).prefix(5), radix: 2) ?? 0]
      })
  }

  @Test func writesFiveBitsACharacter() {
    var random = SeededGenerator(seed: 1)
    for count in 0..<40 {
      let bytes = RandomBytes.make(count, using: &random)
      #expect(String(decoding: CrockfordBase32.encode(bytes), as: UTF8.self) == Self.naive(bytes))
    }
  }

  @Test func takesWhatPeopleType() {
    let typed = ["k7qm-3xrt", "K7QM3XRT", " k7qm 3xrt ", "K7-QM-3X-RT"]
    for text in typed { #expect(CrockfordBase32.normalize(Array(text.utf8)) == Array("K7QM3XRT".utf8)) }
    #expect(CrockfordBase32.normalize(Array("oil".utf8)) == Array("011".utf8))
  }

  @Test func takesNothingElse() {
    for text in ["", "-", "U", "K7QM!", "é", "a\u{0}", String(repeating: "0", count: 65)] {
      #expect(CrockfordBase32.normalize(Array(text.utf8)) == nil, "\(text)")
    }
    #expect(CrockfordBase32.normalize([0xFF]) == nil)
  }
}
