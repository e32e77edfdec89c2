import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct RowReaderTests {
  private static let columns = [Bench.column("a"), Bench.column("b")].map { DataColumn(info: $0) }
  private static let screen = Screen(width: 400, height: 1000, scale: 1)
  private static let grid = RowGrid(screen: screen, columnCount: 2, hasTime: false)
  private static let axis = TableAxis(
    source: 6, order: .rows, column: 0, kind: .count, from: 0, until: 1000)

  private static func context(
    axis: TableAxis? = axis, columns: [DataColumn] = columns, isRemote: Bool = false, hasFigures: Bool = true
  ) -> RowReader.Context {
    RowReader.Context(
      source: 6, axis: axis, columns: columns, column: 1, isRemote: isRemote, hasFigures: hasFigures,
      grid: grid, screen: screen)
  }

  /// What is sent, in short, each with its question's number.
  private static func sent(
    _ reader: inout RowReader, _ context: RowReader.Context = context(), at now: Int64 = 0
  ) -> [String] {
    reader.ask(context, at: now).map { due in
      switch due {
      case .send(.readRow(let question)): "row\(question.request)"
      case .send(.readRange(let question)): "range\(question.request) of \(question.column)"
      case .send(.readRows(let question)): "rows\(question.request) of \(question.source)"
      case .send(.showScatter(let question)):
        question.columns == 0 ? "no scatter" : "scatter\(question.request) of \(question.source)"
      case .wait(let time): "wait\(time)"
      case .redraw: "redraw"
      default: "other"
      }
    }
  }

  private static func summary(_ request: UInt16) -> RangeSummary {
    RangeSummary(
      request: request, source: 6, rowCount: 9, columns: [], histogramColumn: 0, low: 0, high: 1, counts: [])
  }

  private static func row(_ request: UInt16, source: UInt16 = 6) -> TableCells {
    TableCells(request: request, source: source, key: 1, tick: 2, first: 0, cells: [])
  }

  @Test func nothingIsAskedAtFirst() {
    var reader = RowReader()
    #expect(Self.sent(&reader) == [] && reader.selection.isEmpty && reader.filters.isEmpty)
  }

  @Test func allQuestionsAreNumberedInTheirOrder() {
    var reader = RowReader()
    _ = reader.handle(.keep(.values(column: 0, low: 0, high: 1), text: []))
    reader.select(.read(tick: 5, column: nil))
    reader.showRows(at: 7)
    #expect(Self.sent(&reader) == ["row1", "range2 of 1", "rows3 of 6"])
    #expect(Self.sent(&reader, at: 5) == ["wait1000000"])
    reader.showScatter(x: 0, y: 1)
    #expect(Self.sent(&reader, at: 5) == ["scatter4 of 6"])
  }

  @Test func withoutAnAxisOnlyThePlotAndThePageAsk() {
    var reader = RowReader()
    _ = reader.handle(.keep(.values(column: 0, low: 0, high: 1), text: []))
    reader.select(.read(tick: 5, column: nil))
    reader.showScatter(x: 0, y: 1)
    #expect(Self.sent(&reader, Self.context(axis: nil)) == ["scatter1 of 6"])
  }

  @Test func marksGoBeforeFilters() {
    var reader = RowReader()
    _ = reader.handle(.keep(.values(column: 0, low: 0, high: 1), text: []))
    #expect(Self.sent(&reader, Self.context(hasFigures: false)) == [])
    #expect(Self.sent(&reader) == ["range1 of 1"])
    reader.select(.mark(tick: 1, column: 0))
    reader.select(.extend(tick: 2))
    // The server answers the newest question only: the one before is asked again then.
    #expect(Self.sent(&reader) == ["range2 of 0"])
    #expect(Self.sent(&reader) == [])
    #expect(reader.receive(Self.summary(1)) == false)
    #expect(reader.receive(Self.summary(2)) == true)
    #expect(reader.selection.range?.summary != nil && reader.filters.figures == nil)
    #expect(Self.sent(&reader) == ["range3 of 1"])
    #expect(reader.receive(Self.summary(3)) == true)
    #expect(reader.filters.figures != nil)
    reader.readAgain()
    #expect(Self.sent(&reader) == ["range4 of 1"])
    reader.loseQuestion()
    #expect(Self.sent(&reader) == ["range5 of 1"])
  }

  @Test func anotherEnginesRowIsSaidToBeLate() {
    for isRemote in [true, false] {
      var reader = RowReader()
      let context = Self.context(isRemote: isRemote)
      reader.select(.read(tick: 5, column: nil))
      #expect(Self.sent(&reader, context) == (isRemote ? ["row1", "wait300000"] : ["row1"]))
      #expect(Self.sent(&reader, context, at: 300_000) == (isRemote ? ["redraw"] : []))
      #expect(reader.selection.cursor?.isLate == isRemote)
      reader.select(.read(tick: 6, column: nil))
      #expect(Self.sent(&reader, context, at: 1_000_000) == ["row2"])
    }
  }

  @Test func anotherEnginesRowsMayTakeLong() {
    for isRemote in [true, false] {
      var reader = RowReader()
      let context = Self.context(isRemote: isRemote)
      reader.showRows(at: 7)
      // Nothing else may happen until they are late.
      #expect(Self.sent(&reader, context) == (isRemote ? ["rows1 of 6", "wait10000000"] : ["rows1 of 6"]))
      #expect(
        Self.sent(&reader, context, at: 1_000_000) == (isRemote ? ["wait10000000"] : ["rows2 of 6"]))
    }
  }

  @Test func onlyOneThingIsSeenInThePlaceOfLanes() {
    var reader = RowReader()
    #expect(reader.showLanes() == nil)
    reader.select(.mark(tick: 1, column: 0))
    reader.showRows(at: 7)
    #expect(reader.page != nil && reader.scatter == nil && reader.selection.range == nil)
    reader.select(.mark(tick: 1, column: 0))
    reader.showScatter(x: 0, y: 1)
    #expect(reader.page == nil && reader.scatter?.x == 0 && reader.scatter?.y == 1)
    #expect(reader.selection.range == nil)
    _ = Self.sent(&reader)
    let ending = reader.showLanes()
    #expect(ending?.columns == 0 && ending?.request == 1)
    #expect(reader.page == nil && reader.scatter == nil)
  }

  @Test func aPlotOfColumnsThatAreGoneEnds() {
    var reader = RowReader()
    reader.showScatter(x: 0, y: 1)
    #expect(Self.sent(&reader) == ["scatter1 of 6"])
    #expect(Self.sent(&reader, Self.context(columns: [Self.columns[0]])) == ["no scatter"])
    #expect(reader.scatter == nil)
    // The server knows nothing of it yet.
    reader.showScatter(x: 0, y: 1)
    #expect(Self.sent(&reader, Self.context(columns: [])) == [])
    #expect(reader.scatter == nil)
  }

  @Test func inputsAreForWhatIsSeen() {
    var reader = RowReader()
    let rect = Rect(x: 0, y: 0, width: 100, height: 100)
    #expect(reader.moveRows(.move(dx: 1, dy: 1), in: Self.grid) == false)
    #expect(reader.plot(.key(.left), Self.columns, in: rect) == .unknown)
    reader.showRows(at: 7)
    #expect(reader.moveRows(.move(dx: 1, dy: 1), in: Self.grid) == true)
    #expect(reader.plot(.key(.left), Self.columns, in: rect) == .unknown)
    reader.showScatter(x: 0, y: 1)
    #expect(reader.moveRows(.move(dx: 1, dy: 1), in: Self.grid) == false)
    #expect(reader.plot(.key(.left), Self.columns, in: rect) == .handled)
    #expect(reader.plot(.key(.escape), Self.columns, in: rect) == .leave)
  }

  @Test func aFilterLeavesTheRowAndOneThatIsRemovedTheRange() {
    var reader = RowReader()
    reader.select(.mark(tick: 1, column: 0))
    reader.select(.step(tick: 4))
    #expect(reader.handle(.keep(.values(column: 0, low: 0, high: 1), text: []))?.number == 1)
    #expect(reader.selection.cursor == nil && reader.selection.range != nil)
    reader.select(.step(tick: 4))
    // There is none of that number.
    #expect(reader.handle(.drop(2)) == nil)
    #expect(reader.selection.cursor != nil && reader.selection.range != nil)
    #expect(reader.handle(.drop(1))?.number == 1)
    #expect(reader.selection.cursor == nil && reader.selection.range == nil)
    _ = reader.handle(.keep(.values(column: 0, low: 0, high: 1), text: []))
    reader.removeFilters()
    #expect(reader.filters.isEmpty)
  }

  @Test func rowsAreForThePageThatAskedOrForTheLine() {
    var reader = RowReader()
    reader.select(.read(tick: 5, column: nil))
    reader.showRows(at: 7)
    #expect(Self.sent(&reader) == ["row1", "rows2 of 6"])
    reader.receive(
      TableRows(request: 2, source: 6, first: 0, count: 2, place: 0, total: 10))
    #expect(reader.receive(Self.row(2), of: 6) == false)
    #expect(reader.receive(Self.row(1), of: 6) == true)
    #expect(reader.selection.cursor?.row != nil && reader.page?.rows.isEmpty == true)
    #expect(reader.receive(Self.row(2), of: 6) == true)
    #expect(reader.page?.rows.count == 2)
    #expect(reader.receive(Self.row(3), of: 6) == false)
    // The line's row is one of the table that is shown.
    reader.select(.read(tick: 6, column: nil))
    _ = Self.sent(&reader)
    #expect(reader.receive(Self.row(3, source: 5), of: 6) == false)
    #expect(reader.receive(Self.row(3), of: nil) == false)
    #expect(reader.receive(Self.row(3), of: 6) == true)
  }

  @Test func anExportEndsWithItsLastPart() {
    var reader = RowReader()
    func part(_ request: UInt16, isLast: Bool) -> ExportPart {
      ExportPart(request: request, isLast: isLast, done: 5, total: 9, bytes: [65])
    }
    #expect(reader.receive(part(1, isLast: true)) == nil)
    #expect(reader.endExport(of: 6) == nil)
    #expect(
      reader.export((from: 3, until: 9), of: 6) == ExportRows(request: 1, source: 6, from: 3, until: 9))
    #expect(reader.receive(part(2, isLast: false)) == nil)
    #expect(reader.receive(part(1, isLast: false)) == .save([65], isLast: false))
    #expect(reader.export?.done == 5)
    #expect(reader.receive(part(1, isLast: true)) == .save([65], isLast: true))
    #expect(reader.export == nil)
    _ = reader.export((from: 3, until: 9), of: 6)
    #expect(reader.endExport(of: 6)?.request == 2)
    #expect(reader.endExport(of: 6) == nil)
  }

  @Test func aNewConnectionKnowsNothing() {
    var reader = RowReader()
    _ = reader.handle(.keep(.values(column: 0, low: 0, high: 1), text: []))
    reader.select(.read(tick: 5, column: nil))
    reader.showScatter(x: 0, y: 1)
    _ = reader.export((from: 3, until: 9), of: 6)
    _ = Self.sent(&reader)
    reader.select(.mark(tick: 1, column: 0))
    reader.select(.step(tick: 4))
    #expect(reader.connectionChanged(isOpen: false) == false)
    #expect(reader.export != nil && reader.selection.range != nil)
    #expect(reader.selection.cursor?.isOld == true)
    #expect(reader.connectionChanged(isOpen: true) == true)
    #expect(reader.export == nil && reader.selection.range == nil && reader.scatter?.ending == nil)
    #expect(reader.unsentFilters().map(\.filter) == [1])
    reader.showRows(at: 7)
    #expect(reader.connectionChanged(isOpen: true) == false)
    #expect(reader.page == nil)
  }

  @Test func whatIsForgottenAreNotTheFilters() {
    var reader = RowReader()
    _ = reader.handle(.keep(.values(column: 0, low: 0, high: 1), text: []))
    reader.select(.read(tick: 5, column: nil))
    reader.showRows(at: 7)
    reader.forget()
    #expect(reader.selection.isEmpty && reader.page == nil && reader.filters.kept.count == 1)
  }

  @Test func thePlayerIsHandedTheGridOfColumnsThatThereAre() throws {
    var reader = RowReader()
    reader.showScatter(x: 0, y: 1)
    guard case .send(.showScatter(let asked)) = reader.ask(Self.context(), at: 0).first else {
      Issue.record("the grid is asked for")
      return
    }
    let count = Int(asked.columns) * Int(asked.rows)
    let part = ScatterPart(
      request: asked.request, source: 6, columns: asked.columns, rows: asked.rows, first: 0, insideCount: 1,
      outsideCount: 0, missingCount: 0, correlation: 0, counts: [UInt32](repeating: 1, count: count))
    #expect(reader.receive(part) == true)
    func fieldCount(_ columns: [DataColumn]) throws -> Int {
      var list = DrawList()
      list.begin(width: 400, height: 1000)
      reader.fillScatter(columns, into: &list)
      list.end()
      var scene = DrawScene()
      try scene.play(list.words)
      return scene.fields.count
    }
    #expect(try fieldCount([]) == 0)
    #expect(try fieldCount(Self.columns) == 1)
    #expect(try fieldCount(Self.columns) == 0)
  }
}
