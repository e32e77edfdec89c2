import Testing
import WaveUnits

@Suite struct CRC32Tests {
  /// Bit by bit, as the standard has it.
  private static func naive(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { register, byte in
      (0..<8).reduce(register ^ UInt32(byte)) { register, _ in
        register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }

  @Test func isThatOfTheStandard() {
    // The check value of the catalogue of parametrised CRC algorithms (reveng.sourceforge.io).
    #expect(CRC32.checksum(Array("123456789".utf8).span) == 0xCBF4_3926)
    #expect(CRC32.checksum([UInt8]().span) == 0)
  }

  @Test func piecesOfAnyLengthGiveWhatBitsGive() {
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 151 + $0 / 7) }
    for count in 0...bytes.count {
      let whole = Array(bytes.prefix(count))
      #expect(CRC32.checksum(whole.span) == Self.naive(whole))
      var sum = CRC32()
      sum.add(whole.span.extracting(0..<(count / 3)))
      sum.add(whole.span.extracting((count / 3)..<count))
      #expect(sum.checksum == Self.naive(whole))
    }
  }
}
