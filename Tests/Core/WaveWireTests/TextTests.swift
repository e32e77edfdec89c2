import TestSupport
import Testing

@testable import WaveWire

/// Texts travel as UTF-8; the standard library's decoder is the oracle for what is well-formed.
@Suite struct TextTests {
  /// A notice with any bytes as its text.
  private func notice(_ text: [UInt8]) -> [UInt8] {
    [73, 0, UInt8(text.count + 3), 0, 0, UInt8(text.count), 0] + text
  }

  @Test func wellFormedIsAsTheStandardLibrarySays() {
    var random = SeededGenerator(seed: 7)
    // Bytes at which the rules change, so that random texts meet every rule often.
    let edges: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
      0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...5, using: &random)
      let text = (0..<count).map { _ in edges[Int.random(in: 0..<edges.count, using: &random)] }
      let isValid = String(validating: text, as: UTF8.self) != nil
      let isRead = (try? Notice.read(notice(text))) != nil
      #expect(isRead == isValid, "\(text)")
      if isRead { accepted += 1 }
    }
    #expect(accepted > 1000)
  }

  @Test func aTextTooLongIsCutAtAWholeCharacter() throws {
    let text = String(repeating: "a", count: WireLimits.text - 1) + "µ and more"
    let notice = try Notice.read(Notice(severity: .information, text: text).bytes)
    #expect(notice?.string == String(repeating: "a", count: WireLimits.text - 1))
  }

  @Test func aTextOverItsLimitIsRefused() {
    let bytes: [UInt8] = [73, 0, 4, 4, 0, 0x01, 0x04] + [UInt8](repeating: 0x61, count: 1025)
    #expect(throws: WireError.tooLong(byte: 5, length: 1025, limit: 1024)) { try Notice.read(bytes) }
  }
}
