import Testing
import WaveDataWire

@testable import WaveData

@Suite struct FiltersTests {
  private static let axis = TableAxis(
    source: 6, order: .rows, column: 0, kind: .count, from: 5, until: 100)

  /// The number of the question that is asked; nil if none is.
  private static func ask(_ filters: inout Filters, _ numbers: inout RequestNumbers, at now: Int64 = 0)
    -> UInt16?
  {
    guard case .send(.readRange(let question)) = filters.ask(&numbers, at: now, of: axis, column: 2) else {
      return nil
    }
    #expect(question.source == 6 && question.column == 2 && question.from == 5 && question.until == 100)
    return question.request
  }

  private static let values = SetFilter.Kind.values(column: 3, low: 0, high: 1)
  private static let ticks = SetFilter.Kind.ticks(from: 0, until: 5)

  private static func summary(_ request: UInt16, rows: UInt64 = 9) -> RangeSummary {
    RangeSummary(
      request: request, source: 0, rowCount: rows, columns: [], histogramColumn: 0, low: 0, high: 1,
      counts: [])
  }

  /// Filters of these kinds.
  private static func filters(_ kinds: SetFilter.Kind...) -> Filters {
    var filters = Filters()
    for kind in kinds { _ = filters.handle(.keep(kind, text: [])) }
    return filters
  }

  @Test func thereAreEightAtMostNumberedFromOne() {
    var filters = Filters()
    #expect(filters.isEmpty)
    for number in 1...8 {
      #expect(filters.handle(.keep(Self.values, text: [UInt8(number)]))?.number == UInt8(number))
    }
    #expect(filters.handle(.keep(Self.values, text: [])) == nil && filters.kept.count == 8)
    #expect(filters.kept.map(\.text) == (1...8).map { [$0] })
    #expect(filters.kept.map(\.filter) == Array(1...8) && !filters.isEmpty)
  }

  @Test func afterTheGreatestNumberComesTheFirstThatIsFree() {
    var filters = Self.filters(Self.values)
    for _ in 2...255 {
      let last = filters.kept.count > 1 ? filters.kept[1].filter : nil
      _ = filters.handle(.keep(Self.values, text: []))
      if let last { _ = filters.handle(.drop(last)) }
    }
    #expect(filters.kept.map(\.filter) == [1, 255])
    #expect(filters.handle(.keep(Self.values, text: []))?.number == 2)
  }

  @Test func whatIsSetIsSent() {
    var filters = Filters()
    let kept = filters.handle(.keep(Self.values, text: []))
    #expect(kept?.number == 1 && kept?.kind == Self.values)
    #expect(filters.kept[0].message(of: 6) == SetFilter(source: 6, filter: 1, kind: Self.values))
    #expect(
      filters.kept[0].message(of: 6, isRemoved: true) == SetFilter(source: 6, filter: 1, kind: .none))
    #expect(filters.handle(.drop(1))?.kind == SetFilter.Kind.none)
  }

  @Test func anAxisWithoutTicksIsAskedForOne() {
    var filters = Self.filters(Self.values)
    var numbers = RequestNumbers()
    let empty = TableAxis(source: 6, order: .rows, column: 0, kind: .count, from: 5, until: 5)
    guard case .send(.readRange(let question)) = filters.ask(&numbers, at: 0, of: empty, column: 0) else {
      Issue.record("what the rows are like is asked")
      return
    }
    #expect(question.from == 5 && question.until == 6)
  }

  @Test func onlyTheOneOfANumberIsRemoved() {
    var filters = Self.filters(Self.values, Self.ticks, Self.values)
    #expect(filters.handle(.drop(2))?.number == 2)
    #expect(filters.handle(.drop(2)) == nil)
    #expect(filters.kept.map(\.filter) == [1, 3])
  }

  @Test func filtersOfAColumnAreFoundTheNewestFirst() {
    var filters = Self.filters(
      Self.values, .values(column: 4, low: 0, high: 1), Self.values, .texts(column: 3, .missing, isKept: true)
    )
    #expect(filters.number(ofColumn: 3) == 3 && filters.number(ofColumn: 4) == 2)
    _ = filters.handle(.drop(3))
    #expect(filters.number(ofColumn: 3) == 1)
    _ = filters.handle(.drop(1))
    #expect(filters.number(ofColumn: 3) == nil)
  }

  @Test func aNewConnectionIsSentThemOnceWithoutThoseOfAnOrder() {
    var filters = Self.filters(Self.values, Self.ticks, .texts(column: 1, .others, isKept: false))
    #expect(filters.unsent().isEmpty)
    filters.connect()
    #expect(filters.unsent().map(\.filter) == [1, 3])
    #expect(filters.unsent().isEmpty && filters.kept.count == 2)
    var none = Self.filters(Self.ticks)
    none.connect()
    #expect(none.isEmpty && none.unsent().isEmpty)
  }

  @Test func whatTheRowsAreLikeIsAskedOncePerChange() {
    var filters = Filters()
    var numbers = RequestNumbers()
    #expect(Self.ask(&filters, &numbers, at: 0) == nil && numbers.last == 0)
    _ = filters.handle(.keep(Self.values, text: []))
    #expect(Self.ask(&filters, &numbers, at: 0) == 1)
    // However late the answer is.
    #expect(Self.ask(&filters, &numbers, at: 9_000_000) == nil)
    filters.readAgain()
    #expect(Self.ask(&filters, &numbers, at: 9_000_000) == nil)
    #expect(filters.receive(Self.summary(2)) == false)
    #expect(filters.receive(Self.summary(1)) == true)
    #expect(filters.figures?.rowCount == 9)
    #expect(Self.ask(&filters, &numbers, at: 9_000_000) == 2)
    #expect(filters.receive(Self.summary(2, rows: 5)) == true)
    #expect(filters.figures?.rowCount == 5 && Self.ask(&filters, &numbers, at: 9_000_000) == nil)
  }

  @Test func anotherFilterForgetsWhatTheRowsAreLike() {
    var numbers = RequestNumbers()
    let changes: [(inout Filters) -> Void] = [
      { _ = $0.handle(.keep(Self.values, text: [])) }, { _ = $0.handle(.drop(1)) }, { $0.connect() },
    ]
    for change in changes {
      var filters = Self.filters(Self.values, Self.values)
      let first = Self.ask(&filters, &numbers, at: 0) ?? 0
      #expect(filters.receive(Self.summary(first)) == true)
      filters.readAgain()
      let second = Self.ask(&filters, &numbers, at: 0) ?? 0
      change(&filters)
      #expect(filters.figures == nil)
      #expect(filters.receive(Self.summary(second)) == false)
      #expect(Self.ask(&filters, &numbers, at: 0) == second + 1)
    }
    var filters = Self.filters(Self.values)
    filters.removeAll()
    #expect(filters.isEmpty && filters.figures == nil && Self.ask(&filters, &numbers, at: 0) == nil)
  }

  @Test func aQuestionThatIsLostIsAskedAgain() {
    var filters = Self.filters(Self.values)
    var numbers = RequestNumbers()
    _ = Self.ask(&filters, &numbers, at: 0)
    filters.repeatLater()
    #expect(filters.receive(Self.summary(1)) == false)
    #expect(Self.ask(&filters, &numbers, at: 0) == 2)
    #expect(filters.receive(Self.summary(2)) == true)
    // Where none is on its way there is none to ask again.
    filters.repeatLater()
    #expect(Self.ask(&filters, &numbers, at: 0) == nil)
    // One that may have failed with the engine is asked again in any case.
    filters.loseQuestion()
    #expect(Self.ask(&filters, &numbers, at: 0) == 3 && filters.figures != nil)
  }
}
