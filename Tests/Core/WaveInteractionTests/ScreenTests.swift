import Testing
import WaveDisplay
import WaveInteraction

@Suite struct ScreenTests {
  /// 55 points at two pixels each, and 9 points of text at one and a half times their size.
  @Test func textBeginsBelowTheChip() {
    let screen = Screen(width: 780, height: 1688, scale: 2, textScale: 1.5, headPoints: 56)
    #expect(screen.type == 3 && screen.head == 137)
    #expect(Screen(width: 390, height: 844, headPoints: 20).head == 28)
  }

  @Test func coveredEdgesAreNotForText() {
    var screen = Screen(width: 2532, height: 1170, scale: 3)
    screen.insets.left = 47
    screen.insets.right = 20
    #expect(screen.left == 141 && screen.right == 2472)
    #expect(screen.bounds == Rect(x: 0, y: 0, width: 2532, height: 1170))
  }
}
