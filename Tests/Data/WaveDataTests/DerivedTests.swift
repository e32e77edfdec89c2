import Testing
import WaveDataWire
import WaveWire

@testable import WaveData
@testable import WaveInteraction

/// Columns of the user's own: what is sent for them, where their lanes stand, and that nothing of them is
/// left.
@Suite struct DerivedTests {
  /// The lane of a column's place is the first derived one.
  private static let first = Bench.columns.count

  private static func requests(_ bench: inout Bench) -> [DeriveColumn] {
    bench.taken().compactMap { if case .deriveColumn(let request) = $0 { request } else { nil } }
  }

  private static func text(_ request: DeriveColumn?) -> String {
    String(decoding: request?.formula ?? [], as: UTF8.self)
  }

  /// The server's answer: first the name, then what the values are like.
  private static func accept(_ bench: inout Bench, _ name: String, number: Int = 0) {
    for column in [
      TableColumns.Column(kind: .real, name: Array(name.utf8)),
      Bench.column(name, low: -2, high: 2, deviation: 0.5, missing: 1),
    ] {
      bench.receive(.columns(TableColumns(source: 0, first: UInt16(first + number), columns: [column])))
    }
  }

  private static func type(_ bench: inout Bench, _ formula: String) {
    bench.send(.press(.handle))
    bench.type(Array(formula.utf8))
  }

  /// A line over a column of the table.
  private static func read(_ bench: inout Bench, _ column: Int) {
    bench.model.select(.read(tick: 5, column: column))
    bench.send(.tick)
  }

  @Test func aTypedFormulaIsALaneBelowTheFirstColumnItNames() {
    var bench = Bench()
    Self.type(&bench, "mean(alpha, 5) - beta")
    let requests = Self.requests(&bench)
    #expect(
      requests.count == 1 && requests[0].number == 0 && Self.text(requests[0]) == "mean(alpha, 5) - beta")
    #expect(bench.model.lanes == [0, 1, 2, 3, 4] && bench.model.isDrawerOpen)
    Self.accept(&bench, "mean(alpha, 5) - beta")
    #expect(bench.model.lanes == [0, 1, 2, Self.first, 3, 4])
    #expect(!bench.model.isDrawerOpen && bench.model.derived.draft.isEmpty)
    let shown = bench.taken().compactMap { if case .showLane(let lane) = $0 { lane } else { nil } }
    #expect(shown.contains { Int($0.column) == Self.first && $0.low < -2 && $0.high > 2 })
    // Received again, it stays where it is.
    bench.receive(.columns(TableColumns(source: 0, first: 0, columns: Bench.columns)))
    #expect(bench.model.lanes == [0, 1, 2, Self.first, 3, 4])
  }

  @Test func theRowUnderTheLineIsReadAgainWithTheNewColumn() throws {
    var bench = Bench()
    Self.read(&bench, 1)
    bench.pass(Question.patienceMicroseconds)
    func questions() -> [ReadRow] {
      bench.taken().compactMap { if case .readRow(let question) = $0 { question } else { nil } }
    }
    let first = try #require(questions().last)
    bench.receive(
      .row(TableCells(request: first.request, source: 0, key: 6, tick: 5, first: 0, cells: [.integer(1)])))
    #expect(questions().isEmpty)
    Self.type(&bench, "diff(beta)")
    Self.accept(&bench, "diff(beta)")
    let again = questions()
    #expect(again.count == 1 && again[0].tick == first.tick && again[0].column == first.column)
  }

  /// The pictures that are shown are of the values before, though the range is the same.
  @Test func aColumnWhoseValuesChangeIsAskedForAnew() {
    var bench = Bench()
    Self.type(&bench, "diff(beta)")
    Self.accept(&bench, "diff(beta)")
    bench.pass(Question.patienceMicroseconds)
    func isAsked() -> Bool { bench.taken().contains { if case .show = $0 { true } else { false } } }
    _ = isAsked()
    for (missing, isNew) in [(UInt64(1), true), (1, false), (2, true)] {
      let column = Bench.column(
        "diff(beta)", low: -2, high: 2, deviation: 0.5, missing: missing, correlation: 0.5)
      bench.receive(.columns(TableColumns(source: 0, first: UInt16(Self.first), columns: [column])))
      bench.pass(Question.patienceMicroseconds)
      #expect(isAsked() == isNew)
    }
  }

  @Test func oneTapWritesTheFormula() {
    var bench = Bench()
    Self.read(&bench, 1)
    bench.send(.press(.handle))
    bench.set(.derived(.makeChange))
    #expect(Self.text(Self.requests(&bench).first) == "diff(beta)")
    bench.set(.derived(.makeLag), to: 3)
    bench.set(.derived(.makeAverage), to: 2)
    let requests = Self.requests(&bench)
    #expect(requests.map { Self.text($0) } == ["lag(beta, 10)", "mean(beta, 101)"])
    #expect(requests.map(\.number) == [1, 2])
    // Without a pinned column there is none to compare with.
    bench.set(.derived(.makeRatio))
    #expect(Self.requests(&bench).isEmpty)
    bench.model.arrange(.pin(4))
    Self.read(&bench, 1)
    bench.set(.derived(.makeDifference))
    bench.set(.derived(.makeRatio))
    #expect(Self.requests(&bench).map { Self.text($0) } == ["beta - Gamma", "beta / Gamma"])
    // Of a column that is derived itself: its formula in parentheses.
    Self.accept(&bench, "diff(beta)")
    Self.read(&bench, Self.first)
    bench.set(.derived(.makeChange))
    #expect(Self.text(Self.requests(&bench).first) == "diff((diff(beta)))")
  }

  @Test func aWrongFormulaLeavesItsTextAndNothingElse() {
    var bench = Bench()
    Self.type(&bench, "alpha +")
    _ = bench.taken()
    bench.receive(
      .columns(
        TableColumns(source: 0, first: UInt16(Self.first), columns: [.init(kind: .other, name: [])])))
    bench.receive(.notice(Notice(severity: .failure, text: Array("byte 8: it ends".utf8))))
    #expect(bench.model.derived.columns.isEmpty && bench.model.lanes == [0, 1, 2, 3, 4])
    #expect(bench.model.derived.draft == Array("alpha +".utf8) && !bench.model.alertText.isEmpty)
    // The number is free again.
    bench.type(Array("alpha + 1".utf8))
    #expect(Self.requests(&bench).map(\.number) == [0] && bench.model.alertText.isEmpty)
  }

  @Test func whatIsTakenAwayOrdersAndKeepsNothing() {
    var bench = Bench()
    Self.type(&bench, "beta * 2")
    Self.accept(&bench, "beta * 2")
    bench.model.arrange(.pin(Self.first))
    let y = bench.model.visibleLanes()[0].y + 40
    bench.send(.wheel(x: 600, y: y, dx: 0, dy: -90, zoom: .vertical))
    #expect(bench.model.columns[Self.first].range != nil)
    bench.keepValues(of: Self.first)
    bench.send(.tick)
    #expect(bench.model.filters.kept.count == 1 && bench.model.order == .ranks)
    _ = bench.taken()
    bench.send(.press(.handle))
    bench.set(.derived(.remove(0)))
    #expect(
      bench.model.derived.columns.isEmpty && bench.model.filters.kept.isEmpty && bench.model.pinned == nil)
    #expect(bench.model.order == .rows && bench.model.lanes == [0, 1, 2, 3, 4])
    let sent = bench.taken()
    #expect(
      sent.contains { if case .deriveColumn(let request) = $0 { request.formula.isEmpty } else { false } })
    #expect(sent.contains { if case .setFilter(let filter) = $0 { filter.kind == .none } else { false } })
  }

  @Test func aNewConnectionDerivesColumnsBeforeItAsksForPictures() throws {
    var bench = Bench()
    Self.type(&bench, "diff(beta)")
    Self.accept(&bench, "diff(beta)")
    bench.model.arrange(.pin(Self.first))
    let y = bench.model.visibleLanes()[0].y + 40
    bench.send(.wheel(x: 600, y: y, dx: 0, dy: -90, zoom: .vertical))
    #expect(bench.model.columns[Self.first].range != nil)
    bench.keepValues(of: Self.first)
    bench.send(.tick)
    _ = bench.taken()
    bench.send(.connection(isOpen: false))
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    bench.receive(
      .table(
        TableDescription(
          source: 0, flags: .complete, rowCount: 100_000, columnCount: UInt16(Bench.columns.count),
          name: Array("t".utf8), detail: [])))
    bench.pass(50_000)
    let sent = bench.taken()
    let request = try #require(sent.firstIndex { if case .deriveColumn = $0 { true } else { false } })
    let filter = try #require(sent.firstIndex { if case .setFilter = $0 { true } else { false } })
    let view = try #require(sent.firstIndex { if case .show = $0 { true } else { false } })
    #expect(request < filter && filter < view)
    #expect(bench.model.pinned == Self.first && bench.model.derived.columns.count == 1)
  }

  @Test func thereAreSixteenAtMostAndNoneTooLong() {
    var bench = Bench()
    for number in 0..<17 { Self.type(&bench, "beta + \(number)") }
    #expect(Self.requests(&bench).map(\.number) == Array(0..<16))
    #expect(String(decoding: bench.model.alertText, as: UTF8.self).contains("16"))
    bench.set(.derived(.remove(4)))
    Self.type(&bench, String(repeating: "beta+", count: 100))
    #expect(Self.requests(&bench).map(\.formula.isEmpty) == [true])
    #expect(String(decoding: bench.model.alertText, as: UTF8.self).contains("192"))
    Self.type(&bench, "beta ^ 2")
    #expect(Self.requests(&bench).map(\.number) == [4])
  }

  @Test func theCrossEndsWhatIsBeingMade() {
    var bench = Bench()
    Self.type(&bench, "beta")
    Self.accept(&bench, "beta")
    Self.type(&bench, "mean(beta, 9)")
    bench.receive(
      .columns(
        TableColumns(
          source: 0, first: UInt16(Self.first + 1),
          columns: [.init(kind: .real, name: Array("mean(beta, 9)".utf8))])))
    _ = bench.taken()
    bench.receive(.progress(TableWork(source: 0, stage: .deriving, done: 300, total: 1000)))
    bench.set(.stop)
    let requests = Self.requests(&bench)
    #expect(requests.map(\.number) == [1] && requests.allSatisfy { $0.formula.isEmpty })
    #expect(bench.model.derived.columns.count == 1 && bench.model.catalog.progress == nil)
  }

  @Test func anotherTableKnowsNothingOfThem() {
    var bench = Bench()
    Self.type(&bench, "beta")
    Self.accept(&bench, "beta")
    _ = bench.taken()
    bench.receive(
      .table(
        TableDescription(
          source: 1, flags: .complete, rowCount: 10, columnCount: 2, name: Array("u".utf8), detail: [])))
    bench.set(.chooseTable, to: 1)
    #expect(Self.requests(&bench).map(\.source) == [0] && bench.model.derived.columns.isEmpty)
    #expect(bench.model.columns.count == 2)
  }
}
