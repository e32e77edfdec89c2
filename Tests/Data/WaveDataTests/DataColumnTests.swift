import Testing
import WaveDataWire
import WaveSeries
import WaveWire

@testable import WaveData

@Suite struct DataColumnTests {
  /// Values from 0 to 10, which a lane shows with a little room.
  private static func column(_ kind: TableColumns.Kind = .real) -> DataColumn {
    DataColumn(info: Bench.column("a", kind, low: 0, high: 10))
  }

  @Test func nothingIsKnownAtFirst() {
    let column = DataColumn()
    #expect(!column.isDrawn && !column.isText && column.range == nil && column.lens == nil)
    #expect(column.shown == ValueRange(low: 0, high: 1))
  }

  @Test(arguments: [
    (TableColumns.Kind.integer, true, false), (.real, true, false), (.time, true, false),
    (.text, false, true), (.other, false, false),
  ])
  func numbersAndTimesAreDrawn(_ kind: TableColumns.Kind, _ isDrawn: Bool, _ isText: Bool) {
    #expect(Self.column(kind).isDrawn == isDrawn && Self.column(kind).isText == isText)
  }

  @Test func whatIsNewIsKnownFromThenOn() {
    let known = Bench.column("a", correlation: 0)
    var column = DataColumn(info: known)
    #expect(column.receive(known) == false)
    let next = Bench.column("a", low: 0, high: 30, correlation: 0)
    #expect(column.receive(next) == true)
    #expect(column.info == next && column.shown == ValueRange(minimum: 0, maximum: 30))
  }

  @Test func aLensThatThereIsNoMoreIsLeft() {
    var column = Self.column()
    column.handle(.limitLens(to: []))
    #expect(column.lens == nil)
    column.handle(.choose(.lttb))
    column.handle(.limitLens(to: [.m4, .lttb]))
    #expect(column.lens == .lttb)
    column.handle(.limitLens(to: [.m4]))
    #expect(column.lens == nil)
    column.handle(.choose(.mean))
    column.handle(.choose(nil))
    #expect(column.lens == nil)
  }

  @Test func valuesAreScaledAboutAPlace() {
    var column = Self.column()
    #expect(column.shown == ValueRange(low: -0.5, high: 10.5))
    column.handle(.zoom(by: 2, at: 0.5))
    #expect(column.shown == ValueRange(low: 2.25, high: 7.75))
    column.handle(.showAll)
    column.handle(.zoom(by: 2, at: 0))
    #expect(column.shown == ValueRange(low: -0.5, high: 5))
    column.handle(.showAll)
    column.handle(.zoom(by: 2, at: 1))
    #expect(column.shown == ValueRange(low: 5, high: 10.5))
    column.handle(.showAll)
    // A place beyond the lane is its edge.
    column.handle(.zoom(by: 2, at: 7))
    #expect(column.shown == ValueRange(low: 5, high: 10.5))
    column.handle(.zoom(by: 1, at: 0.5))
    column.handle(.zoom(by: 0, at: 0.5))
    column.handle(.zoom(by: -1, at: 0.5))
    column.handle(.zoom(by: .nan, at: 0.5))
    #expect(column.shown == ValueRange(low: 5, high: 10.5))
  }

  @Test func fourTimesAllValuesAreAllOfThem() {
    var column = Self.column()
    column.handle(.zoom(by: 1 / 3.9, at: 0.5))
    #expect(column.range != nil)
    column.handle(.zoom(by: 0.9, at: 0.5))
    #expect(column.range == nil)
    column.handle(.zoom(by: 2, at: 0.5))
    column.handle(.zoom(by: 0.125, at: 0.5))
    #expect(column.range == nil)
  }

  @Test func lessThanAMillionthIsNotShown() {
    var column = Self.column()
    column.handle(.zoom(by: 0.99e6, at: 0.5))
    let least = column.shown
    #expect(least.span < 12e-6)
    column.handle(.zoom(by: 1.1, at: 0.5))
    #expect(column.shown == least)
    // Nor what doubles do not distinguish.
    var large = DataColumn(info: Bench.column("a", low: 1e15, high: 1e15 + 2))
    let before = large.shown
    large.handle(.zoom(by: 1e5, at: 0.5))
    #expect(large.shown == before && large.range == nil)
  }

  @Test func valuesMoveWithTheFinger() {
    var column = Self.column()
    column.handle(.move(by: 0))
    #expect(column.range == nil)
    column.handle(.move(by: 0.5))
    #expect(column.shown == ValueRange(low: 5, high: 16))
    column.handle(.move(by: -1))
    #expect(column.shown == ValueRange(low: -6, high: 5))
  }

  @Test func theyDoNotLeaveWhatMessagesCanSay() {
    var column = DataColumn(info: Bench.column("a", low: -1e300, high: 1e300))
    #expect(column.shown == ValueRange(low: -1e300, high: 1e300))
    column.handle(.move(by: 1))
    #expect(column.range == nil)
    column.handle(.move(by: 0.25))
    #expect(column.shown.high == WireLimits.tableValue && column.shown.low > -1e300)
  }

  @Test func aColumnOfTextsHasNoValues() {
    var column = Self.column(.text)
    column.handle(.zoom(by: 2, at: 0.5))
    column.handle(.move(by: 0.5))
    #expect(column.range == nil)
  }
}
