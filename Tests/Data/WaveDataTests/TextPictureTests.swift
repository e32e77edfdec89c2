import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct TextPictureTests {
  /// Four parts: a half of the first text and a fifth of others; the second text; nothing; missing alone.
  private static let strip = TextStrip(
    view: 1, column: 0, rowCount: 1,
    shares: [128, 0, 0, 0, 0, 0, 0, 51, 76] + [0, 255, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0, 255])
  private static let picture = TextPicture(window: TickWindow(start: 0, width: 100), strip: strip)

  @Test(
    arguments: [
      (0.0, 0), (99.9, 0), (100, 1), (399.9, 3), (400, nil), (-0.1, nil),
    ] as [(Double, Int?)])
  func partsAreAlongTheirWindow(_ x: Double, _ part: Int?) {
    #expect(Self.picture.bucket(x, in: Self.picture.window, width: 400) == part)
    // A window of half as many ticks, from a quarter on.
    let shown = TickWindow(start: 25, width: 50)
    #expect(Self.picture.bucket(2 * (x - 100), in: shown, width: 400) == part)
    #expect(Self.picture.bucket(x / 400, in: Self.picture.window, width: 0) == part)
  }

  @Test(
    arguments: [
      // The first text is in the lower half, others above it, what is missing on top.
      (10.0, 299.0, 0), (10, 250, 0), (10, 249, TextStrip.others), (10, 230, TextStrip.others),
      (10, 229, TextStrip.missing), (10, 200, TextStrip.missing), (10, 199, nil), (10, 300, nil),
      (110, 200, 1),
      (110, 299, 1), (210, 250, nil), (310, 200, TextStrip.missing), (401, 250, nil),
    ] as [(Float, Float, Int?)])
  func whatIsUnderAFingerIsAShare(_ x: Float, _ y: Float, _ name: Int?) {
    let area = Rect(x: 0, y: 200, width: 400, height: 100)
    #expect(Self.picture.name(atX: x, y: y, of: area, in: Self.picture.window) == name)
  }

  @Test func sharesAreOnOneAnotherFromBelow() throws {
    var sheet = Sheet()
    let area = Rect(x: 0, y: 20, width: 4, height: 100)
    try sheet.draw {
      $0.createStrip(7, columns: 4, height: 130)
      Self.picture.draw(7, in: area, Self.picture.window, .dark, into: &$0)
    }
    let columns = try #require(sheet.scene.strips.first).columns
    let others = try #require(Theme.dark.textColor(TextStrip.others))
    #expect(columns[0].map(\.color) == [TextLane.palette[0], others])
    #expect(
      columns[0].map { $0.span.top / 8 } == [70, 50] && columns[0].map { $0.span.bottom / 8 } == [120, 70])
    #expect(columns[1].map(\.color) == [TextLane.palette[1]])
    #expect(columns[1].map { $0.span.top / 8 } == [20] && columns[1].map { $0.span.bottom / 8 } == [120])
    // What is missing is the ground.
    #expect(columns[2].isEmpty && columns[3].isEmpty)
  }

  @Test func aStripWithoutPartsIsEmpty() throws {
    let empty = TextPicture(
      window: TickWindow(start: 0, width: 100), strip: TextStrip(view: 1, column: 0, rowCount: 0, shares: []))
    #expect(empty.bucket(0, in: empty.window, width: 400) == nil)
    var sheet = Sheet()
    try sheet.draw {
      $0.createStrip(7, columns: 4, height: 100)
      empty.draw(7, in: Rect(x: 0, y: 0, width: 4, height: 100), empty.window, .dark, into: &$0)
    }
    #expect(sheet.scene.strips.first?.columns.allSatisfy(\.isEmpty) == true)
  }
}
