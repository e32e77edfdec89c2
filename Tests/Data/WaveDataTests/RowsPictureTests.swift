import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct RowsPictureTests {
  private static let columns = ["a", "b", "c", "d", "e"].map { DataColumn(info: Bench.column($0)) }
  private static let grid = RowGrid(screen: Sheet.screen, columnCount: 5, hasTime: false)

  /// Rows from a place on with the keys 100 and so on; each cell is the number of its column.
  private static func page(first: UInt64 = 0, place: UInt64 = 2, cells: Int = 5) -> RowPage {
    var (page, numbers) = (RowPage(tick: 0), RequestNumbers())
    _ = page.ask(&numbers, at: 0, source: 0, in: grid, isRemote: false)
    page.receive(
      TableRows(request: 1, source: 0, first: first, count: 100, place: place, total: 1000))
    for row in 0..<100 {
      _ = page.receive(
        TableCells(
          request: 1, source: 0, key: 100 + Int64(row), tick: Int64(row), first: 0,
          cells: (0..<cells).map { $0 == 1 ? .null : .integer(Int64($0)) }))
    }
    return page
  }

  private static func drawn(
    _ page: RowPage, pinned: Int? = nil, x: Int? = nil, isRemote: Bool = false, read: TableCells? = nil
  ) throws -> Sheet {
    var sheet = Sheet()
    let picture = RowsPicture(
      look: Sheet.look, grid: grid, page: page, columns: columns, pinned: pinned, xColumn: x,
      isRemote: isRemote, read: read)
    try sheet.draw { picture.draw(into: &$0) }
    return sheet
  }

  @Test func rowsAreBelowTheNamesOfTheirColumns() throws {
    let sheet = try Self.drawn(Self.page(), pinned: 1)
    let name = try #require(sheet.place(of: "a"))
    #expect(name.x == 124 && name.baseline == 81 && name.color == Theme.dark.quiet)
    #expect(sheet.place(of: "b")?.color == Theme.dark.accent && sheet.place(of: "c")?.x == 356)
    // The fourth column begins beyond the edge.
    #expect(sheet.place(of: "d") == nil && sheet.place(of: "3") == nil)
    #expect(sheet.place(of: "row")?.x == 10 && sheet.place(of: "row")?.baseline == 81)
    let key = try #require(sheet.place(of: "100"))
    #expect(key.x == 10 && key.baseline == 107 && key.color == Theme.dark.quiet)
    #expect(sheet.place(of: "0")?.color == Theme.dark.text && sheet.place(of: "0")?.x == 124)
    #expect(sheet.place(of: "NULL")?.color == Theme.dark.quiet)
    #expect(sheet.place(of: "101")?.baseline == 133)
    // 33 rows of 26 pixels are seen in 850, the last one in part.
    #expect(sheet.place(of: "132") != nil && sheet.place(of: "133") == nil)
    // A line below each, and below the names.
    #expect(sheet.rectangles(Theme.dark.hairline).first == Rect(x: 0, y: 115, width: 400, height: 1))
    #expect(sheet.rectangles(Theme.dark.hairline).count == 33)
    #expect(sheet.rectangles(Theme.dark.divider) == [Rect(x: 0, y: 89, width: 400, height: 1)])
  }

  @Test func rowsMoveUnderTheNames() throws {
    var page = Self.page()
    _ = page.handle(.move(dx: -116, dy: -13), in: Self.grid)
    let sheet = try Self.drawn(page)
    #expect(sheet.place(of: "100")?.baseline == 94 && sheet.place(of: "a")?.x == 8)
    #expect(sheet.place(of: "d")?.x == 356 && sheet.place(of: "row")?.x == 10)
    // Half of a row is seen, nothing of one that is a pixel further.
    _ = page.handle(.move(dx: 0, dy: -13), in: Self.grid)
    #expect(try Self.drawn(page).place(of: "100") == nil)
    #expect(try Self.drawn(page).place(of: "101")?.baseline == 107)
    _ = page.handle(.move(dx: -115, dy: 0), in: Self.grid)
    #expect(try Self.drawn(page).place(of: "a")?.x == -107)
    _ = page.handle(.move(dx: -1, dy: 0), in: Self.grid)
    #expect(try Self.drawn(page).place(of: "a") == nil)
  }

  @Test func theRowThatIsReadIsMarked() throws {
    func read(_ key: Int64, _ tick: Int64) -> TableCells {
      TableCells(request: 9, source: 0, key: key, tick: tick, first: 0, cells: [])
    }
    let mark = Rect(x: 0, y: 116, width: 400, height: 26)
    #expect(try Self.drawn(Self.page(), read: read(101, 7)).rectangles(Theme.dark.gap) == [mark])
    // Another engine's keys are none: rows differ by their ticks, too.
    #expect(
      try Self.drawn(Self.page(), isRemote: true, read: read(101, 7)).rectangles(Theme.dark.gap).isEmpty)
    #expect(
      try Self.drawn(Self.page(), isRemote: true, read: read(101, 1)).rectangles(Theme.dark.gap) == [mark])
    #expect(try Self.drawn(Self.page()).rectangles(Theme.dark.gap).isEmpty)
  }

  @Test func anotherEnginesRowsAreCalledByXOrTheirPlace() throws {
    let place = try Self.drawn(Self.page(first: 50, place: 52), isRemote: true)
    #expect(place.place(of: "place") != nil && place.place(of: "50")?.baseline == 107)
    let x = try Self.drawn(Self.page(), x: 2, isRemote: true)
    #expect(x.place(of: "c")?.x == 356 && x.scene.texts.filter { $0 == "c" }.count == 2)
    #expect(x.place(of: "2")?.x == 356 && x.scene.texts.filter { $0 == "2" }.count == 66)
    // A row that has not come that far has its place.
    let short = try Self.drawn(Self.page(cells: 2), x: 2, isRemote: true)
    #expect(short.place(of: "2")?.baseline == 159)
  }

  @Test func cellsBeyondTheColumnsAreNotDrawn() throws {
    var page = Self.page(cells: 7)
    _ = page.handle(.move(dx: -9999, dy: 0), in: Self.grid)
    let sheet = try Self.drawn(page)
    #expect(sheet.place(of: "4") != nil && sheet.place(of: "5") == nil)
  }
}
