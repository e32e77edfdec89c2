import Testing
import WaveDataWire
@testable import WaveInteraction
import WaveWire

@testable import WaveData

@Suite struct RowPageTests {
  /// Rows of 26 pixels from 90 to 940: 34 of them, two of which are cut.
  private static let grid = RowGrid(
    screen: Screen(width: 400, height: 1000, scale: 1), columnCount: 5, hasTime: false)

  private static func ask(_ page: inout RowPage, _ numbers: inout RequestNumbers, at now: Int64 = 0)
    -> ReadRows?
  {
    if case .send(.readRows(let question)) = page.ask(&numbers, at: now, source: 6, in: grid, isRemote: false)
    {
      question
    } else {
      nil
    }
  }

  private static func announcement(
    _ request: UInt16, first: UInt64 = 0, count: UInt8 = 2, place: UInt64 = 0, total: UInt64 = 1000
  ) -> TableRows {
    TableRows(request: request, source: 0, first: first, count: count, place: place, total: total)
  }

  private static func row(_ request: UInt16, key: Int64 = 0, first: UInt16 = 0, _ cells: Int64...)
    -> TableCells
  {
    TableCells(
      request: request, source: 0, key: key, tick: 0, first: first, cells: cells.map { .integer($0) })
  }

  /// A page with 100 rows from a place on, whose top is two rows before another.
  private static func page(first: UInt64, place: UInt64, total: UInt64 = 1000) -> RowPage {
    var (page, numbers) = (RowPage(tick: 7), RequestNumbers())
    _ = page.ask(&numbers, at: 0, source: 6, in: grid, isRemote: false)
    page.receive(announcement(1, first: first, count: 100, place: place, total: total))
    for key in 0..<100 { _ = page.receive(row(1, key: Int64(key), 5)) }
    return page
  }

  private static func isComplete(_ receipt: RowPage.Receipt) -> Bool {
    if case .complete = receipt { true } else { false }
  }

  private static func isOther(_ receipt: RowPage.Receipt) -> Bool {
    if case .other = receipt { true } else { false }
  }

  @Test func rowsAreBelowTheirColumnsNames() {
    let grid = Self.grid
    #expect(grid.rowHeight == 26 && grid.cellWidth == 116 && grid.rowsTop == 90 && grid.rowsSeen == 34)
    #expect(grid.firstCell == 116 && grid.widest == 116 + 5 * 116 - 240)
    let time = RowGrid(screen: grid.screen, columnCount: 1, hasTime: true)
    #expect(time.firstCell == 174 && (time.widest - 50).magnitude < 1e-3)
    #expect(RowGrid(screen: grid.screen, columnCount: 0, hasTime: false).widest == 0)
    let low = RowGrid(screen: Screen(), columnCount: 1, hasTime: false)
    #expect(low.rowsSeen >= 0)
  }

  @Test func theFirstQuestionIsForATick() throws {
    var (page, numbers) = (RowPage(tick: 7), RequestNumbers())
    #expect(
      Self.ask(&page, &numbers) == ReadRows(request: 1, source: 6, isTick: true, start: 7, count: 100))
    #expect(Self.ask(&page, &numbers, at: 5) == nil)
    // Late, it is asked again.
    #expect(Self.ask(&page, &numbers, at: 1_000_000)?.request == 2)
    page.receive(Self.announcement(2, first: 40, place: 50))
    #expect(!Self.isComplete(page.receive(Self.row(2, key: 1, 1))))
    #expect(page.rows.isEmpty)
    #expect(Self.isComplete(page.receive(Self.row(2, key: 2, 2))))
    // Two rows before the one that was asked for.
    #expect(page.first == 40 && page.rows.map(\.key) == [1, 2] && page.top == 48)
  }

  @Test func anotherEngineIsAwaitedForTenSeconds() {
    var (page, numbers) = (RowPage(tick: 7), RequestNumbers())
    func ask(at now: Int64) -> Due? {
      page.ask(&numbers, at: now, source: 6, in: Self.grid, isRemote: true)
    }
    #expect(page.awaited(at: 0, isRemote: true) == nil)
    #expect(ask(at: 0) != nil && numbers.last == 1)
    #expect(page.awaited(at: 0, isRemote: true) == .wait(until: 10_000_000))
    #expect(ask(at: 9_999_999) == .wait(until: 10_000_000) && numbers.last == 1)
    #expect(page.awaited(at: 10_000_000, isRemote: true) == nil)
    #expect(ask(at: 10_000_000) != nil && numbers.last == 2)
    // The answer to the question before is late.
    page.receive(Self.announcement(1, count: 1))
    #expect(Self.isOther(page.receive(Self.row(1, 5))))
    page.receive(Self.announcement(2, count: 1))
    #expect(Self.isComplete(page.receive(Self.row(2, 5))))
    #expect(page.awaited(at: 10_000_000, isRemote: true) == nil)
  }

  @Test func aRowMayComeInParts() {
    var (page, numbers) = (RowPage(tick: 7), RequestNumbers())
    _ = page.ask(&numbers, at: 0, source: 6, in: Self.grid, isRemote: false)
    page.receive(Self.announcement(1))
    for row in [Self.row(1, key: 1, 1, 2), Self.row(1, key: 1, first: 2, 3), Self.row(1, key: 2, 4)] {
      _ = page.receive(row)
    }
    #expect(page.rows.map(\.cells) == [[.integer(1), .integer(2), .integer(3)], [.integer(4)]])
    // What comes behind the last one is none of the page.
    #expect(Self.isOther(page.receive(Self.row(1, key: 2, first: 1, 5))))
    #expect(page.rows.last?.cells.count == 1)
  }

  @Test func rowsThatWereNotAnnouncedAreNotItsOwn() {
    var (page, numbers) = (RowPage(tick: 7), RequestNumbers())
    #expect(Self.isOther(page.receive(Self.row(0, 1))))
    _ = page.ask(&numbers, at: 0, source: 6, in: Self.grid, isRemote: false)
    #expect(Self.isOther(page.receive(Self.row(1, 1))))
    page.receive(Self.announcement(2))
    #expect(Self.isOther(page.receive(Self.row(1, 1))))
    page.receive(Self.announcement(1, count: 1))
    #expect(Self.isOther(page.receive(Self.row(2, 1))))
    #expect(Self.isComplete(page.receive(Self.row(1, 1))))
  }

  @Test func aNewQuestionForgetsWhatHasCome() {
    var (page, numbers) = (RowPage(tick: 7), RequestNumbers())
    _ = page.ask(&numbers, at: 0, source: 6, in: Self.grid, isRemote: false)
    page.receive(Self.announcement(1))
    _ = page.receive(Self.row(1, key: 1, 1))
    _ = page.ask(&numbers, at: 1_000_000, source: 6, in: Self.grid, isRemote: false)
    #expect(Self.isOther(page.receive(Self.row(2, key: 2, 1))))
    page.receive(Self.announcement(2, count: 1))
    #expect(Self.isComplete(page.receive(Self.row(2, key: 3, 1))))
    #expect(page.rows.map(\.key) == [3])
  }

  @Test func placesBeyondTheLimitOfMessagesAreHeldThere() {
    var (page, numbers) = (RowPage(tick: 7), RequestNumbers())
    _ = page.ask(&numbers, at: 0, source: 6, in: Self.grid, isRemote: false)
    page.receive(Self.announcement(1, first: .max, count: 1, place: .max, total: .max))
    _ = page.receive(Self.row(1, 1))
    #expect(page.first == UInt64(WireLimits.ticks) && page.top == Double(WireLimits.ticks) - 2)
  }

  @Test func rowsMoveAsFarAsThereAreAny() {
    var unknown = RowPage(tick: 7)
    #expect(unknown.handle(.move(dx: -50, dy: -50), in: Self.grid) == true)
    #expect(unknown.top == 0 && unknown.left == 0)
    var page = Self.page(first: 0, place: 2)
    #expect(page.top == 0)
    #expect(page.handle(.move(dx: -10, dy: -26), in: Self.grid) == true)
    #expect(page.top == 1 && page.left == 10)
    #expect(page.handle(.move(dx: 4, dy: 13), in: Self.grid) == true)
    #expect(page.top == 0.5 && page.left == 6)
    #expect(page.handle(.move(dx: 99, dy: 99), in: Self.grid) == true)
    #expect(page.top == 0 && page.left == 0)
    #expect(page.handle(.move(dx: -9999, dy: -99999), in: Self.grid) == true)
    #expect(page.top == 1000 - 34 + 2 && page.left == Self.grid.widest)
    // Fewer rows than there is room for do not move.
    var short = Self.page(first: 0, place: 2, total: 20)
    #expect(short.handle(.move(dx: 0, dy: -500), in: Self.grid) == true)
    #expect(short.top == 0)
  }

  @Test func keysMoveByHalfAScreenOrAColumn() {
    var page = Self.page(first: 0, place: 2)
    let moves: [(Key, Double, Float)] = [
      (.down, 425.0 / 26, 0), (.down, 850.0 / 26, 0), (.up, 425.0 / 26, 0), (.right, 425.0 / 26, 116),
      (.right, 425.0 / 26, 232), (.left, 425.0 / 26, 116), (.home, 0, 0),
    ]
    for (key, top, left) in moves {
      #expect(page.handle(.key(key), in: Self.grid) == true)
      #expect((page.top - top).magnitude < 1e-4 && page.left == left, "\(key)")
    }
    #expect(page.handle(.key(.escape), in: Self.grid) == false)
    #expect(page.handle(.key(.zoomIn), in: Self.grid) == false)
  }

  @Test(
    arguments: [
      // 100 rows from 200 on: up to 266 all that are seen are there.
      (200.0, nil), (266, nil), (267, 234), (199, 166), (0, 0), (199.9, 166), (900, 867),
    ] as [(Double, Int64?)])
  func rowsThatAreNotThereAreAskedForWithSomeMore(_ top: Double, _ start: Int64?) {
    var (page, numbers) = (Self.page(first: 200, place: 202), RequestNumbers())
    #expect(page.handle(.move(dx: 0, dy: Float(200 - top) * 26), in: Self.grid) == true)
    let question = Self.ask(&page, &numbers)
    #expect(question?.start == start && question?.isTick != true)
  }

  @Test func atTheEndFewerRowsAreSeen() {
    var (page, numbers) = (Self.page(first: 900, place: 902), RequestNumbers())
    #expect(page.handle(.move(dx: 0, dy: -9999), in: Self.grid) == true)
    #expect(page.top == 968)
    #expect(Self.ask(&page, &numbers) == nil)
  }
}
