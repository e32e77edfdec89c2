import Testing

@testable import WaveCommand

@Suite struct HeaderOptionTests {
  @Test func aValueMayHaveSpacesAndColons() throws {
    let header = try TerrainFetchCommand.header("Authorization:  Basic a b:c ")
    #expect(header.name == "Authorization" && header.value == "Basic a b:c")
    #expect(try TerrainFetchCommand.header("X-Key:").value == "")
  }

  @Test(arguments: ["", ":", ": x", "A B: c", "A: b\nC: d", "A: \u{7F}", "A: \u{1F}", "nonsense", "Ä: b"])
  func anythingElseIsRefused(_ text: String) {
    #expect(throws: (any Error).self) { try TerrainFetchCommand.header(text) }
  }
}
