import TestSupport
import Testing

/// The one file of golden messages, whose lines the tests of each wire compare.
@Suite struct GoldenOwnersTests {
  @Test func everyLineBelongsToOneWire() throws {
    let lines = try GoldenMessages.lines()
    for line in lines { #expect(line.wire != nil, "\(line.name)") }
    #expect(Set(lines.map(\.name)).count == lines.count)
    for wire in GoldenMessages.Wire.allCases { #expect(lines.contains { $0.wire == wire }, "\(wire)") }
  }
}
