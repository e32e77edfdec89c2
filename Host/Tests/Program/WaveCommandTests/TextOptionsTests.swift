import ArgumentParser
import Testing
import WaveTableFormats

@testable import WaveCommand

@Suite struct TextOptionsTests {
  @Test(arguments: [(",", 0x2C), (";", 0x3B), ("tab", 0x09), ("\\t", 0x09), ("blanks", 0x20), ("|", 0x7C)])
  func aSeparatorIsOneCharacter(_ text: String, _ byte: UInt8) throws {
    let options = try TextOptions.parse(["--separator", text]).checked
    #expect(options.separator == byte && options.quote == nil)
  }

  /// Lines end rows, whatever separates cells.
  @Test(arguments: ["\n", "\r", "", "::", "ä"]) func anythingElseIsRefused(_ text: String) {
    #expect(throws: (any Error).self) { try TextOptions.parse(["--separator", text]) }
    #expect(throws: (any Error).self) { try TextOptions.parse(["--quote", text]) }
  }

  @Test func textsMayHaveNoQuotes() throws {
    let options = try TextOptions.parse(["--quote", "none", "--comment", "none"]).checked
    #expect(options.hasQuotes == false && options.quote == nil && options.comment == "")
    #expect(try TextOptions.parse(["--quote", "'"]).checked.quote == 0x27)
  }
}
