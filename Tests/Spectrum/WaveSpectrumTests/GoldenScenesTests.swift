import TestSupport
import Testing

/// One session on three screens, in which everything that the instrument draws is drawn as committed.
///
/// `RECORD_GOLDEN=1` writes the digests anew; look at pictures of what has changed before you commit.
@Suite struct GoldenScenesTests {
  private static let lines = GoldenScreen.allCases.flatMap { screen in
    var session = GoldenSession(on: screen)
    session.play()
    return session.lines
  }

  @Test func everyStateIsDrawnAsBefore() throws {
    let differences = try GoldenText.differences(Self.lines, from: "scenes/spectrum.txt")
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test func everyStateHasANameOfItsOwn() {
    let names = Self.lines.map { $0.prefix { $0 != ":" } }
    #expect(Set(names).count == names.count)
  }
}
