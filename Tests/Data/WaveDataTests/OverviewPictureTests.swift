import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct OverviewPictureTests {
  /// The part of 1,000 ticks that is shown.
  private static func picture(_ start: Double = 0, _ width: Double = 1000) -> OverviewPicture {
    var view = AxisView()
    let pixels = AxisPixels(width: 400, isRemote: false)
    view.show(
      TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 1000), on: pixels)
    view.handle(.place(start: start, width: width), on: pixels)
    return OverviewPicture(look: Sheet.look, view: view)
  }

  private static func spans(
    _ top: Int16 = 5, count: Int = 400, pixels: UInt16 = 34, flags: LaneSpans.Flags = .overview,
    rowCount: UInt64 = 9
  ) -> LaneSpans {
    LaneSpans(
      view: 1, column: 3, flags: flags, pixels: pixels, drawnCount: 1, rowCount: rowCount,
      tops: [LaneSpans.none] + [Int16](repeating: top, count: count - 1),
      bottoms: [Int16](repeating: top + 4, count: count))
  }

  private static func drawn(_ picture: OverviewPicture, hasStrip: Bool = false) throws -> Sheet {
    var sheet = Sheet()
    try sheet.draw { picture.draw(hasStrip: hasStrip, into: &$0) }
    return sheet
  }

  @Test func theWholeTableIsDrawnOnceInItsOwnStrip() throws {
    var (sheet, cache) = (Sheet(), StripCache())
    try sheet.draw { Self.picture().fill(Self.spans(), &cache, into: &$0) }
    let strip = try #require(sheet.scene.strips.first)
    #expect(strip.id == PlayerID.overviewStrip && strip.height == 34 && strip.columns.count == 400)
    #expect(strip.columns[0].isEmpty && strip.columns[1].map(\.color) == [Theme.dark.quiet])
    #expect(strip.columns[1][0].span == ColumnSpan(topPixels: 5, bottomPixels: 9))
    #expect(cache.hasOverview)
    func isDrawn(_ spans: LaneSpans?) throws -> Bool {
      var next = Sheet()
      try next.draw { Self.picture().fill(spans, &cache, into: &$0) }
      return !next.scene.strips.isEmpty
    }
    #expect(try !isDrawn(Self.spans()))
    #expect(try isDrawn(Self.spans(rowCount: 10)))
    #expect(try isDrawn(Self.spans(flags: [.overview, .coarse], rowCount: 10)))
    // Of a whole table that is still read only its rows count.
    #expect(try !isDrawn(Self.spans(flags: [.overview, .coarse, .partial], rowCount: 10)))
  }

  @Test func whatIsOfOtherPixelsIsNotDrawn() throws {
    for spans in [nil, Self.spans(count: 399), Self.spans(pixels: 33)] {
      var (sheet, cache) = (Sheet(), StripCache())
      try sheet.draw { Self.picture().fill(spans, &cache, into: &$0) }
      #expect(sheet.scene.strips.isEmpty && !cache.hasOverview)
    }
  }

  @Test func whatIsBeyondTheStripIsCut() throws {
    for (top, span) in [(Int16(-2), [ColumnSpan(topPixels: 0, bottomPixels: 2)]), (-4, []), (34, [])] {
      var (sheet, cache) = (Sheet(), StripCache())
      try sheet.draw { Self.picture().fill(Self.spans(top), &cache, into: &$0) }
      #expect(sheet.scene.strips.first?.columns[1].map(\.span) == span)
    }
  }

  @Test func whatIsShownAboveIsMarked() throws {
    let theme = Theme.dark
    let whole = try Self.drawn(Self.picture())
    #expect(whole.rectangles(theme.hairline) == [Rect(x: 0, y: 966, width: 400, height: 2)])
    #expect(whole.rectangles(theme.ground.faded(0xB000_0000)).isEmpty)
    let part = try Self.drawn(Self.picture(250, 500))
    #expect(part.rectangles(theme.accent) == [Rect(x: 100, y: 966, width: 200, height: 2)])
    #expect(
      part.rectangles(theme.ground.faded(0xB000_0000)) == [
        Rect(x: 0, y: 966, width: 100, height: 34), Rect(x: 300, y: 966, width: 100, height: 34),
      ])
    // However small that is, it is seen.
    #expect(try Self.drawn(Self.picture(250, 4)).rectangles(theme.accent).first?.width == 6)
    #expect(part.scene.strips.isEmpty)
    let strips = try Self.drawn(Self.picture(), hasStrip: true).scene.layers.flatMap(\.marks).filter {
      if case .strip(PlayerID.overviewStrip, 0, 400, 0, 966) = $0 { true } else { false }
    }
    #expect(strips.count == 1)
  }
}
