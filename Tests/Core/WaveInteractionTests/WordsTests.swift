import Testing

@testable import WaveInteraction

/// What is said around the plot, and for how long.
@Suite struct WordsTests {
  private static let hint: Int64 = 12_000_000

  @Test func aNewcomerIsHintedUntilSomethingIsTouched() {
    var words = Words()
    #expect(!words.showsHint(at: 0) && words.nextExpiry(after: 0) == nil)
    words.startHint(at: 1000)
    words.startHint(at: 5000)
    #expect(words.showsHint(at: 1000) && words.nextExpiry(after: 1000) == 1000 + Self.hint)
    #expect(words.showsHint(at: 999 + Self.hint) && !words.showsHint(at: 1000 + Self.hint))
    words.noteTouch()
    #expect(!words.showsHint(at: 2000))
    words.restartHint(at: 3000)
    #expect(words.showsHint(at: 3000) && !words.showsHint(at: 3000 + Self.hint))
  }

  @Test func whatIsSaidByTheWayGoesByItself() {
    var words = Words()
    words.showToast([0x61], at: 0)
    #expect(words.toastText(at: Toast.microseconds - 1) == [0x61])
    #expect(words.nextExpiry(after: 0) == Toast.microseconds)
    #expect(words.toastText(at: Toast.microseconds) == nil)
    #expect(words.nextExpiry(after: Toast.microseconds) == nil)
    words.showToast([0x62], at: 0)
    words.dismissToast()
    #expect(words.toastText(at: 0) == nil)
  }

  @Test func theNextEndIsTheEarliestThatIsStillToCome() {
    var words = Words()
    words.startHint(at: 0)
    words.showToast([0x61], at: 8_000_000)
    #expect(words.nextExpiry(after: 8_000_000) == Self.hint)
    #expect(words.nextExpiry(after: Self.hint) == 8_000_000 + Toast.microseconds)
  }
}
