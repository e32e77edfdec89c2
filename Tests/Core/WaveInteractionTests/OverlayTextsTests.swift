import Testing

@testable import WaveInteraction

/// What is said around the plot, and for how long.
@Suite struct OverlayTextsTests {
  private static let hint: Int64 = 12_000_000

  @Test func aNewcomerIsHintedUntilSomethingIsTouched() {
    var texts = OverlayTexts()
    #expect(!texts.showsHint(at: 0) && texts.nextExpiry(after: 0) == nil)
    texts.startHint(at: 1000)
    texts.startHint(at: 5000)
    #expect(texts.showsHint(at: 1000) && texts.nextExpiry(after: 1000) == 1000 + Self.hint)
    #expect(texts.showsHint(at: 999 + Self.hint) && !texts.showsHint(at: 1000 + Self.hint))
    texts.noteTouch()
    #expect(!texts.showsHint(at: 2000))
    texts.restartHint(at: 3000)
    #expect(texts.showsHint(at: 3000) && !texts.showsHint(at: 3000 + Self.hint))
  }

  @Test func whatIsSaidByTheWayGoesByItself() {
    var texts = OverlayTexts()
    texts.showToast([0x61], at: 0)
    #expect(texts.toastText(at: Toast.microseconds - 1) == [0x61])
    #expect(texts.nextExpiry(after: 0) == Toast.microseconds)
    #expect(texts.toastText(at: Toast.microseconds) == nil)
    #expect(texts.nextExpiry(after: Toast.microseconds) == nil)
    texts.showToast([0x62], at: 0)
    texts.dismissToast()
    #expect(texts.toastText(at: 0) == nil)
  }

  @Test func theNextEndIsTheEarliestThatIsStillToCome() {
    var texts = OverlayTexts()
    texts.startHint(at: 0)
    texts.showToast([0x61], at: 8_000_000)
    #expect(texts.nextExpiry(after: 8_000_000) == Self.hint)
    #expect(texts.nextExpiry(after: Self.hint) == 8_000_000 + Toast.microseconds)
  }
}
