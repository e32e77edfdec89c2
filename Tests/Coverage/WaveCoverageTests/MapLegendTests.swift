import Testing
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits

@testable import WaveCoverage

/// Where the parts of the legend are, at two pixels a point; its box ends 24 pixels above the screen's end.
@Suite struct MapLegendTests {
  private static func canvas(
    width: Float = 780, height: Float = 1688, pixelsPerWorld: Double = 4e6, hasPoints: Bool = false
  ) -> MapCanvas {
    var appearance = Appearance()
    appearance.screen = Screen(width: width, height: height, scale: 2)
    var view = MercatorView()
    view.resize(width: Double(width), height: Double(height))
    view.center(on: Samples.middle, pixelsPerWorld: pixelsPerWorld, within: 64...1e12)
    return MapCanvas(appearance, view: view, hasPoints: hasPoints)
  }

  private static func legend(
    _ display: CoverageDisplay = .loss, on canvas: MapCanvas = canvas(), sites: Sites = Samples.sites(),
    hasSheet: Bool = false
  ) -> MapLegend {
    MapLegend(
      on: canvas, sites: sites, display: display,
      colors: MapDisplay().colors(of: display, for: LinkBudget()), hasSheet: hasSheet, hasOffer: false)
  }

  private static func marks(_ legend: MapLegend, isSimulated: Bool = false) throws -> [DrawMark] {
    var player = PartPlayer()
    try player.draw { legend.draw(isSimulated: isSimulated, into: &$0) }
    return player.marks(LayerID.legend)
  }

  private static func rectangles(_ marks: [DrawMark]) -> [Rect] {
    marks.compactMap { if case .rectangle(let rect, _, _) = $0 { rect } else { nil } }
  }

  /// The colours and bounds of the steps of the colour bar, which is 18 pixels high.
  private static func steps(_ marks: [DrawMark]) -> [(rect: Rect, color: Color)] {
    var steps: [(rect: Rect, color: Color)] = []
    for case .rectangle(let rect, _, let color) in marks where rect.height == 18 && rect.y == 1602 {
      steps.append((rect, color))
    }
    return steps
  }

  /// Where a text is.
  private static func place(_ text: String, in marks: [DrawMark]) -> (x: Float, baseline: Float)? {
    for case .text(let bytes, let x, let baseline, _, _, _) in marks where bytes == Array(text.utf8) {
      return (x, baseline)
    }
    return nil
  }

  private static func bracket(_ marks: [DrawMark]) -> [Float] {
    for case .polyline(_, _, let points) in marks { return points.coordinates }
    return []
  }

  // MARK: - The scale bar

  @Test func theScaleBarIsABracketBelowItsLength() throws {
    let canvas = Self.canvas()
    // A kilometre is some 146 pixels, and two are too many.
    let wide = Float(
      1000 / canvas.view.metersPerPixel(atLatitude: Samples.middle.latitudeDegrees))
    let marks = try Self.marks(Self.legend(on: canvas, sites: Sites()))
    let wanted: [Float] = [44, 1638, 44, 1648, 44 + wide, 1648, 44 + wide, 1638]
    let bracket = Self.bracket(marks)
    #expect(bracket.count == 8 && zip(bracket, wanted).allSatisfy { abs($0 - $1) < 0.01 }, "\(bracket)")
    let text = try #require(Self.place("1 km", in: marks))
    #expect(text.x == 56 && text.baseline == 1636)
    let panel = try #require(Self.rectangles(marks).first)
    #expect(panel.x == 24 && panel.y == 1604 && panel.bottom == 1664 && abs(panel.width - wide - 40) < 0.01)
    // Above the box of a map it is 8 points higher than that.
    let legend = Self.legend(on: canvas)
    let above = Self.bracket(try Self.marks(legend))
    #expect(above.count == 8 && abs(above[3] - (1664 - 80 - legend.titleHeight - 16 - 16)) < 0.01)
  }

  @Test(arguments: [2e4, 1e5, 7e5, 4e6, 3e7, 4e8, 2e9]) func theScaleBarIsAsLongAsItCanBe(
    pixelsPerWorld: Double
  ) throws {
    let canvas = Self.canvas(pixelsPerWorld: pixelsPerWorld)
    let perPixel = canvas.view.metersPerPixel(atLatitude: Samples.middle.latitudeDegrees)
    let bracket = Self.bracket(try Self.marks(Self.legend(on: canvas, sites: Sites())))
    let lengths = [1.0, 10, 100, 1e3, 1e4, 1e5, 1e6].flatMap { [$0, 2 * $0, 5 * $0] }
    let longest = try #require(lengths.last { $0 / perPixel < 192 })
    #expect(bracket.count == 8)
    #expect(abs(Double(bracket[4] - bracket[2]) * perPixel / longest - 1) < 0.001)
  }

  @Test func simulatedGroundIsNotedBesideTheLengthIfThereIsRoom() throws {
    let marks = try Self.marks(Self.legend(sites: Sites()), isSimulated: true)
    let wide = Self.bracket(marks)[4] - 44
    let beside = try #require(Self.place("simulated ground", in: marks))
    #expect(abs(beside.x - (44 + wide + 16)) < 0.01 && beside.baseline == 1636)
    let panel = try #require(Self.rectangles(marks).first)
    let noteWidth = Float(16) * 0.66 * 22
    #expect(panel.y == 1604 && abs(panel.width - (wide + 16 + noteWidth + 40)) < 0.1)
    let narrow = try Self.marks(Self.legend(on: Self.canvas(width: 400), sites: Sites()), isSimulated: true)
    let above = try #require(Self.place("simulated ground", in: narrow))
    #expect(above.x == 44 && above.baseline == 1604)
    let low = try #require(Self.rectangles(narrow).first)
    #expect(low.y == 1572 && low.bottom == 1664 && abs(low.width - (noteWidth + 40)) < 0.1)
  }

  // MARK: - The box

  @Test func theBestLossIsAtTheRight() throws {
    let marks = try Self.marks(Self.legend(.loss))
    let steps = Self.steps(marks)
    #expect(steps.count == 70 && steps.first?.rect.x == 44 && steps.last?.rect.right == 424)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.rect.right == $1.rect.x })
    let entries = ColorMap.loss.entries
    let (worst, best) = (Color(rgba: entries[255]), Color(rgba: entries[0]))
    #expect(steps.first?.color == worst.opacity(min(1, Float(worst.alpha) / 255 * 1.5)))
    #expect(steps.last?.color == best.opacity(min(1, Float(best.alpha) / 255 * 1.5)))
    for (text, x) in [("190", Float(44)), ("120 dB loss", 234), ("50", 424)] {
      let place = try #require(Self.place(text, in: marks))
      #expect(place.x == x && place.baseline == 1648, "\(text)")
    }
  }

  @Test func theNeededLevelIsMarked() throws {
    let marks = try Self.marks(Self.legend(.level))
    #expect(Self.steps(marks).count == 70)
    let needed = try #require(Self.place("\u{2212}120 needed", in: marks))
    #expect(abs(needed.x - (44 + 380 * (1 - ColorMap.levelEdge))) < 0.01)
    #expect(Self.place("\u{2212}60 dBm", in: marks)?.x == 424)
    let edge = (44 + 380 * (1 - ColorMap.levelEdge)).rounded()
    #expect(Self.rectangles(marks).contains(Rect(x: edge, y: 1598, width: 1, height: 26)))
  }

  @Test func transmittersHaveTheirColorsAndLetters() throws {
    let sites = Samples.sites([[9000, 9100, 9200, 9300], [9000, 9100, 9200, 9300]])
    let server = try Self.marks(Self.legend(.server, sites: sites))
    let boxes = Self.rectangles(server).filter { $0.y == 1598 && $0.height == 28 }
    #expect(boxes.map(\.x) == [44, 234] && boxes.allSatisfy { $0.width == 186 })
    for (text, x) in [("A", Float(137)), ("B", 327)] {
      let place = try #require(Self.place(text, in: server))
      #expect(place.x == x && place.baseline == 1620)
    }
    #expect(Self.place("strongest above \u{2212}120 dBm", in: server)?.baseline == 1650)
    let overlap = try Self.marks(Self.legend(.overlap, sites: sites))
    #expect(Self.place("1", in: overlap)?.x == 137 && Self.place("2", in: overlap)?.x == 327)
    #expect(Self.place("how many are above \u{2212}120 dBm", in: overlap)?.x == 44)
  }

  @Test func surenessIsFromNoneToAll() throws {
    let marks = try Self.marks(Self.legend(.sureness))
    let steps = Self.steps(marks)
    #expect(steps.count == 50 && steps.first?.rect.x == 44 && steps.last?.rect.right == 424)
    #expect(steps.first?.color == CoveragePalette.sureness(0))
    #expect(steps.last?.color == CoveragePalette.sureness(100))
    #expect(Self.rectangles(marks).contains(Rect(x: 43, y: 1601, width: 382, height: 20)))
    #expect(Self.place("0 %", in: marks)?.x == 44 && Self.place("100 %", in: marks)?.x == 424)
    #expect(Self.place("sure of \u{2212}120 dBm", in: marks)?.x == 234)
  }

  @Test func measuredPointsHaveALineOfTheirOwn() throws {
    let canvas = Self.canvas(hasPoints: true)
    let (plain, legend) = (Self.legend(), Self.legend(on: canvas))
    #expect(legend.titleHeight == plain.titleHeight + 34)
    let marks = try Self.marks(legend)
    let top = 1664 - 80 - legend.titleHeight
    #expect(Self.rectangles(marks).contains(Rect(x: 24, y: top, width: 420, height: 80 + legend.titleHeight)))
    #expect(Self.place("modelled \u{00B7} Diffraction", in: marks)?.baseline == top + 32)
    let middle = 1584 - 10
    let wanted = [22, 18, 14].map { wide in
      Rect(
        x: 54 - Float(wide) / 2, y: Float(middle) - Float(wide) / 2, width: Float(wide), height: Float(wide))
    }
    let squares = Self.rectangles(marks).filter { $0.x > 24 && $0.width == $0.height && $0.y < 1590 }
    #expect(squares == wanted)
    let text = try #require(Self.place("measured", in: marks))
    #expect(text.x == 76 && text.baseline == Float(middle + 8))
    let plainText = Self.place("measured", in: try Self.marks(plain))
    #expect(plainText?.x == nil)
  }

  @Test func itIsShownIfItsHeightIsFree() {
    // The status chip ends at 128 pixels, and the scale bar needs 88 points above the bottom.
    #expect(Self.legend(on: Self.canvas(height: 304), sites: Sites()).isShown)
    #expect(!Self.legend(on: Self.canvas(height: 303), sites: Sites()).isShown)
    let height = 304 + Self.legend().titleHeight
    #expect(Self.legend(on: Self.canvas(height: height)).isShown)
    #expect(!Self.legend(on: Self.canvas(height: height - 1)).isShown)
  }

  @Test func aSheetMovesItBesideTheHandle() {
    #expect(Self.legend().width == 420 && Self.legend(hasSheet: true).width == 420)
    let narrow = Self.canvas(width: 400)
    #expect(Self.legend(on: narrow).width == 352)
    #expect(Self.legend(on: narrow, hasSheet: true).width == 272)
    // The handle's middle is at 844 pixels, and it is kept free from 116 pixels above that on.
    #expect(Self.legend(on: MapCanvas(narrow, above: 960), hasSheet: true).width == 272)
    #expect(Self.legend(on: MapCanvas(narrow, above: 961), hasSheet: true).width == 352)
  }
}
