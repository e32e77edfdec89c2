import Testing
import WaveDataWire
import WaveWire

@testable import WaveData

@Suite struct RowCursorTests {
  private static func row(_ request: UInt16, first: UInt16 = 0, _ cells: [Int64]) -> TableCells {
    TableCells(
      request: request, source: 0, key: 1, tick: 2, first: first, cells: cells.map { .integer($0) })
  }

  private static let axis = TableAxis(
    source: 6, order: .rows, column: 0, kind: .count, from: 100, until: 200)

  private static func asked(_ cursor: inout RowCursor, _ numbers: inout RequestNumbers, at now: Int64)
    -> ReadRow?
  {
    if case .send(.readRow(let question)) = cursor.ask(&numbers, at: now, of: axis) { question } else { nil }
  }

  /// A question for a row; ticks count from the axis's first one.
  private static func question(_ request: UInt16, tick: Int64, column: UInt16 = WireLimits.noColumn)
    -> ReadRow
  {
    ReadRow(request: request, source: 6, tick: 100 + tick, column: column)
  }

  @Test func theRowUnderTheLineIsAskedForOnce() {
    var numbers = RequestNumbers()
    var cursor = RowCursor(tick: 5, column: 2)
    #expect(cursor.isOld && cursor.row == nil && !cursor.isLate)
    #expect(
      Self.asked(&cursor, &numbers, at: 10) == Self.question(1, tick: 5, column: 2))
    #expect(Self.asked(&cursor, &numbers, at: 11) == nil && numbers.last == 1)
    #expect(cursor.receive(Self.row(1, [7, 8])) == true)
    #expect(!cursor.isOld && cursor.row?.cells.count == 2)
    #expect(Self.asked(&cursor, &numbers, at: 12) == nil && numbers.last == 1)
  }

  @Test func theNewestPlaceIsAskedForWhenTheQuestionBeforeIsAnsweredOrLate() {
    var numbers = RequestNumbers()
    var cursor = RowCursor(tick: 5, column: 2)
    _ = cursor.ask(&numbers, at: 10, of: Self.axis)
    cursor.move(to: 6, column: nil)
    cursor.move(to: 7, column: nil)
    #expect(cursor.ask(&numbers, at: 11, of: Self.axis) == .wait(until: 1_000_010))
    #expect(numbers.last == 1)
    #expect(cursor.receive(Self.row(1, [7])) == true)
    // That row is of another place.
    #expect(cursor.isOld)
    #expect(
      Self.asked(&cursor, &numbers, at: 12) == Self.question(2, tick: 7))
    cursor.move(to: 8, column: 1)
    #expect(Self.asked(&cursor, &numbers, at: 1_000_012)?.tick == 108)
    // The answer that was given up is none any more.
    #expect(cursor.receive(Self.row(2, [7])) == false)
  }

  @Test func aRowMayComeInParts() {
    var numbers = RequestNumbers()
    var cursor = RowCursor(tick: 5, column: nil)
    _ = cursor.ask(&numbers, at: 10, of: Self.axis)
    #expect(cursor.receive(Self.row(9, [1])) == false)
    #expect(cursor.cell(of: 0) == nil)
    #expect(cursor.receive(Self.row(1, [1, 2])) == true)
    #expect(cursor.receive(Self.row(1, first: 2, [3])) == true)
    #expect((0..<4).map { cursor.cell(of: $0) } == [.integer(1), .integer(2), .integer(3), nil])
    // From the first on it is the row anew.
    #expect(cursor.receive(Self.row(1, [4])) == true)
    #expect(cursor.row?.cells == [.integer(4)])
  }

  @Test func cellsCountFromTheFirstThatCame() {
    var numbers = RequestNumbers()
    var cursor = RowCursor(tick: 5, column: nil)
    _ = cursor.ask(&numbers, at: 10, of: Self.axis)
    #expect(cursor.receive(Self.row(1, first: 3, [7, 8])) == true)
    #expect(cursor.cell(of: 2) == nil && cursor.cell(of: 3) == .integer(7))
    #expect(cursor.cell(of: 4) == .integer(8) && cursor.cell(of: 5) == nil)
  }

  @Test func itIsLateWhenNoRowHasComeForLong() {
    var numbers = RequestNumbers()
    var cursor = RowCursor(tick: 5, column: nil)
    #expect(cursor.noticeLate(at: 10) == nil)
    _ = cursor.ask(&numbers, at: 10, of: Self.axis)
    #expect(cursor.noticeLate(at: 300_009) == .wait(until: 300_010) && !cursor.isLate)
    // A newer question does not begin the wait anew.
    cursor.move(to: 6, column: nil)
    _ = cursor.receive(Self.row(99, [1]))
    #expect(cursor.noticeLate(at: 300_010) == .redraw && cursor.isLate)
    #expect(cursor.noticeLate(at: 300_011) == nil && cursor.isLate)
    _ = cursor.ask(&numbers, at: 1_000_010, of: Self.axis)
    #expect(cursor.isLate && cursor.noticeLate(at: 1_000_011) == nil)
    _ = cursor.receive(Self.row(2, [1]))
    #expect(!cursor.isLate && !cursor.isOld)
    // The next wait counts from its own question.
    cursor.move(to: 7, column: nil)
    _ = cursor.ask(&numbers, at: 2_000_000, of: Self.axis)
    #expect(cursor.noticeLate(at: 2_000_000) == .wait(until: 2_300_000))
  }

  @Test func aNewConnectionIsAskedAgainAndWaitedForAnew() {
    var numbers = RequestNumbers()
    var cursor = RowCursor(tick: 5, column: nil)
    _ = cursor.ask(&numbers, at: 10, of: Self.axis)
    #expect(cursor.noticeLate(at: 400_000) == .redraw && cursor.isLate)
    cursor.connectionChanged()
    #expect(!cursor.isLate && cursor.isOld && cursor.noticeLate(at: 400_000) == nil)
    #expect(cursor.receive(Self.row(1, [1])) == false)
    #expect(Self.asked(&cursor, &numbers, at: 400_001)?.request == 2)
  }

  @Test func aRowWithMoreColumnsIsReadAgainWhereItIs() {
    var numbers = RequestNumbers()
    var cursor = RowCursor(tick: 5, column: 1)
    _ = cursor.ask(&numbers, at: 10, of: Self.axis)
    _ = cursor.receive(Self.row(1, [1]))
    cursor.readAgain()
    #expect(
      Self.asked(&cursor, &numbers, at: 11) == Self.question(2, tick: 5, column: 1))
    // The row before is shown until then.
    #expect(cursor.row?.request == 1)
  }
}
