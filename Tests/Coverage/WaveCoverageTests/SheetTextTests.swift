import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation

@testable import WaveCoverage

/// Where the lines of the path sheet are, at two pixels a point.
@Suite struct SheetTextTests {
  private static let small = TextStyle(size: 26)
  private static let big = TextStyle(size: 58, isBold: true)

  private static func words(_ reading: CoverageReading = Samples.reading()) -> SheetWords {
    SheetWords(reading: reading, sites: Samples.sites(), display: .loss, layer: nil)
  }

  /// The room that the sheet's first line leaves for the close button at the most, in pixels.
  private static func room(_ words: SheetWords, on canvas: MapCanvas) -> Float {
    let left = 36 + canvas.advances.width(of: words.levels.strong, style: big) + 28
    return canvas.screen.right - left - canvas.advances.width(of: words.way, style: small)
  }

  @Test func theWayIsBesideTheFigureIfThereIsRoom() {
    let (words, canvas) = (Self.words(), Samples.canvas())
    let room = Self.room(words, on: canvas)
    #expect(room > 100, "a phone has room for it")
    let beside = SheetText(words, on: canvas, corner: room - 0.5)
    #expect(beside.lines[0].text == Array("90 dB".utf8) && beside.lines[0].style == Self.big)
    #expect(beside.lines[0].x == 36 && beside.lines[0].baseline == 80)
    #expect(beside.lines[1].text == words.way && beside.lines[1].baseline == 80)
    #expect(beside.lines[1].x == 36 + canvas.advances.width(of: Array("90 dB".utf8), style: Self.big) + 28)
    #expect(beside.lines[2].text == words.levels.quiet)
    #expect(beside.lines[2].x == 36 && beside.lines[2].baseline == 124)
    let below = SheetText(words, on: canvas, corner: room + 0.5)
    #expect(below.lines[0].baseline == 80 && below.lines.count == beside.lines.count)
    #expect(below.lines[1].text == words.way && below.lines[1].x == 36 && below.lines[1].baseline == 128)
    #expect(below.lines[2].text == words.levels.quiet && below.lines[2].baseline == 168)
  }

  @Test func linesAreAsWideAsTheSheet() throws {
    let words = Self.words(Samples.reading(heights: Array(repeating: 100, count: 60)))
    // From 36 pixels at the left to 36 at the right.
    let canvas = Samples.canvas(width: 400)
    #expect(Self.room(words, on: canvas) < 0)
    let text = SheetText(words, on: canvas, corner: 0)
    let path = try #require(words.reading.path)
    let whole = [words.way, words.levels.quiet] + words.sureness + words.reading.groundLines
    let wrapped = (whole + [words.sight(path)]).flatMap {
      canvas.advances.lines(of: $0, style: Self.small, width: 328)
    }
    #expect(wrapped.count > 3 && text.lines.dropFirst().map(\.text) == wrapped)
    for (index, line) in text.lines.dropFirst().enumerated() {
      #expect(line.x == 36 && line.style == Self.small && line.baseline == 128 + 40 * Float(index))
    }
    #expect(text.lastBaseline == text.lines.last?.baseline)
  }

  @Test func aPathThatIsNotKnownYetHasRoomForALine() {
    let text = SheetText(Self.words(), on: Samples.canvas(), corner: 0)
    #expect(text.lastBaseline == (text.lines.last?.baseline ?? 0) + 40)
  }

  @Test func whatIsBlockedIsInTheAccentColor() throws {
    let canvas = Samples.canvas(width: 1000)
    func last(_ height: Double) throws -> SheetText.Line {
      let heights = (0..<61).map { $0 == 30 ? height : 100 }
      let text = SheetText(Self.words(Samples.reading(heights: heights)), on: canvas, corner: 0)
      return try #require(text.lines.last)
    }
    // The line of sight is from 130 to 101.5 m, and at about 115.8 m in the middle.
    let (blocked, grazed) = (try last(117), try last(114.5))
    #expect(String(decoding: blocked.text, as: UTF8.self).hasPrefix("blocked: the ground is 1 m too high"))
    #expect(blocked.color == canvas.theme.accent)
    #expect(String(decoding: grazed.text, as: UTF8.self).hasPrefix("grazed: 1 m free"))
    #expect(grazed.color == canvas.theme.quiet)
    #expect(try last(100).color == canvas.theme.quiet)
  }
}
