import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation

@testable import WaveCoverage

/// Where the parts of the path sheet are, at two pixels a point; `SheetTests` has the whole of it.
@Suite struct SheetLayoutTests {
  private static func layout(_ canvas: MapCanvas = Samples.canvas(), hasGround: Bool = true) -> SheetLayout {
    let heights = hasGround ? Array(repeating: 100.0, count: 60) : nil
    return SheetLayout(
      SheetWords(
        reading: Samples.reading(heights: heights), sites: Samples.sites(), display: .loss, layer: nil),
      on: canvas)
  }

  private static func marks(_ layout: SheetLayout) throws -> [DrawMark] {
    var player = PartPlayer()
    try player.draw { layout.draw(into: &$0) }
    return player.marks(LayerID.sheet)
  }

  @Test func theProfileIsBelowTheText() throws {
    let layout = Self.layout()
    let marks = try Self.marks(layout)
    var areas: [(base: Float, top: Float)] = []
    for case .area(let base, let top, _, _, _) in marks { areas.append((base, top)) }
    #expect(areas.count == 1)
    #expect(abs(areas[0].top - (layout.top + layout.text.lastBaseline + 28)) < 0.01)
    #expect(abs(areas[0].base - (1688 - 52)) < 0.01)
    // The line of sight is as wide as the text, between the antennas of 30 m and 1.5 m.
    var sights: [[Float]] = []
    for case .polyline(let width, _, let points) in marks where width == 4 && points.coordinates.count == 4 {
      sights.append(points.coordinates)
    }
    let sight = try #require(sights.first)
    #expect(sights.count == 1 && abs(sight[0] - 36) < 0.01 && abs(sight[2] - (780 - 36)) < 0.01)
    #expect(sight[1] > areas[0].top && sight[3] > sight[1] && sight[3] < areas[0].base)
    let bare = Self.layout(hasGround: false)
    #expect(try !Self.marks(bare).contains { if case .area = $0 { true } else { false } })
  }

  @Test func theSheetIsAsHighAsItsTextAndAProfile() {
    let layout = Self.layout()
    #expect(layout.height == (layout.text.lastBaseline + 340).rounded())
    #expect(layout.top == 1688 - layout.height && layout.canvas.bottom == layout.top)
  }

  /// The sheet on a screen of a height in pixels, at two pixels a point.
  private static func layout(height: Float) -> SheetLayout {
    var appearance = Appearance()
    appearance.screen = Screen(width: 780, height: height, scale: 2)
    let view = Samples.canvas().view
    return layout(MapCanvas(appearance, view: view, hasPoints: false))
  }

  /// On low screens the profile has 45 % of the height at most, unless less than 96 points below the text are
  /// left for it: then it has these, and 60 % at most.
  @Test func theMapKeepsItsPartOfALowScreen() {
    let text = Self.layout().text.lastBaseline
    let middle = Self.layout(height: ((text + 192) / 0.52).rounded())
    #expect(middle.height == (middle.text.lastBaseline + 192).rounded())
    let low = ((text + 132) / 0.6).rounded()
    #expect(Self.layout(height: low).height == (low * 0.6).rounded())
    let high = ((text + 266) / 0.45).rounded()
    #expect(Self.layout(height: high).height == (high * 0.45).rounded())
    // Text is never cut off.
    let least = Self.layout(height: text)
    #expect(least.height == (least.text.lastBaseline + 24).rounded())
  }

  @Test func theCloseButtonIsInTheCorner() throws {
    let layout = Self.layout()
    let top = layout.top
    // 26 points from both edges.
    #expect(layout.close == 52)
    let discs = try Self.marks(layout).compactMap { mark -> Rect? in
      if case .rectangle(let rect, let radius, _) = mark, radius == 28 { rect } else { nil }
    }
    #expect(discs == [Rect(x: 728 - 28, y: top + 52 - 28, width: 56, height: 56)])
    #expect(layout.isOnClose(x: 669, y: top + 111) && layout.isOnClose(x: 779, y: top))
    #expect(!layout.isOnClose(x: 668, y: top + 111) && !layout.isOnClose(x: 669, y: top + 112))
  }

  @Test func theSheetIsAsWideAsTheMap() {
    let layout = Self.layout()
    #expect(layout.contains(x: 0, y: layout.top) && !layout.contains(x: 0, y: layout.top - 1))
    #expect(layout.contains(x: 779, y: 1687) && !layout.contains(x: 780, y: 1687))
  }
}
