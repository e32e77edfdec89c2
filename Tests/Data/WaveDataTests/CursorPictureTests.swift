import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct CursorPictureTests {
  /// Lanes show -0.5 to 10.5.
  private static let columns = [Bench.column("a"), Bench.column("b")].map { DataColumn(info: $0) }
  private static let axis = TableAxis(source: 0, order: .rows, column: 0, kind: .number, from: 0, until: 400)

  private static func lane(_ column: Int = 0, y: Float = 100, height: Float = 100) -> DataLane {
    DataLane(column: column, y: y, height: height, isPinned: false)
  }

  private static func layout(isPinned: Bool = false) -> LaneLayout {
    LaneLayout(
      screen: Sheet.screen, lanePoints: 100, laneCount: 20, pictureCount: 1, isPinned: isPinned)
  }

  /// A line at a tick, whose row has come.
  private static func cursor(
    _ tick: Double, cells: [TableCells.Cell]? = [.real(5)], rowTick: Int64? = nil
  ) -> RowCursor {
    var (cursor, numbers) = (RowCursor(tick: tick, column: nil), RequestNumbers())
    _ = cursor.ask(&numbers, at: 0, of: axis)
    if let cells {
      _ = cursor.receive(
        TableCells(
          request: 1, source: 0, key: 0, tick: rowTick ?? Int64(tick), first: 0, cells: cells))
    }
    return cursor
  }

  private static func drawn(
    _ cursor: RowCursor, _ lanes: [DataLane] = [lane()], isRemote: Bool = false, axis: TableAxis = axis,
    isPinned: Bool = false
  ) throws -> Sheet {
    var (sheet, view) = (Sheet(), AxisView())
    view.show(axis, on: AxisPixels(width: 400, isRemote: false))
    let picture = CursorPicture(
      look: Sheet.look, layout: layout(isPinned: isPinned), columns: columns, cursor: cursor, view: view,
      isRemote: isRemote)
    try sheet.draw { picture.draw(lanes, into: &$0) }
    return sheet
  }

  private static func line(_ sheet: Sheet) -> Rect? { sheet.rectangles(Theme.dark.accent).first }

  @Test func theLineIsAtTheRowThatIsRead() throws {
    let sheet = try Self.drawn(Self.cursor(100, rowTick: 120))
    #expect(Self.line(sheet) == Rect(x: 119, y: 64, width: 2, height: 876))
    // Until it has come, at the finger.
    #expect(try Self.line(Self.drawn(Self.cursor(100, cells: nil)))?.x == 99)
    // Rows that are counted are as wide as a tick.
    let count = TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 20, until: 40)
    #expect(try Self.line(Self.drawn(Self.cursor(5, rowTick: 30), axis: count))?.x == 209)
  }

  @Test(arguments: [(Float(0.25), Float(1)), (1, 2), (2, 3), (3, 5), (4, 6)])
  func theLineIsAPointAndAHalfWide(_ scale: Float, _ width: Float) throws {
    var (sheet, view, look) = (Sheet(), AxisView(), Sheet.look)
    look.screen.scale = scale
    view.show(Self.axis, on: AxisPixels(width: 400, isRemote: false))
    let picture = CursorPicture(
      look: look, layout: Self.layout(), columns: Self.columns, cursor: Self.cursor(100), view: view,
      isRemote: false)
    try sheet.draw { picture.draw([], into: &$0) }
    let line = try #require(Self.line(sheet))
    #expect(line.width == width && line.x == (100 - width / 2).rounded())
  }

  @Test func onADenseScreenTheValueIsAsFarFromTheLineAsOnAnyOther() throws {
    var (sheet, view, look) = (Sheet(), AxisView(), Sheet.look)
    (look.screen.scale, look.screen.textScale) = (2, 1.5)
    view.show(Self.axis, on: AxisPixels(width: 400, isRemote: false))
    let picture = CursorPicture(
      look: look, layout: Self.layout(), columns: Self.columns, cursor: Self.cursor(100), view: view,
      isRemote: false)
    try sheet.draw { picture.draw([Self.lane(y: 600, height: 140)], into: &$0) }
    let text = try #require(sheet.place(of: "5"))
    // Twice seven points beside it, and 40 points of text below the lane's top.
    #expect(text.x == 128 && text.baseline == 720)
    #expect(sheet.rectangles(Theme.dark.text) == [Rect(x: 93, y: 663, width: 14, height: 14)])
    let box = try #require(sheet.rectangles(Theme.dark.ground).first)
    #expect(box.x == 114 && box.y == 720 - 39 * Float(1.05) && box.height == 39 * Float(1.45))
  }

  @Test func beyondTheEdgesIsNoLine() throws {
    for (tick, isDrawn) in [(Int64(-1), false), (0, true), (400, true), (401, false)] {
      let sheet = try Self.drawn(Self.cursor(5, rowTick: tick))
      #expect((Self.line(sheet) != nil) == isDrawn, "\(tick)")
    }
  }

  @Test func theValueIsBesideTheLineAndItsDotAtItsHeight() throws {
    let sheet = try Self.drawn(Self.cursor(100))
    let text = try #require(sheet.place(of: "5"))
    #expect(text.x == 114 && text.baseline == 140 && text.color == Theme.dark.text)
    // Half of the lane's values are below 5.
    #expect(sheet.rectangles(Theme.dark.text) == [Rect(x: 96.5, y: 146.5, width: 7, height: 7)])
    let box = try #require(sheet.rectangles(Theme.dark.ground).first)
    #expect(box.x == 107 && box.y == 140 - 13 * Float(1.05) && box.height == 13 * Float(1.45))
  }

  @Test func atTheRightEdgeItIsOnTheLeft() throws {
    // A digit is 8.58 pixels wide: it ends 28 pixels before the edge, and 76 where the handle is.
    for (y, last) in [(Float(100), Float(363)), (455, 315)] {
      for (tick, isLeft) in [(last, false), (last + 1, true)] {
        let sheet = try Self.drawn(Self.cursor(Double(tick)), [Self.lane(y: y, height: 90)])
        let x = try #require(sheet.place(of: "5")?.x)
        #expect((x < tick) == isLeft, "\(y) \(tick)")
        #expect((x - (isLeft ? tick - 8.58 - 14 : tick + 14)).magnitude < 0.01)
      }
    }
  }

  @Test func aLongTextCoversTheLineRatherThanLeaveTheScreen() throws {
    // 25 letters are 214.5 pixels wide: they fit neither right of 200 nor left of it.
    let text = String(repeating: "x", count: 25)
    let sheet = try Self.drawn(Self.cursor(200, cells: [.text(Array(text.utf8))]))
    #expect(sheet.place(of: text)?.x == 14)
  }

  @Test func besideTheHandleIsWithin90Pixels() throws {
    for (y, isBeside) in [(Float(365), false), (366, true), (544, true), (545, false)] {
      let sheet = try Self.drawn(Self.cursor(340), [Self.lane(y: y, height: 90)])
      #expect((try #require(sheet.place(of: "5")).x < 340) == isBeside, "\(y)")
    }
  }

  @Test func inALowLaneTheValueIsInItsMiddle() throws {
    for (height, baseline) in [(Float(45), Float(140)), (44, 122 + 13 * 0.35)] {
      let sheet = try Self.drawn(Self.cursor(100), [Self.lane(height: height)])
      #expect(sheet.place(of: "5")?.baseline == baseline)
    }
  }

  @Test func whatIsUnderThePinnedLaneIsNotDrawn() throws {
    // It ends at 64 + 125.
    let pinned = DataLane(column: 1, y: 64, height: 125, isPinned: true)
    let cursor = Self.cursor(100, cells: [.real(5), .real(7)])
    let hidden = try Self.drawn(cursor, [pinned, Self.lane(y: 89)], isPinned: true)
    #expect(hidden.place(of: "7")?.baseline == 104 && hidden.place(of: "5") == nil)
    let seen = try Self.drawn(cursor, [pinned, Self.lane(y: 139)], isPinned: true)
    // 50 pixels of it are seen.
    #expect(seen.place(of: "5")?.baseline == 229)
    // Its dot is under the pinned one.
    #expect(seen.rectangles(Theme.dark.text).count == 1)
  }

  @Test func rowsOfAnotherEngineThatAreOldAreGrayWithoutADot() throws {
    var cursor = Self.cursor(100)
    cursor.move(to: 200, column: nil)
    for isRemote in [true, false] {
      let sheet = try Self.drawn(cursor, isRemote: isRemote)
      #expect(Self.line(sheet)?.x == 199)
      #expect(sheet.place(of: "5")?.color == (isRemote ? Theme.dark.quiet : Theme.dark.text))
      #expect(sheet.rectangles(Theme.dark.text).isEmpty == isRemote)
    }
  }

  @Test func whatIsLateIsAnEllipsis() throws {
    var (cursor, numbers) = (RowCursor(tick: 100, column: nil), RequestNumbers())
    _ = cursor.ask(&numbers, at: 0, of: Self.axis)
    _ = cursor.noticeLate(at: 300_000)
    let sheet = try Self.drawn(cursor, [Self.lane()])
    #expect(sheet.place(of: "…")?.color == Theme.dark.quiet)
    #expect(try Self.drawn(Self.cursor(100, cells: nil)).place(of: "…") == nil)
  }

  @Test func whatIsNotThereOrNoNumberHasNoDot() throws {
    for (cell, text) in [(TableCells.Cell.null, "NULL"), (.real(.nan), "NaN"), (.text([0x78]), "x")] {
      let sheet = try Self.drawn(Self.cursor(100, cells: [cell]))
      #expect(sheet.place(of: text)?.color == (cell == .null ? Theme.dark.quiet : Theme.dark.text))
      #expect(sheet.rectangles(Theme.dark.text).isEmpty)
    }
    // Nor one beyond the lane's edges.
    for (value, isDrawn) in [(10.4, true), (10.5, false), (-0.4, true), (-0.5, false)] {
      let sheet = try Self.drawn(Self.cursor(100, cells: [.real(value)]))
      #expect(sheet.rectangles(Theme.dark.text).isEmpty != isDrawn, "\(value)")
    }
    // A column that has not come yet has no value.
    let sheet = try Self.drawn(Self.cursor(100), [Self.lane(1)])
    #expect(sheet.scene.texts.isEmpty)
  }
}
