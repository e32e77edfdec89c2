import Testing
import WaveDisplay
import WavePictures

@Suite struct TextTests {
  private let style = TextStyle(size: 20)

  /// First and last column with ink.
  private func ink(
    _ text: String, x: Float, alignment: TextAlignment, style: TextStyle
  ) throws -> (left: Int, right: Int) {
    let scene = try Samples.scene(width: 300, height: 40) { list in
      list.text(
        Array(text.utf8), x: x, baseline: 30, style: style, color: Color(0xFFFFFF), alignment: alignment)
    }
    let picture = try PicturePlayer.picture(of: scene)
    let columns = (0..<picture.width).filter { x in
      (0..<picture.height).contains { picture.pixels[$0 * picture.width + x] >> 24 > 64 }
    }
    return (try #require(columns.first), try #require(columns.last))
  }

  @Test func alignmentPlacesTheText() throws {
    let advances = try PicturePlayer.advances()
    let text = "88.125"
    let width = Int(advances.width(of: Array(text.utf8), style: style))
    let leading = try ink(text, x: 150, alignment: .leading, style: style)
    let center = try ink(text, x: 150, alignment: .center, style: style)
    let trailing = try ink(text, x: 150, alignment: .trailing, style: style)
    #expect((150...154).contains(leading.left))
    #expect((146...150).contains(trailing.right))
    #expect(abs(center.left - (leading.left - width / 2)) <= 1)
    #expect(abs(trailing.left - (leading.left - width)) <= 1)
  }

  @Test func advancesAreThoseOfTheFont() throws {
    let advances = try PicturePlayer.advances()
    let text = "−102.5 MHz · 3×"
    for style in [TextStyle(size: 20), TextStyle(size: 20, isBold: true)] {
      let whole = advances.width(of: Array(text.utf8), style: style)
      let ink = try ink(text, x: 10, alignment: .leading, style: style)
      #expect(abs(Float(ink.right - ink.left) - whole) < 6)
    }
    // Tabular figures: digits are equally wide, so that numbers that run do not jump.
    let digits = (0x30...0x39).map { advances.width(of: [UInt8($0)], style: style) }
    #expect(Set(digits).count == 1)
    #expect(digits[0] > 5 && digits[0] < 20)
    let bold = advances.width(of: [0x4D], style: TextStyle(size: 20, isBold: true))
    #expect(bold > advances.width(of: [0x4D], style: style))
  }
}
