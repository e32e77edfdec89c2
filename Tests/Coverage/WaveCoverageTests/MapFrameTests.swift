import Testing
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WaveUnits

@testable import WaveCoverage

@Suite struct MapFrameTests {
  private static let limits = 64.0...1e9

  /// A view of a screen's size around a tile.
  private static func frame(_ canvas: MapCanvas = Samples.canvas()) -> MapFrame {
    var frame = MapFrame()
    _ = frame.resize(from: Screen(), to: canvas.screen)
    frame.fit(around: nil, of: [Samples.tile()], on: canvas, sheetHeight: 0)
    return frame
  }

  @Test func whatAFingerMovesNoLongerFollows() {
    let inputs: [(MapFrame.Input, Bool)] = [
      (.pan(dx: 1, dy: 0), false), (.glide(dx: 1, dy: 0), true), (.zoom(by: 2, x: 0, y: 0), false),
      (.center(Samples.middle, pixelsPerWorld: 1e6), false), (.hold, false),
    ]
    for (input, isWhole) in inputs {
      var frame = Self.frame()
      #expect(frame.isWhole)
      frame.handle(input, within: Self.limits)
      #expect(frame.isWhole == isWhole, "\(input)")
    }
  }

  @Test func inputsMoveTheView() {
    var frame = Self.frame()
    let before = frame.view
    frame.handle(.hold, within: Self.limits)
    #expect(frame.view == before)
    frame.handle(.pan(dx: 10, dy: 0))
    frame.handle(.glide(dx: -10, dy: 0))
    #expect(abs(frame.view.centerX - before.centerX) < 1e-12)
    frame.handle(.zoom(by: 1e30, x: 0, y: 0), within: Self.limits)
    #expect(frame.view.pixelsPerWorld == 1e9)
    frame.handle(.zoom(by: .nan, x: 0, y: 0), within: Self.limits)
    #expect(frame.view.pixelsPerWorld.isFinite)
    frame.handle(.center(Samples.middle, pixelsPerWorld: 1), within: Self.limits)
    let middle = frame.view.pixel(of: Samples.middle)
    #expect(frame.view.pixelsPerWorld == 64 && abs(middle.x - 390) < 1 && abs(middle.y - 844) < 1)
  }

  @Test func aScreenOfAnotherSizeIsFittedAnewUnlessOnlyTheChipGrew() {
    var frame = Self.frame()
    let screen = Samples.canvas().screen
    var lower = screen
    lower.headPoints += 2
    var isFitted = frame.resize(from: screen, to: lower)
    #expect(!isFitted, "what is shown is clear of it")
    lower.headPoints = 800
    isFitted = frame.resize(from: screen, to: lower)
    #expect(isFitted, "the chip covers what is shown")
    var narrow = screen
    narrow.width = 700
    isFitted = frame.resize(from: screen, to: narrow)
    #expect(isFitted && frame.view.width == 700)
    frame.handle(.hold)
    isFitted = frame.resize(from: narrow, to: screen)
    #expect(!isFitted && frame.view.width == 780, "it follows nothing")
  }

  @Test func allThereIsFitsBetweenHeadAndSheet() {
    let canvas = Samples.canvas()
    let tile = Samples.tile()
    for height in [Float(0), 600] {
      var frame = Self.frame(canvas)
      frame.handle(.hold)
      frame.fit(around: nil, of: [tile], on: canvas, sheetHeight: height)
      #expect(frame.isWhole)
      let corners = MapCorners(of: tile)
      let (left, top) = frame.view.pixel(of: corners.northWest)
      let (right, bottom) = frame.view.pixel(
        of: Coordinate(latitudeDegrees: corners.south, longitudeDegrees: corners.east))
      #expect(left >= 27.5 && right <= 780 - 27.5, "14 points at both sides")
      #expect(top >= canvas.screen.head + 27.5 && bottom <= canvas.screen.height - height - 27.5)
      #expect(right - left > 723 || bottom - top > 1688 - height - canvas.screen.head - 57)
    }
  }

  @Test func ofSpecksTheLargestGroupIsShownUntilAllAreAskedFor() {
    let canvas = Samples.canvas()
    let tiles = [
      Samples.tile("A"), Samples.tile("B", west: 10.0711), Samples.tile("C", north: -30, west: 120),
    ]
    var frame = Self.frame(canvas)
    frame.fit(around: nil, of: tiles, on: canvas, sheetHeight: 0)
    let near = frame.view
    #expect(near.shows(tiles[0]) && near.shows(tiles[1]) && !near.shows(tiles[2]))
    frame.showAllTiles()
    frame.fit(around: nil, of: tiles, on: canvas, sheetHeight: 0)
    #expect(tiles.allSatisfy { frame.view.shows($0) })
    frame.tilesChanged()
    frame.fit(around: nil, of: tiles, on: canvas, sheetHeight: 0)
    #expect(frame.view == near)
    frame.fit(around: MapCorners(of: tiles[2]), of: tiles, on: canvas, sheetHeight: 0)
    #expect(frame.view.shows(tiles[2]) && !frame.view.shows(tiles[0]))
  }

  @Test func aPointIsMovedClearOfTheSheetAndNoFurther() {
    let sheet = MapCanvas(Samples.canvas(), above: 700)
    var frame = MapFrame()
    _ = frame.resize(from: Screen(), to: sheet.screen)
    func place(_ x: Double, _ y: Double) -> Coordinate { frame.view.place(atX: x, y: y) }
    frame.handle(.center(Samples.middle, pixelsPerWorld: 4e6), within: Self.limits)
    let clear = place(0, Double(sheet.screen.head))
    var isMoved = frame.makeRoom(for: clear, on: sheet)
    #expect(!isMoved)
    let limit = Double(sheet.bottom - 48 * sheet.screen.type)
    isMoved = frame.makeRoom(for: place(780, limit), on: sheet)
    #expect(!isMoved)
    let hidden = place(100, limit + 50)
    isMoved = frame.makeRoom(for: hidden, on: sheet)
    let (x, y) = frame.view.pixel(of: hidden)
    #expect(isMoved && !frame.isWhole && abs(x - 100) < 1 && abs(Double(y) - limit) < 1)
    let beside = place(-30, 300)
    isMoved = frame.makeRoom(for: beside, on: sheet)
    #expect(
      isMoved && abs(frame.view.pixel(of: beside).x) < 1 && abs(frame.view.pixel(of: beside).y - 300) < 1)
  }
}
