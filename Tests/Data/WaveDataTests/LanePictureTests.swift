import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct LanePictureTests {
  private static func spans(_ tops: [Int16], pixels: UInt16 = 100, _ flags: LaneSpans.Flags = []) -> LaneSpans
  {
    LaneSpans(
      view: 1, column: 0, flags: flags, pixels: pixels, drawnCount: 1, rowCount: 1, tops: tops,
      bottoms: tops.map { $0 == LaneSpans.none ? $0 : $0 + 10 })
  }

  private static func picture(_ spans: LaneSpans, band: LaneSpans? = nil, width: Double = 40) -> LanePicture {
    LanePicture(
      view: 1, window: TickWindow(start: 0, width: width), range: ValueRange(low: 0, high: 10), rows: 0,
      spans: spans, band: band)
  }

  private static func content(
    start: Double = 0, width: Double = 40, pixels: Int = 4, height: Int = 100, low: Double = 0,
    high: Double = 10, isPinned: Bool = false
  ) -> StripContent {
    StripContent(
      lane: LaneKey(column: 0), view: 1, count: 1, flags: [], window: TickWindow(start: start, width: width),
      range: ValueRange(low: low, high: high), width: pixels, height: height, isDark: true,
      isPinned: isPinned)
  }

  /// What is lit in each column of pixels: from and to, in pixels, and nothing where there is none.
  private static func covered(_ picture: LanePicture, _ content: StripContent, scale: Float = 1) throws
    -> [String]
  {
    var (sheet, look) = (Sheet(), Appearance())
    look.screen = Screen(width: 400, height: 1000, scale: scale)
    try sheet.draw {
      $0.createStrip(7, columns: content.width, height: content.height)
      picture.draw(7, content, look, into: &$0)
    }
    let strip = try #require(sheet.scene.strips.first)
    return strip.columns.map { column in
      column.last.map { "\($0.span.top / 8)-\($0.span.bottom / 8)" } ?? ""
    }
  }

  private static func colors(_ picture: LanePicture, _ content: StripContent) throws -> [Color] {
    var sheet = Sheet()
    try sheet.draw {
      $0.createStrip(7, columns: content.width, height: content.height)
      picture.draw(7, content, Sheet.look, into: &$0)
    }
    return try #require(sheet.scene.strips.first).columns[0].map(\.color)
  }

  private static let four = spans([10, LaneSpans.none, 30, 90])

  @Test func itIsDrawnAsItCame() throws {
    #expect(try Self.covered(Self.picture(Self.four), Self.content()) == ["10-20", "", "30-40", "90-100"])
    // A pen of three pixels a point is a pixel broader on either side, within the strip.
    #expect(
      try Self.covered(Self.picture(Self.spans([0, 50, 95, 0])), Self.content(), scale: 3)
        == ["0-11", "49-61", "94-100", "0-11"])
    #expect(try Self.covered(Self.picture(Self.spans([])), Self.content()) == ["", "", "", ""])
    // What is beyond the strip is not seen.
    #expect(
      try Self.covered(Self.picture(Self.spans([-10, -9, 99, 100])), Self.content())
        == ["", "0-1", "99-100", ""])
  }

  @Test func anotherWindowIsMovedAndStretched() throws {
    let picture = Self.picture(Self.four)
    #expect(try Self.covered(picture, Self.content(start: 10)) == ["", "30-40", "90-100", ""])
    #expect(try Self.covered(picture, Self.content(start: -10)) == ["", "10-20", "", "30-40"])
    #expect(try Self.covered(picture, Self.content(width: 20)) == ["10-20", "10-20", "", ""])
    // Columns that fall together are lit from the first to the last row of pixels.
    #expect(try Self.covered(picture, Self.content(width: 80)) == ["10-20", "30-100", "", ""])
    #expect(try Self.covered(picture, Self.content(pixels: 2)) == ["10-20", "30-100"])
  }

  @Test func otherValuesAndHeightsAreStretchedToo() throws {
    let picture = Self.picture(Self.four)
    // 10 to 20 of 100 rows of pixels are 9 to 8.
    #expect(try Self.covered(picture, Self.content(high: 20)) == ["55-60", "", "65-70", "95-100"])
    #expect(try Self.covered(picture, Self.content(low: 5, high: 10)) == ["20-40", "", "60-80", ""])
    #expect(try Self.covered(picture, Self.content(height: 50)) == ["5-10", "", "15-20", "45-50"])
    // A row of pixels at least.
    #expect(
      try Self.covered(Self.picture(Self.spans([10, 20, 30, 40])), Self.content(high: 1010))[0] == "99-100")
  }

  @Test func itsColorSaysWhatItIs() throws {
    let theme = Theme.dark
    #expect(try Self.colors(Self.picture(Self.four), Self.content()) == [theme.trace])
    #expect(try Self.colors(Self.picture(Self.four), Self.content(isPinned: true)) == [theme.accent])
    let coarse = Self.picture(Self.spans([10, 10, 10, 10], .coarse))
    #expect(try Self.colors(coarse, Self.content()).map { $0.rgba >> 24 } == [0x80])
    let band = Self.picture(Self.four, band: Self.spans([0, 0, 0, 0]))
    #expect(try Self.colors(band, Self.content()) == [theme.fillBase, theme.trace])
  }
}
