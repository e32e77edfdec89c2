import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct ScatterPictureTests {
  private static let theme = Theme.dark
  /// Values are seen from -0.5 to 10.5 across and from -5 to 105 upright.
  private static let columns = [Bench.column("a"), Bench.column("b", high: 100)].map { DataColumn(info: $0) }
  /// Cells of two pixels: 200 across and 438 upright.
  private static let rect = Rect(x: 0, y: 64, width: 400, height: 876)

  /// A plot with rows in some cells.
  private static func plot(
    _ cells: [(column: Int, row: Int, count: UInt32)] = [], outside: UInt64 = 0, missing: UInt64 = 0,
    correlation: Double = .nan, columns: [DataColumn] = columns
  ) throws -> ScatterPlot {
    var (plot, numbers) = (ScatterPlot(x: 0, y: 1), RequestNumbers())
    let due = plot.ask(&numbers, at: 0, source: 0, columns, on: Sheet.screen)
    guard case .send(.showScatter(let asked)) = due else { return plot }
    #expect(asked.columns == 200 && asked.rows == 438)
    var counts = [UInt32](repeating: 0, count: 200 * 438)
    for cell in cells { counts[cell.row * 200 + cell.column] = cell.count }
    let isDrawn = plot.receive(
      ScatterPart(
        request: asked.request, source: 0, columns: 200, rows: 438, first: 0, insideCount: 9,
        outsideCount: outside, missingCount: missing, correlation: correlation, counts: counts))
    #expect(isDrawn)
    return plot
  }

  private static func handle(_ plot: inout ScatterPlot, _ gesture: Gesture) {
    _ = plot.handle(.gesture(gesture), columns, in: rect)
  }

  private static func drawn(_ plot: ScatterPlot, columns: [DataColumn] = columns) throws -> Sheet {
    var sheet = Sheet()
    try sheet.draw { list in
      ScatterPicture(plot, columns, Sheet.look).draw(into: &list)
      list.layer(LayerID.axis, bounds: Sheet.screen.axisRect) { list in
        ScatterPicture(plot, columns, Sheet.look).drawAxis(in: Sheet.screen.axisRect, into: &list)
      }
    }
    return sheet
  }

  private static func field(_ sheet: Sheet) -> Rect? {
    for case .field(PlayerID.scatterField, 0, 438, 0, 200, let rect) in sheet.scene.layers.flatMap(\.marks) {
      return rect
    }
    return nil
  }

  private static func isNear(_ a: Rect, _ b: Rect) -> Bool {
    [a.x - b.x, a.y - b.y, a.width - b.width, a.height - b.height].allSatisfy { $0.magnitude < 0.02 }
  }

  // MARK: - The grid

  @Test func countsAreAColorByTheirLogarithm() throws {
    for (count, high) in [(UInt32(1), Int16(256)), (2, 256), (3, 384), (1024, 2560)] {
      var (sheet, plot) = (Sheet(), try Self.plot([(7, 3, count), (8, 3, 1)]))
      try sheet.draw { plot.fill(into: &$0) }
      let field = try #require(sheet.scene.fields.first)
      #expect(field.columns == 200 && field.rows == 438 && field.low == -high / 2 && field.high == high)
      #expect(field.values.indices.filter { field.values[$0] != FieldPainter.gap } == [607, 608])
      #expect(field.values[607] == ScatterPicture.logarithm(count) && field.values[608] == 0)
    }
  }

  @Test func theGridIsWhereItsValuesAre() throws {
    var plot = try Self.plot()
    #expect(try Self.isNear(#require(Self.field(Self.drawn(plot))), Self.rect))
    // Half of the values across, from the left on, and a quarter upright, from below.
    Self.handle(&plot, .pinch(scaleX: 2, scaleY: 4, x: 0, y: 940, dx: 0, dy: 0))
    let rect = try #require(Self.field(Self.drawn(plot)))
    #expect(Self.isNear(rect, Rect(x: 0, y: 940 - 4 * 876, width: 800, height: 4 * 876)))
    #expect(try Self.field(Self.drawn(ScatterPlot(x: 0, y: 1))) == nil)
  }

  // MARK: - Labels

  @Test func valuesAreAlongBothSides() throws {
    let sheet = try Self.drawn(Self.plot())
    let title = try #require(sheet.place(of: "↑ b"))
    #expect(title.x == 12 && title.baseline == 81 && title.color == Self.theme.text)
    // 100 would be at 103.8, where what is known of the columns is.
    #expect(sheet.place(of: "100") == nil)
    let ninety = try #require(sheet.place(of: "90"))
    #expect(ninety.x == 12 && (ninety.baseline - (940 - 95.0 / 110 * 876 + 4)).magnitude < 0.01)
    let ticks = sheet.rectangles(Self.theme.quiet)
    #expect(ticks.count == 10 && ticks.allSatisfy { $0.x == 0 && $0.width == 6 && $0.height == 1 })
    #expect(ticks.map(\.y).max() == 900 && ticks.map(\.y).min() == 183)
    // Across there is room for two before the name.
    let name = try #require(sheet.place(of: "a →"))
    #expect((name.x - (392 - 3 * 0.66 * 13)).magnitude < 0.01 && name.baseline == 957)
    #expect(name.color == Self.theme.text)
    let axis = sheet.scene.layers.filter { $0.id == LayerID.axis }.flatMap(\.marks)
    #expect(axis.count == 3)
    let five = try #require(sheet.place(of: "5"))
    #expect((five.x - (200 - 0.62 * 6)).magnitude < 0.01 && five.baseline == 957)
  }

  @Test func aValueAtTheLowerEdgeIsLeftOut() throws {
    // 0 is at 900.2; a label needs 12 pixels below it.
    for (dy, isDrawn) in [(Float(27.7), true), (28, false)] {
      var plot = ScatterPlot(x: 0, y: 1)
      Self.handle(&plot, .pinch(scaleX: 1, scaleY: 1, x: 0, y: 500, dx: 0, dy: dy))
      let ticks = try Self.drawn(plot).rectangles(Self.theme.quiet)
      #expect((ticks.map(\.y).max() == 928) == isDrawn)
    }
  }

  @Test func aValueThatWouldReachTheNameIsLeftOut() throws {
    // The name begins at 366.26, with 8 pixels before it; "10" is 14.88 pixels wide.
    for (high, isDrawn) in [(Float(350.7), true), (350.9, false)] {
      // 10 is that many pixels from the left.
      let columns = [
        DataColumn(info: Bench.column("a", low: 0, high: 10)), DataColumn(info: Bench.column("b")),
      ]
      var plot = ScatterPlot(x: 0, y: 1)
      let before = Float(10.5 / 11 * 400)
      _ = plot.handle(
        .gesture(.pinch(scaleX: 1, scaleY: 1, x: 0, y: 500, dx: high - before, dy: 0)), columns, in: Self.rect
      )
      let axis = try Self.drawn(plot, columns: columns).scene.layers.filter { $0.id == LayerID.axis }
      let texts = axis.flatMap(\.marks).compactMap { mark in
        if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
      }
      #expect(texts.contains("10") == isDrawn, "\(high)")
    }
  }

  @Test func valuesThatAreTimesAreMoments() throws {
    let columns = [
      DataColumn(info: Bench.column("t", .time, low: 0, high: 454e6)),
      DataColumn(info: Bench.column("u", .time, low: 0, high: 60e6)),
    ]
    let texts = try Self.drawn(ScatterPlot(x: 0, y: 1), columns: columns).scene.texts
    #expect(texts.contains("1970-01-01 00:00:10"))
    // Wider labels are farther apart: 130 pixels are 162 s, 84 would be 105 s.
    #expect(texts.contains("1970-01-01 00:05") && !texts.contains("1970-01-01 00:02"))
  }

  @Test func whatIsKnownOfTheRowsIsBelowTheTitle() throws {
    let none = try Self.drawn(Self.plot())
    let text = try #require(none.place(of: "no correlation"))
    #expect(text.x == 12 && text.baseline == 96 && text.color == Self.theme.quiet)
    let all = try Self.drawn(Self.plot(outside: 1234, missing: 1, correlation: -0.5))
    #expect(all.place(of: "r −0.500 · 1,234 outside · 1 missing") != nil)
    #expect(try Self.drawn(Self.plot(missing: 2, correlation: 1)).place(of: "r 1.000 · 2 missing") != nil)
    // Nothing is known until a grid has come.
    #expect(try !Self.drawn(ScatterPlot(x: 0, y: 1)).scene.texts.contains("no correlation"))
  }

  // MARK: - What is marked and read

  @Test func whatIsMarkedHasAnEdge() throws {
    var plot = try Self.plot()
    Self.handle(&plot, .longPress(x: 300, y: 700))
    Self.handle(&plot, .longPressMoved(x: 100, y: 200))
    let sheet = try Self.drawn(plot)
    let box = try #require(sheet.rectangles(Self.theme.accent.faded(0x2600_0000)).first)
    #expect(Self.isNear(box, Rect(x: 100, y: 200, width: 200, height: 500)))
    let sides = sheet.rectangles(Self.theme.accent)
    let expected = [
      Rect(x: 100, y: 200, width: 200, height: 1), Rect(x: 100, y: 699, width: 200, height: 1),
      Rect(x: 100, y: 200, width: 1, height: 500), Rect(x: 299, y: 200, width: 1, height: 500),
    ]
    #expect(sides.count == 4 && zip(sides, expected).allSatisfy(Self.isNear))
  }

  @Test func aFingerReadsItsCell() throws {
    var plot = try Self.plot([(100, 219, 37)])
    Self.handle(&plot, .tap(x: 201, y: 503))
    let sheet = try Self.drawn(plot)
    let sides = sheet.rectangles(Self.theme.accent)
    // The cell is two pixels wide, and its edge is two pixels away.
    #expect(sides.count == 4 && Self.isNear(sides[0], Rect(x: 198, y: 500, width: 6, height: 1)))
    #expect(Self.isNear(sides[1], Rect(x: 198, y: 505, width: 6, height: 1)))
    #expect(sheet.scene.texts.suffix(3) == ["37 rows", "a 5 … 5.055", "b 49.749 … 50"])
    // The lines are 44 pixels above it, in a box of 3 lines and a margin.
    let top: Float = 500 - 44 - 59
    let rows = try #require(sheet.place(of: "37 rows"))
    #expect((rows.baseline - (top + 14)).magnitude < 0.02 && rows.color == Self.theme.text)
    let values = try #require(sheet.place(of: "b 49.749 … 50"))
    #expect((values.baseline - (top + 48)).magnitude < 0.02 && values.color == Self.theme.quiet)
    // The widest of them is 13 letters, with a margin on either side.
    let width: Float = 13 * 0.62 * 12 + 16
    #expect((rows.x - (201 - width / 2 + 8)).magnitude < 0.02)
    let boxes = sheet.rectangles(Self.theme.gap)
    #expect(boxes.count == 1 && Self.isNear(boxes[0], Rect(x: rows.x - 8, y: top, width: width, height: 59)))
  }

  @Test(arguments: [
    // Cells are 2 pixels: within 6 of them a cell with rows is meant, the nearest.
    (106, 219, "3 rows"), (107, 219, "0 rows"), (100, 213, "3 rows"), (100, 212, "0 rows"),
    (94, 225, "3 rows"), (93, 219, "0 rows"), (100, 226, "0 rows"),
  ])
  func aFingerIsBroad(_ column: Int, _ row: Int, _ text: String) throws {
    var plot = try Self.plot([(column, row, 3)])
    Self.handle(&plot, .tap(x: 201, y: 503))
    #expect(try Self.drawn(plot).place(of: text) != nil)
  }

  @Test func theNearestCellIsMeant() throws {
    var plot = try Self.plot([(104, 219, 4), (103, 222, 5), (96, 219, 6), (101, 223, 1)])
    Self.handle(&plot, .tap(x: 201, y: 503))
    // Of two that are as near, the first.
    #expect(try Self.drawn(plot).place(of: "6 rows") != nil)
    var corner = try Self.plot([(0, 0, 1), (199, 437, 2)])
    Self.handle(&corner, .tap(x: 0, y: 64))
    #expect(try Self.drawn(corner).place(of: "1 row") != nil)
    Self.handle(&corner, .tap(x: 400, y: 940))
    #expect(try Self.drawn(corner).place(of: "2 rows") != nil)
  }

  @Test func linesAreOnTheScreen() throws {
    var plot = try Self.plot()
    func box(_ x: Float, _ y: Float) throws -> Rect {
      Self.handle(&plot, .tap(x: x, y: y))
      return try #require(Self.drawn(plot).rectangles(Self.theme.gap).first)
    }
    #expect(try box(1, 503).x == 8)
    #expect(try (box(399, 503).right - 392).magnitude < 0.02)
    // Where there is no room above they are below: 40 pixels are the title's.
    #expect(try (box(200, 211).y - 105).magnitude < 0.02)
    #expect(try (box(200, 209).y - 256).magnitude < 0.02)
  }

  @Test func withoutAGridNothingIsRead() throws {
    var plot = ScatterPlot(x: 0, y: 1)
    Self.handle(&plot, .tap(x: 201, y: 503))
    #expect(try !Self.drawn(plot).scene.texts.contains { $0.hasSuffix("rows") })
  }

  @Test func ticksAreSixPointsOnEveryScreen() throws {
    for scale: Float in [1, 2, 3] {
      var look = Sheet.look
      look.screen = Screen(width: 400, height: 1000, scale: scale)
      var sheet = Sheet()
      let plot = try Self.plot()
      try sheet.draw { ScatterPicture(plot, Self.columns, look).draw(into: &$0) }
      let ticks = sheet.rectangles(Self.theme.quiet).filter { $0.x == 0 }
      #expect(!ticks.isEmpty && ticks.allSatisfy { $0.width == 6 * scale }, "\(scale)")
    }
  }
}
