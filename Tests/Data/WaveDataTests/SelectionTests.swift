import Testing
import WaveDataWire
@testable import WaveInteraction

@testable import WaveData

@Suite struct SelectionTests {
  private static let axis = TableAxis(
    source: 6, order: .rows, column: 0, kind: .count, from: 100, until: 200)

  /// The number of the question about marked rows that is asked; nil if none is.
  private static func askRange(
    _ selection: inout Selection, _ numbers: inout RequestNumbers, at now: Int64 = 0
  ) -> UInt16? {
    guard case .send(.readRange(let question)) = selection.askRange(&numbers, at: now, of: axis) else {
      return nil
    }
    #expect(question.source == 6)
    return question.request
  }

  private static func askRow(_ selection: inout Selection, _ numbers: inout RequestNumbers) -> ReadRow? {
    guard case .send(.readRow(let question)) = selection.askRow(&numbers, at: 0, of: axis) else { return nil }
    return question
  }

  private static func summary(_ request: UInt16) -> RangeSummary {
    RangeSummary(
      request: request, source: 0, rowCount: 9, columns: [], histogramColumn: 0, low: 0, high: 1, counts: [])
  }

  /// A range of 10 ticks, a text, and then a line: all three.
  private static func all() -> Selection {
    var selection = Selection()
    selection.handle(.mark(tick: 20, column: 3))
    selection.handle(.extend(tick: 10))
    selection.handle(.pick(PickedText(column: 4, name: 1)))
    selection.handle(.step(tick: 7))
    return selection
  }

  @Test func nothingIsSelectedAtFirst() {
    let selection = Selection()
    #expect(selection.isEmpty && selection.column == nil)
  }

  @Test func readingARowLeavesWhatIsMarkedAndPicked() {
    var selection = Self.all()
    #expect(!selection.isEmpty)
    selection.handle(.read(tick: 5, column: 2))
    #expect(selection.cursor?.tick == 5 && selection.cursor?.column == 2 && selection.column == 2)
    #expect(selection.range == nil && selection.text == nil)
  }

  @Test func aStepMovesTheLineToTheNearestRowAndLeavesTheRest() {
    let selection = Self.all()
    #expect(selection.cursor?.tick == 7 && selection.cursor?.column == nil)
    #expect(selection.range?.low == 10 && selection.text?.name == 1)
    // The column is that of the marked rows, since the line has none.
    #expect(selection.column == 3)
  }

  @Test func theRowThatIsShownRemainsWhileTheLineMoves() {
    var selection = Selection()
    var numbers = RequestNumbers()
    selection.handle(.read(tick: 5, column: 2))
    let question = Self.askRow(&selection, &numbers)
    let row = TableCells(
      request: question?.request ?? 0, source: 0, key: 1, tick: 5, first: 0, cells: [.null])
    #expect(selection.receive(row) == true)
    selection.handle(.read(tick: 6, column: 2))
    #expect(selection.cursor?.row == row && selection.cursor?.isOld == true)
  }

  @Test func markingLeavesTheLine() {
    var selection = Self.all()
    selection.handle(.mark(tick: 1, column: 5))
    #expect(selection.cursor == nil && selection.text != nil && selection.column == 5)
    #expect(selection.range?.low == 1 && selection.range?.high == 1)
  }

  @Test func lettingGoKeepsARangeWithRows() {
    var selection = Selection()
    selection.handle(.release)
    selection.handle(.mark(tick: 1, column: 0))
    selection.handle(.extend(tick: 1))
    selection.handle(.release)
    #expect(selection.range == nil)
    selection.handle(.mark(tick: 1, column: 0))
    selection.handle(.extend(tick: 2))
    selection.handle(.release)
    #expect(selection.range != nil)
    // Without a range there is none to extend.
    selection.handle(.clear(.range))
    selection.handle(.extend(tick: 5))
    #expect(selection.range == nil)
  }

  @Test(
    arguments: [
      (Selection.Kinds.row, [false, true, true]), (.range, [true, false, true]),
      (.text, [true, true, false]),
      ([.row, .range], [false, false, true]), (.all, [false, false, false]), ([], [true, true, true]),
    ] as [(Selection.Kinds, [Bool])])
  func onlyWhatIsClearedIsLeft(_ kinds: Selection.Kinds, _ remaining: [Bool]) {
    var selection = Self.all()
    selection.handle(.clear(kinds))
    #expect([selection.cursor != nil, selection.range != nil, selection.text != nil] == remaining)
    #expect(selection.isEmpty == !remaining.contains(true))
  }

  @Test func whatIsOfAColumnThatIsGoneIsLeft() {
    var selection = Self.all()
    selection.handle(.leave(column: 2))
    #expect(selection.range != nil && selection.cursor != nil)
    selection.handle(.leave(column: 3))
    #expect(selection.range == nil && selection.cursor != nil)
    selection.handle(.read(tick: 1, column: 2))
    selection.handle(.leave(column: 3))
    #expect(selection.cursor != nil)
    selection.handle(.leave(column: 2))
    #expect(selection.cursor == nil)
  }

  @Test func markedRowsAreAskedAboutByTheirTicks() {
    var selection = Selection()
    var numbers = RequestNumbers()
    selection.handle(.mark(tick: 9.6, column: 3))
    selection.handle(.extend(tick: 4.4))
    #expect(
      selection.askRange(&numbers, at: 0, of: Self.axis)
        == .send(.readRange(ReadRange(request: 1, source: 6, column: 3, from: 104, until: 110))))
    // One tick at least.
    selection.handle(.mark(tick: 5.1, column: 3))
    selection.handle(.extend(tick: 5.2))
    #expect(
      selection.askRange(&numbers, at: 0, of: Self.axis)
        == .send(.readRange(ReadRange(request: 2, source: 6, column: 3, from: 105, until: 106))))
  }

  @Test func oneQuestionAboutMarkedRowsIsOnItsWayAndTheNewestFollows() {
    var selection = Selection()
    var numbers = RequestNumbers()
    #expect(Self.askRange(&selection, &numbers, at: 0) == nil)
    selection.handle(.mark(tick: 1, column: 0))
    // Nothing is marked yet.
    #expect(Self.askRange(&selection, &numbers, at: 0) == nil && numbers.last == 0)
    selection.handle(.extend(tick: 5))
    #expect(Self.askRange(&selection, &numbers, at: 0) == 1 && selection.range?.isAsking == true)
    #expect(Self.askRange(&selection, &numbers, at: 0) == nil)
    selection.handle(.extend(tick: 6))
    // However late the answer is.
    #expect(Self.askRange(&selection, &numbers, at: 9_000_000) == nil)
    #expect(selection.receive(Self.summary(2)) == false)
    #expect(selection.receive(Self.summary(1)) == true)
    #expect(selection.range?.summary?.rowCount == 9 && selection.range?.isAsking == false)
    #expect(Self.askRange(&selection, &numbers, at: 9_000_000) == 2)
    #expect(selection.receive(Self.summary(2)) == true)
    #expect(Self.askRange(&selection, &numbers, at: 9_000_000) == nil)
    // Other texts are counted: what the rows are like is asked again.
    selection.handle(.textsChanged)
    #expect(Self.askRange(&selection, &numbers, at: 9_000_000) == 3)
  }

  @Test func whatNobodyAskedForIsNotReceived() {
    var selection = Selection()
    var numbers = RequestNumbers()
    #expect(selection.receive(Self.summary(0)) == false)
    #expect(
      selection.receive(TableCells(request: 0, source: 0, key: 0, tick: 0, first: 0, cells: [])) == false)
    #expect(selection.askRow(&numbers, at: 0, of: Self.axis) == nil)
    #expect(selection.noticeLate(at: 0) == nil)
  }

  @Test func aNewColumnAndANewConnectionReadTheRowAgain() {
    for input: Selection.Input in [.columnAdded, .connectionChanged] {
      var selection = Selection()
      var numbers = RequestNumbers()
      selection.handle(.read(tick: 5, column: 2))
      _ = Self.askRow(&selection, &numbers)
      _ = selection.receive(TableCells(request: 1, source: 0, key: 0, tick: 0, first: 0, cells: []))
      #expect(selection.cursor?.isOld == false)
      selection.handle(input)
      #expect(selection.cursor?.isOld == true)
      let next = Self.askRow(&selection, &numbers)
      #expect(next?.tick == 105 && next?.column == 2)
    }
  }

  @Test func theFirst166TextsOfARowAreShown() {
    var (selection, numbers) = (Selection(), RequestNumbers())
    selection.handle(.step(tick: 0))
    _ = Self.askRow(&selection, &numbers)
    let columns =
      [Bench.column("number")] + (0..<167).map { .init(kind: .text, name: Array("name\($0)".utf8)) }
    let cells = [TableCells.Cell.real(5)] + (0..<167).map { .text(Array("text\($0)".utf8)) }
    _ = selection.receive(TableCells(request: 1, source: 6, key: 0, tick: 0, first: 0, cells: cells))
    var list = ControlListBuilder<DataAction>()
    selection.appendFacts(columns.map { DataColumn(info: $0) }, to: &list)
    let words = String(decoding: list.list.bytes, as: UTF8.self)
    #expect(words.contains("name165") && words.contains("text165"))
    #expect(!words.contains("name166") && !words.contains("number"))
  }
}
