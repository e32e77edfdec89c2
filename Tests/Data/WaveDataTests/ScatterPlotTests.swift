import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction
import WaveWire

@testable import WaveData

@Suite struct ScatterPlotTests {
  private static let rect = Rect(x: 0, y: 50, width: 100, height: 200)
  /// One whose plot has the width and height of that.
  private static let screen = Screen(width: 100, height: 310, scale: 1, headPoints: 42)
  /// Values from 0 to 10 and from 0 to 100; a lane shows a twentieth more on either side.
  private static let columns = [
    Bench.column("a", low: 0, high: 10), Bench.column("b", low: 0, high: 100), Bench.column("c"),
  ].map { DataColumn(info: $0) }

  private static func plot(_ gestures: Gesture...) -> ScatterPlot {
    var plot = ScatterPlot(x: 0, y: 1)
    for gesture in gestures { handle(&plot, .gesture(gesture)) }
    return plot
  }

  @discardableResult
  private static func handle(_ plot: inout ScatterPlot, _ input: ScatterPlot.Input) -> ScatterPlot.Outcome {
    plot.handle(input, columns, in: rect)
  }

  private static func ask(_ plot: inout ScatterPlot, _ numbers: inout RequestNumbers, at now: Int64 = 0)
    -> ShowScatter?
  {
    let due = plot.ask(&numbers, at: now, source: 3, columns, on: screen)
    return if case .send(.showScatter(let question)) = due { question } else { nil }
  }

  /// A grid of 50 by 100 cells in parts of some lines, one row in each cell.
  private static func parts(_ asked: ShowScatter, lines: [Int]) -> [ScatterPart] {
    var first = 0
    return lines.map { count in
      defer { first += count }
      return ScatterPart(
        request: asked.request, source: asked.source, columns: asked.columns, rows: asked.rows,
        first: UInt16(first), insideCount: 5000, outsideCount: 2, missingCount: 3, correlation: 0.5,
        counts: [UInt32](repeating: UInt32(first + 1), count: count * Int(asked.columns)))
    }
  }

  // MARK: - What is seen

  @Test func allValuesOfBothColumnsAreSeen() {
    let plot = Self.plot()
    #expect(plot.shownX(Self.columns) == ValueRange(low: -0.5, high: 10.5))
    #expect(plot.shownY(Self.columns) == ValueRange(low: -5, high: 105))
    #expect(plot.fits(Self.columns))
    #expect(!ScatterPlot(x: 3, y: 1).fits(Self.columns) && !ScatterPlot(x: 0, y: 3).fits(Self.columns))
  }

  @Test func aFingerReadsValuesFromTheLowerLeftOn() {
    #expect(Self.plot(.tap(x: 0, y: 250)).finger == ScatterPoint(x: -0.5, y: -5))
    #expect(Self.plot(.tap(x: 100, y: 50)).finger == ScatterPoint(x: 10.5, y: 105))
    #expect(Self.plot(.tap(x: 50, y: 100)).finger == ScatterPoint(x: 5, y: 77.5))
    // Beyond the edges there is nothing.
    #expect(Self.plot(.drag(dx: 1, dy: 1, x: -9, y: 900)).finger == ScatterPoint(x: -0.5, y: -5))
    #expect(Self.plot(.began(x: 50, y: 100)).finger == nil)
    #expect(Self.plot(.tap(x: 0, y: 250), .ended(Velocity())).finger != nil)
  }

  @Test func aFingerThatIsHeldMarksValues() throws {
    let held = Self.plot(.tap(x: 0, y: 250), .longPress(x: 50, y: 150))
    #expect(held.finger == nil && held.box != nil && held.boxRanges == nil)
    var plot = Self.plot(.longPress(x: 50, y: 150), .longPressMoved(x: 100, y: 250))
    let ranges = try #require(plot.boxRanges)
    #expect(ranges.x == ValueRange(low: 5, high: 10.5) && ranges.y == ValueRange(low: -5, high: 50))
    // Backwards it is the same.
    let back = Self.plot(.longPress(x: 100, y: 250), .longPressMoved(x: 50, y: 150))
    #expect(back.boxRanges?.x == ranges.x && back.boxRanges?.y == ranges.y)
    Self.handle(&plot, .gesture(.cancelled))
    #expect(plot.box != nil)
    Self.handle(&plot, .zoomToBox)
    #expect(plot.shownX(Self.columns) == ranges.x && plot.shownY(Self.columns) == ranges.y)
    #expect(plot.box == nil)
    Self.handle(&plot, .zoomToBox)
    #expect(plot.shownX(Self.columns) == ranges.x)
  }

  @Test func whatHasNoAreaIsNotMarked() {
    for (x, y) in [(Float(50), Float(200)), (80, 150), (50, 150)] {
      let plot = Self.plot(.longPress(x: 50, y: 150), .longPressMoved(x: x, y: y), .cancelled)
      #expect(plot.boxRanges == nil && plot.box == nil)
    }
    var plot = Self.plot(.longPress(x: 50, y: 150), .longPressMoved(x: 60, y: 160))
    Self.handle(&plot, .clearBox)
    #expect(plot.box == nil)
    #expect(Self.plot(.longPressMoved(x: 60, y: 160)).box == nil)
    #expect(
      Self.plot(.longPress(x: 5, y: 60), .longPressMoved(x: 60, y: 160), .tap(x: 0, y: 60)).box == nil)
  }

  @Test func fingersScaleAndMoveBothColumns() {
    var plot = Self.plot(.pinch(scaleX: 2, scaleY: 4, x: 0, y: 250, dx: 0, dy: 0))
    #expect(plot.shownX(Self.columns) == ValueRange(low: -0.5, high: 5))
    #expect(plot.shownY(Self.columns) == ValueRange(low: -5, high: 22.5))
    Self.handle(&plot, .gesture(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 50, dx: 50, dy: 0)))
    #expect(plot.shownX(Self.columns) == ValueRange(low: -3.25, high: 2.25))
    #expect(plot.shownY(Self.columns) == ValueRange(low: -5, high: 22.5))
    Self.handle(&plot, .gesture(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 50, dx: 0, dy: 100)))
    #expect(plot.shownY(Self.columns) == ValueRange(low: 8.75, high: 36.25))
    Self.handle(&plot, .gesture(.doubleTap(x: 0, y: 0)))
    #expect(plot.shownX(Self.columns) == ValueRange(low: -0.5, high: 10.5))
    #expect(plot.shownY(Self.columns) == ValueRange(low: -5, high: 105))
    // A pinch moves as well.
    Self.handle(&plot, .gesture(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 250, dx: 100, dy: 0)))
    #expect(plot.shownX(Self.columns) == ValueRange(low: -11.5, high: -0.5))
  }

  @Test func fourTimesAllValuesAreTheMost() {
    var plot = Self.plot()
    Self.handle(&plot, .gesture(.pinch(scaleX: 0.25, scaleY: 0.251, x: 50, y: 150, dx: 0, dy: 0)))
    #expect(plot.shownX(Self.columns).span == 11 && plot.shownY(Self.columns).span > 400)
    Self.handle(&plot, .gesture(.pinch(scaleX: 1e7, scaleY: 1, x: 50, y: 150, dx: 0, dy: 0)))
    #expect(plot.shownX(Self.columns).span == 11)
  }

  @Test func valuesDoNotMoveBeyondWhatMessagesCanSay() {
    let large = [Bench.column("a", low: 0, high: 0.9e300), Bench.column("b")].map { DataColumn(info: $0) }
    var plot = ScatterPlot(x: 0, y: 1)
    let before = plot.shownX(large)
    _ = plot.handle(
      .gesture(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 0, dx: -10, dy: 0)), large, in: Self.rect)
    #expect(plot.shownX(large) == before)
  }

  @Test func anotherColumnIsSeenAnew() throws {
    var numbers = RequestNumbers()
    for isAcross in [true, false] {
      var plot = Self.plot(.pinch(scaleX: 2, scaleY: 2, x: 0, y: 250, dx: 0, dy: 0))
      let asked = try #require(Self.ask(&plot, &numbers))
      for part in Self.parts(asked, lines: [100]) { _ = plot.receive(part) }
      Self.handle(&plot, .gesture(.longPress(x: 50, y: 150)))
      #expect(plot.grid != nil)
      if isAcross { Self.handle(&plot, .chooseX(2)) } else { Self.handle(&plot, .chooseY(2)) }
      #expect(plot.grid == nil && plot.box == nil && plot.finger == nil)
      #expect((plot.x, plot.y) == (isAcross ? (2, 1) : (0, 2)))
      // The other one is seen as it was.
      let (x, y) = (plot.shownX(Self.columns), plot.shownY(Self.columns))
      #expect(isAcross ? x == Self.columns[2].shown : y == Self.columns[2].shown)
      #expect(isAcross ? y.span == 55 : x.span == 5.5)
    }
  }

  // MARK: - Keys

  @Test func arrowsMoveByATenthOfTheWidth() {
    for (key, low) in [(Key.left, -1.6), (.right, 0.6)] {
      var plot = Self.plot()
      guard case .handled = Self.handle(&plot, .key(key)) else {
        Issue.record("it is a key for the plot")
        continue
      }
      #expect((plot.shownX(Self.columns).low - low).magnitude < 1e-6)
      #expect(plot.shownY(Self.columns).low == -5)
    }
    for (key, low) in [(Key.up, 0.5), (.down, -10.5)] {
      var plot = Self.plot()
      _ = Self.handle(&plot, .key(key))
      #expect((plot.shownY(Self.columns).low - low).magnitude < 1e-6)
      #expect(plot.shownX(Self.columns).low == -0.5)
    }
  }

  @Test func plusAndMinusScaleAboutTheMiddle() {
    var plot = Self.plot()
    _ = Self.handle(&plot, .key(.zoomIn))
    #expect((plot.shownX(Self.columns).span - 11 / 1.5).magnitude < 1e-9)
    #expect((plot.shownX(Self.columns).low + plot.shownX(Self.columns).high - 10).magnitude < 1e-9)
    #expect((plot.shownY(Self.columns).low + plot.shownY(Self.columns).high - 100).magnitude < 1e-9)
    _ = Self.handle(&plot, .key(.zoomOut))
    #expect((plot.shownX(Self.columns).span - 11).magnitude < 1e-9)
    _ = Self.handle(&plot, .key(.home))
    #expect(plot.shownX(Self.columns) == Self.columns[0].shown)
    #expect(plot.shownY(Self.columns) == Self.columns[1].shown)
  }

  @Test func escapeLeavesWhatIsReadOrMarkedAndThenThePlot() {
    for start: Gesture in [.tap(x: 5, y: 60), .longPress(x: 5, y: 60)] {
      var plot = Self.plot(start)
      guard case .handled = Self.handle(&plot, .key(.escape)), plot.finger == nil, plot.box == nil,
        case .leave = Self.handle(&plot, .key(.escape))
      else {
        Issue.record("what is selected is left first")
        continue
      }
    }
    var plot = Self.plot()
    guard case .unknown = Self.handle(&plot, .key(.space)) else {
      Issue.record("it is no key for the plot")
      return
    }
  }

  // MARK: - The server

  @Test func whatIsSeenIsAskedForInCellsOfTwoPoints() throws {
    var (plot, numbers) = (Self.plot(), RequestNumbers())
    let asked = try #require(Self.ask(&plot, &numbers))
    #expect(asked.request == 1 && asked.source == 3 && asked.x == 0 && asked.y == 1)
    #expect(asked.columns == 50 && asked.rows == 100)
    #expect(asked.xLow == -0.5 && asked.xHigh == 10.5 && asked.yLow == -5 && asked.yHigh == 105)
    let large = Screen(width: 9000, height: 100, scale: 3, headPoints: 42)
    guard
      case .send(.showScatter(let question)) = plot.ask(
        &numbers, at: 2_000_000, source: 3, Self.columns, on: large)
    else {
      Issue.record("another screen is asked for")
      return
    }
    #expect(question.columns == 512 && question.rows == 1)
  }

  @Test func oneGridIsOnItsWayAtATime() throws {
    var (plot, numbers) = (Self.plot(), RequestNumbers())
    let asked = try #require(Self.ask(&plot, &numbers, at: 10))
    Self.handle(&plot, .gesture(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 50, dx: 5, dy: 0)))
    #expect(
      plot.ask(&numbers, at: 1_000_009, source: 3, Self.columns, on: Self.screen)
        == .wait(until: 1_000_010))
    for part in Self.parts(asked, lines: [100]) { #expect(plot.receive(part) == true) }
    #expect(Self.ask(&plot, &numbers, at: 11)?.request == 2)
    #expect(Self.ask(&plot, &numbers, at: 1_000_011) == nil)
    Self.handle(&plot, .gesture(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 50, dx: 5, dy: 0)))
    #expect(Self.ask(&plot, &numbers, at: 1_000_011)?.request == 3)
  }

  @Test func aGridComesInPartsFromTheTopDown() throws {
    var (plot, numbers) = (Self.plot(), RequestNumbers())
    let asked = try #require(Self.ask(&plot, &numbers))
    let parts = Self.parts(asked, lines: [40, 59, 1])
    #expect(plot.receive(parts[1]) == false)
    #expect(plot.receive(parts[0]) == false)
    // None twice, and none passed over.
    #expect(plot.receive(parts[2]) == false)
    #expect(plot.receive(parts[1]) == false)
    #expect(plot.receive(parts[1]) == false)
    #expect(plot.grid == nil)
    #expect(plot.receive(parts[2]) == true)
    let grid = try #require(plot.grid)
    #expect(grid.counts.count == 5000 && grid.columnCount == 50 && grid.rowCount == 100)
    #expect(grid.counts[39 * 50] == 1 && grid.counts[40 * 50] == 41 && grid.counts[99 * 50] == 100)
    #expect((grid.part.insideCount, grid.part.outsideCount, grid.part.missingCount) == (5000, 2, 3))
    #expect(grid.part.correlation == 0.5 && grid.asked == asked)
    #expect(grid.x == ValueRange(low: -0.5, high: 10.5) && grid.y == ValueRange(low: -5, high: 105))
  }

  @Test func aGridBeginsAnewWithItsFirstLine() throws {
    var (plot, numbers) = (Self.plot(), RequestNumbers())
    let asked = try #require(Self.ask(&plot, &numbers))
    let parts = Self.parts(asked, lines: [40, 60])
    for part in [parts[0], parts[0]] { #expect(plot.receive(part) == false) }
    #expect(plot.receive(parts[1]) == true)
    #expect(plot.grid?.counts.count == 5000)
  }

  @Test func partsOfAnotherQuestionAreNotReceived() throws {
    var (plot, numbers) = (Self.plot(), RequestNumbers())
    let asked = try #require(Self.ask(&plot, &numbers))
    let changes: [(inout ScatterPart) -> Void] = [
      { $0.request = 2 }, { $0.source = 4 }, { $0.columns = 49 }, { $0.rows = 99 },
    ]
    for change in changes {
      var part = Self.parts(asked, lines: [100])[0]
      change(&part)
      #expect(plot.receive(part) == false)
    }
    #expect(plot.grid == nil)
    var early = Self.plot()
    #expect(early.receive(Self.parts(asked, lines: [100])[0]) == false)
  }

  @Test func thePlayerIsHandedEachGridOnce() throws {
    var (plot, numbers) = (Self.plot(), RequestNumbers())
    func isHanded() throws -> Bool {
      var list = DrawList()
      list.begin(width: 100, height: 300)
      plot.fill(into: &list)
      list.end()
      var scene = DrawScene()
      try scene.play(list.words)
      return !scene.fields.isEmpty
    }
    #expect(try !isHanded())
    let asked = try #require(Self.ask(&plot, &numbers))
    _ = plot.receive(Self.parts(asked, lines: [100])[0])
    #expect(try isHanded())
    #expect(try !isHanded())
    // The same one once more.
    #expect(plot.receive(Self.parts(asked, lines: [100])[0]) == true)
    #expect(try isHanded())
  }

  @Test func theServerIsSentWhatEndsThePlot() throws {
    var (plot, numbers) = (Self.plot(), RequestNumbers())
    #expect(plot.ending == nil)
    let asked = try #require(Self.ask(&plot, &numbers))
    let ending = try #require(plot.ending)
    #expect(ending.columns == 0 && ending.rows == 0 && ending.request == asked.request)
    // A new connection knows nothing, and is asked when the answer is late.
    plot.connect()
    #expect(plot.ending == nil)
    #expect(plot.receive(Self.parts(asked, lines: [100])[0]) == false)
    #expect(Self.ask(&plot, &numbers, at: 1_000_000)?.request == 2)
  }
}
