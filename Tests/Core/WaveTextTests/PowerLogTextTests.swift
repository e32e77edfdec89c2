import Testing

@testable import WaveText

@Suite struct PowerLogTextTests {
  @Test(arguments: [
    "2026-06-01,", "2026-06-01, 12:00:00, 88000000", "\u{FEFF}2026-06-01,", " \t\r\n\u{B}\u{C}2026-06-01,",
    "\u{FEFF}\n2026-06-01,", "0000-00-00,",
  ])
  func aLogBeginsWithADateAndAComma(_ text: String) {
    let begins = PowerLogText.begins(Array(text.utf8).span)
    #expect(begins)
  }

  @Test(arguments: [
    "", "2026-06-01", "2026-06-01;", "2026/06/01,", "26-06-01, 12", "2026-6-01, 12", "a2026-06-01,",
    "202a-06-01,", "\u{FEFF}2026-06-01", "  2026-06-01", "2026-06-0:,", "2026-06-0/,", "\u{1F}2026-06-01,",
    "\u{E}2026-06-01,", "\u{8}2026-06-01,",
  ])
  func otherTextsAreNone(_ text: String) {
    let begins = PowerLogText.begins(Array(text.utf8).span)
    #expect(!begins)
  }

  @Test func textStartsBehindMarkAndBlanks() {
    for (bytes, start) in [
      ([], 0), ([0x41], 0), ([0x20, 0x0D, 0x09, 0x41], 3), ([0xEF, 0xBB, 0xBF], 3), ([0xEF, 0xBB], 0),
      ([0xEF, 0xBB, 0xBF, 0x20, 0x41], 4), ([0x20, 0x20], 2), ([0xEF, 0xBB, 0xBE, 0x20], 0),
    ] as [([UInt8], Int)] {
      let found = bytes.span.textStart
      #expect(found == start, "\(bytes)")
    }
  }
}
