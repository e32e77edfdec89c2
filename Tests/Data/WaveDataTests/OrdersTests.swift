import Testing
import WaveDataWire

@testable import WaveData

@Suite struct OrdersTests {
  private static let columns: [DataColumn] = [
    Bench.column("b", deviation: 2, missing: 5, correlation: -0.9), Bench.column("A", .time, deviation: 1),
    .init(kind: .text, name: Array("words".utf8)), .init(kind: .other, name: Array("blob".utf8)),
    Bench.column("Bc", low: 3, high: 3, deviation: 4, missing: 9, correlation: 0.5),
    Bench.column("a", deviation: 1, missing: 5, correlation: .nan),
  ].map { DataColumn(info: $0) }

  private static func arrange(
    _ orders: inout Orders, hasTexts: Bool = true, x: Int? = nil, derived: DerivedColumns = DerivedColumns()
  ) -> [Int] {
    orders.arrange(columns, hasTexts: hasTexts, x: x, derived: derived)
    return orders.lanes
  }

  @Test func columnsOfNumbersAndTextsHaveLanesInTheTablesOrder() {
    var orders = Orders()
    #expect(Self.arrange(&orders) == [0, 1, 2, 4, 5])
    #expect(Self.arrange(&orders, hasTexts: false) == [0, 1, 4, 5])
    #expect(Self.arrange(&orders, x: 1) == [0, 2, 4, 5, 1])
    // What has no lane cannot be the last one.
    #expect(Self.arrange(&orders, x: 3) == [0, 1, 2, 4, 5])
    orders.handle(.pin(4))
    #expect(Self.arrange(&orders, x: 4) == [0, 1, 2, 5])
  }

  @Test(arguments: [
    // Small and large letters alike, then the shorter one first.
    (LaneOrder.name, [1, 5, 0, 4, 2]), (.correlation, [0, 4, 1, 2, 5]), (.variation, [0, 1, 5, 2, 4]),
    (.missing, [4, 0, 5, 1, 2]), (.table, [0, 1, 2, 4, 5]),
  ])
  func lanesCanBeSorted(_ sorting: LaneOrder, _ expected: [Int]) {
    var orders = Orders()
    orders.handle(.sort(by: sorting))
    let lanes = Self.arrange(&orders)
    if sorting == .name {
      // "A" and "a" are one name.
      #expect(Set(lanes.prefix(2)) == [1, 5] && Array(lanes.dropFirst(2)) == [0, 4, 2])
    } else {
      #expect(lanes == expected)
    }
  }

  @Test func aSortingThatThereIsNoMoreIsLeft() {
    var orders = Orders()
    orders.handle(.sort(by: .correlation))
    orders.handle(.limitSorting(to: [.table, .correlation]))
    #expect(orders.sorting == .correlation)
    orders.handle(.limitSorting(to: [.name, .table]))
    #expect(orders.sorting == .table)
  }

  @Test func aLaneMovesByHandToWhereAnotherIs() {
    var orders = Orders()
    _ = Self.arrange(&orders)
    orders.handle(.move(0, to: 4))
    #expect(orders.lanes == [1, 2, 4, 0, 5] && orders.sorting == .hand)
    orders.handle(.move(5, to: 1))
    #expect(orders.lanes == [5, 1, 2, 4, 0])
    // It remains, and what is new comes last.
    #expect(Self.arrange(&orders, hasTexts: false) == [5, 1, 4, 0])
    #expect(Self.arrange(&orders) == [5, 1, 4, 0, 2])
  }

  @Test(arguments: [(0, 0), (0, 3), (3, 0), (7, 8)])
  func aLaneDoesNotMoveToItselfOrToNone(_ from: Int, _ to: Int) {
    var orders = Orders()
    _ = Self.arrange(&orders)
    orders.handle(.move(from, to: to))
    #expect(orders.lanes == [0, 1, 2, 4, 5] && orders.sorting == .table)
  }

  @Test func pinningAgainOrNothingPinsNone() {
    var orders = Orders()
    orders.handle(.pin(4))
    #expect(orders.pinned == 4)
    orders.handle(.pin(4))
    #expect(orders.pinned == nil)
    orders.handle(.pin(nil))
    #expect(orders.pinned == nil)
    orders.handle(.pin(1))
    orders.handle(.pin(5))
    #expect(orders.pinned == 5)
    orders.handle(.pin(nil))
    #expect(orders.pinned == nil)
  }

  @Test func theOneThatWasPinnedReturnsBeforeTheNextOfTheTable() {
    var orders = Orders()
    _ = Self.arrange(&orders)
    orders.handle(.move(5, to: 0))
    orders.handle(.pin(1))
    #expect(Self.arrange(&orders) == [5, 0, 2, 4])
    orders.handle(.pin(2))
    // Before 5, which is the first one behind it in the table.
    #expect(Self.arrange(&orders) == [1, 5, 0, 4])
    orders.handle(.pin(nil))
    #expect(Self.arrange(&orders) == [1, 2, 5, 0, 4])
    // Sorted otherwise it has its own place.
    orders.handle(.sort(by: .table))
    orders.handle(.pin(5))
    #expect(Self.arrange(&orders) == [0, 1, 2, 4])
    orders.handle(.pin(nil))
    #expect(Self.arrange(&orders) == [0, 1, 2, 4, 5])
  }

  @Test func onlyAPinnedColumnOrdersAndOnlyAsItCan() {
    var orders = Orders()
    orders.handle(.choose(.ranks, of: [.rows, .ranks]))
    #expect(orders.order == .rows)
    orders.handle(.pin(4))
    orders.handle(.choose(.ranks, of: [.rows, .ranks]))
    #expect(orders.order == .ranks)
    orders.handle(.choose(.values, of: [.rows, .ranks]))
    #expect(orders.order == .rows)
    orders.handle(.choose(.ranks, of: [.ranks]))
    orders.handle(.pin(nil))
    orders.handle(.choose(.ranks, of: [.ranks]))
    #expect(orders.order == .rows)
  }

  @Test func anAxisIsAlongWhatItIsOf() {
    func axis(_ order: TableOrder, _ column: UInt16) -> TableAxis {
      TableAxis(source: 0, order: order, column: column, kind: .count, from: 0, until: 1)
    }
    var orders = Orders()
    #expect(orders.isAlong(axis(.rows, 7)) && !orders.isAlong(axis(.ranks, 4)))
    orders.handle(.pin(4))
    #expect(orders.isAlong(axis(.rows, 7)) && !orders.isAlong(axis(.ranks, 4)))
    orders.handle(.choose(.ranks, of: [.ranks]))
    #expect(orders.isAlong(axis(.ranks, 4)) && !orders.isAlong(axis(.ranks, 5)))
    #expect(!orders.isAlong(axis(.rows, 4)) && !orders.isAlong(axis(.values, 4)))
  }

  @Test func anotherTableIsSortedInTheSameWay() {
    var orders = Orders()
    _ = Self.arrange(&orders)
    orders.handle(.sort(by: .missing))
    orders.handle(.pin(4))
    orders.handle(.choose(.ranks, of: [.ranks]))
    orders.reset()
    #expect(orders.lanes.isEmpty && orders.pinned == nil && orders.order == .rows)
    #expect(orders.sorting == .missing)
  }

  @Test func theStripOfTheWholeTableShowsThePinnedColumnOrTheFirstOfNumbers() {
    var orders = Orders()
    #expect(orders.overviewColumn(Self.columns, x: nil) == nil)
    #expect(orders.overviewColumn(Self.columns, x: 1) == 1)
    _ = Self.arrange(&orders)
    #expect(orders.overviewColumn(Self.columns, x: nil) == 0)
    #expect(orders.overviewColumn(Self.columns, x: 0) == 1)
    orders.handle(.pin(4))
    #expect(orders.overviewColumn(Self.columns, x: nil) == 4)
    // Over itself it would be a straight line.
    #expect(orders.overviewColumn(Self.columns, x: 4) == 0)
  }

  // MARK: - Derived columns

  /// Behind six columns: the first one is of column 4 and accepted, the second one of none and not.
  private static func derived() -> DerivedColumns {
    var derived = DerivedColumns()
    derived.reset(after: 6)
    _ = derived.add([0x61], from: 4)
    _ = derived.add([0x62], from: nil)
    _ = derived.receive(.real, at: 6)
    return derived
  }

  @Test func theirLanesAreBelowThoseThatTheyCameFrom() {
    var derived = Self.derived()
    let columns = Self.columns + [DataColumn(info: Bench.column("x")), DataColumn(info: Bench.column("y"))]
    var orders = Orders()
    orders.arrange(columns, hasTexts: true, x: nil, derived: derived)
    #expect(orders.lanes == [0, 1, 2, 4, 6, 5, 7])
    _ = derived.receive(.real, at: 7)
    orders.arrange(columns, hasTexts: true, x: nil, derived: derived)
    #expect(orders.lanes == [7, 0, 1, 2, 4, 6, 5])
  }

  @Test func sortedByHandOnlyANewOneMovesThere() {
    let derived = Self.derived()
    let columns = Self.columns + [DataColumn(info: Bench.column("x"))]
    var orders = Orders()
    orders.arrange(columns, hasTexts: true, x: nil, derived: DerivedColumns())
    orders.handle(.move(6, to: 0))
    orders.arrange(columns, hasTexts: true, x: nil, derived: derived)
    #expect(orders.lanes == [6, 0, 1, 2, 4, 5])
    orders.placeNew(derived)
    #expect(orders.lanes == [0, 1, 2, 4, 6, 5])
    orders.handle(.sort(by: .name))
    orders.handle(.move(0, to: 0))
    orders.placeNew(derived)
    #expect(orders.lanes == [0, 1, 2, 4, 6, 5])
  }
}
