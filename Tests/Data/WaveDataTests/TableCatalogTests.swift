import Testing
import WaveDataWire
import WaveSeries

@testable import WaveData

@Suite struct TableCatalogTests {
  private static func table(
    _ source: UInt16, rows: UInt64 = 10, columns: UInt16 = 2, name: String = "t",
    flags: TableDescription.Flags = .complete
  ) -> TableDescription {
    TableDescription(
      source: source, flags: flags, rowCount: rows, columnCount: columns, name: Array(name.utf8), detail: [])
  }

  private static func abilities(
    _ source: UInt16, _ bits: TableAbilities.Abilities, lenses: UInt32 = 1
  ) -> TableAbilities {
    TableAbilities(source: source, abilities: bits, lenses: lenses)
  }

  private static func axis(_ source: UInt16, _ order: TableOrder, _ column: UInt16, until: Int64) -> TableAxis
  {
    TableAxis(source: source, order: order, column: column, kind: .count, from: 0, until: until)
  }

  /// Two tables, the second one of another engine.
  private static func catalog() -> TableCatalog {
    var catalog = TableCatalog()
    _ = catalog.receive(table(4))
    _ = catalog.receive(table(7, flags: [.complete, .remote]))
    return catalog
  }

  @Test func withoutATableNothingIsKnown() {
    var catalog = TableCatalog()
    #expect(catalog.table == nil && catalog.source == nil && catalog.flags == [])
    #expect(!catalog.isRemote && !catalog.hasRows && !catalog.isPartial && catalog.abilities == nil)
    #expect(catalog.axis(.rows, of: nil) == nil && catalog.knownColumns.isEmpty)
    // What an axis or columns are of may come before the table.
    catalog.receive(Self.axis(4, .rows, 0, until: 9))
    #expect(catalog.axis(.rows, of: nil) == nil)
    _ = catalog.receive(Self.table(4))
    #expect(catalog.axis(.rows, of: nil)?.until == 9)
  }

  @Test func aDescriptionSaysWhatItChanges() {
    var catalog = TableCatalog()
    #expect(catalog.receive(Self.table(4)) == .first)
    #expect(catalog.receive(Self.table(7)) == .added)
    #expect(catalog.tables.count == 2 && catalog.source == 4)
    #expect(catalog.receive(Self.table(4, rows: 20)) == .updated)
    #expect(catalog.table?.rowCount == 20)
    #expect(catalog.receive(Self.table(4, rows: 20, flags: .partial)) == .updated)
    #expect(catalog.receive(Self.table(4, rows: 20, name: "u")) == .replaced)
    #expect(catalog.receive(Self.table(4, rows: 20, columns: 3, name: "u")) == .replaced)
    #expect(catalog.receive(Self.table(4, rows: 1, columns: 3, name: "u")) == .updated)
    #expect(catalog.receive(Self.table(4, rows: 0, columns: 3, name: "u")) == .emptied)
    #expect(catalog.receive(Self.table(4, rows: 0, columns: 3, name: "u")) == .updated)
    // Another name counts more than that its rows are gone.
    _ = catalog.receive(Self.table(4, rows: 5, columns: 3, name: "u"))
    #expect(catalog.receive(Self.table(4, rows: 0, columns: 3, name: "v")) == .replaced)
    // What is not shown changes nothing that is.
    #expect(catalog.receive(Self.table(7, rows: 0, columns: 9, name: "w")) == .updated)
    #expect(catalog.tables.map(\.source) == [4, 7])
  }

  @Test func whatBelongsToTheTableBeforeIsNotShown() {
    var catalog = Self.catalog()
    #expect(catalog.receive(TableWork(source: 7, stage: .reading, done: 1, total: 9)) == false)
    #expect(catalog.progress == nil)
    #expect(catalog.receive(TableWork(source: 4, stage: .reading, done: 1, total: 9)) == true)
    _ = catalog.receive(Self.table(4, rows: 0))
    catalog.refuse()
    #expect(catalog.progress?.done == 1 && catalog.isRefused)
    catalog.show(1)
    #expect(catalog.source == 7 && catalog.index == 1 && catalog.progress == nil && !catalog.isRefused)
    catalog.show(9)
    #expect(catalog.table == nil)
  }

  @Test func workEndsWhenAllIsDone() {
    var catalog = Self.catalog()
    _ = catalog.receive(TableWork(source: 4, stage: .reading, done: 8, total: 9))
    #expect(catalog.progress?.done == 8)
    #expect(catalog.receive(TableWork(source: 4, stage: .reading, done: 9, total: 9)) == true)
    #expect(catalog.progress == nil)
    // Nobody knows how much there is to do.
    _ = catalog.receive(TableWork(source: 4, stage: .reading, done: 8, total: 0))
    #expect(catalog.progress?.done == 8)
    catalog.stopWork()
    #expect(catalog.progress == nil)
  }

  @Test func onlyQuestionsEndWithTheConnection() {
    for stage in [TableWork.Stage.asking, .reading] {
      var catalog = Self.catalog()
      _ = catalog.receive(TableWork(source: 4, stage: stage, done: 8, total: 9))
      catalog.connectionChanged(isOpen: false)
      #expect((catalog.progress == nil) == (stage == .asking))
    }
  }

  @Test func aTableWithRowsIsOpenWhateverIsRefused() {
    var catalog = Self.catalog()
    catalog.refuse()
    #expect(!catalog.isRefused)
    _ = catalog.receive(Self.table(4, rows: 0))
    catalog.refuse()
    #expect(catalog.isRefused)
    catalog.readAgain()
    #expect(!catalog.isRefused)
    var none = TableCatalog()
    none.refuse()
    #expect(!none.isRefused)
  }

  @Test func readingIsPartialWhereItEndedEarlyAndDoesNotGoOn() {
    var catalog = Self.catalog()
    #expect(!catalog.isPartial)
    _ = catalog.receive(Self.table(4, flags: .partial))
    #expect(catalog.isPartial)
    _ = catalog.receive(TableWork(source: 4, stage: .reading, done: 8, total: 9))
    #expect(!catalog.isPartial)
  }

  @Test(
    arguments: [
      (TableDescription.Flags.complete, 0, false), (.complete, 1, true), ([], 0, false), (.remote, 0, true),
      ([.remote, .complete], 0, false), ([.remote, .complete], 1, true),
    ] as [(TableDescription.Flags, UInt64, Bool)])
  func anotherEngineMayHaveRowsThatItHasNotCounted(
    _ flags: TableDescription.Flags, _ rows: UInt64, _ hasRows: Bool
  ) {
    var catalog = TableCatalog()
    _ = catalog.receive(Self.table(4, rows: rows, flags: flags))
    #expect(catalog.hasRows == hasRows)
  }

  // MARK: - What can be done

  @Test func everythingCanBeDoneWithATableOfTheServersOwn() {
    var catalog = Self.catalog()
    // Whatever is said of it.
    #expect(catalog.receive(Self.abilities(4, [])) == [.condition, .abilities])
    #expect(catalog.abilities == nil && catalog.can(.ranks) && !catalog.can(.showsRest))
    #expect(catalog.orders == [.rows, .ranks, .values] && catalog.lenses == Lens.allCases)
    #expect(catalog.sortings == LaneOrder.allCases)
  }

  @Test func withAnotherEnginesWhatItSays() {
    var catalog = Self.catalog()
    catalog.show(1)
    #expect(catalog.isRemote && catalog.abilities == nil && catalog.can(.ranks))
    #expect(
      catalog.receive(Self.abilities(7, [.values, .showsRest], lenses: 1 | 4)) == [.condition, .abilities])
    #expect(catalog.can(.values) && catalog.can(.showsRest) && !catalog.can(.ranks))
    #expect(catalog.orders == [.rows, .values] && catalog.lenses.map(\.rawValue) == [0, 2])
    #expect(!catalog.sortings.contains(.correlation) && catalog.sortings.count == 5)
    // The newest counts; there is always one lens.
    #expect(catalog.receive(Self.abilities(7, .ranks, lenses: 0)) == .abilities)
    #expect(catalog.orders == [.rows, .ranks] && catalog.lenses == [.m4])
    #expect(catalog.receive(Self.abilities(4, [])) == [.condition, .abilities])
    #expect(catalog.can(.ranks))
  }

  @Test func onlyWhatIsNewChanges() {
    var catalog = Self.catalog()
    var next = Self.abilities(7, .ranks)
    _ = catalog.receive(next)
    #expect(catalog.receive(next) == [])
    next.conditionText = [0x61]
    #expect(catalog.receive(next) == [])
    next.condition = .failed
    #expect(catalog.receive(next) == .condition)
    next.lenses = 3
    #expect(catalog.receive(next) == .abilities)
    next.xColumn = 0
    #expect(catalog.receive(next) == .abilities)
    next.abilities = .own
    #expect(catalog.receive(next) == .abilities)
  }

  @Test func theColumnAlongXIsOneThatThereIs() {
    var catalog = Self.catalog()
    #expect(catalog.xColumn(of: 5) == nil)
    var next = Self.abilities(7, .own)
    next.xColumn = 3
    _ = catalog.receive(next)
    #expect(catalog.xColumn(of: 5) == nil)
    catalog.show(1)
    #expect(catalog.xColumn(of: 4) == 3 && catalog.xColumn(of: 3) == nil)
  }

  @Test(arguments: [
    (TableAbilities.Abilities.own, TableOrder.ranks, TableOrder.values), (.ranks, .ranks, .ranks),
    (.values, .values, .values), (.rows, .rows, .rows),
  ])
  func aPinnedColumnOrdersByValuesIfTheyAreTimes(
    _ bits: TableAbilities.Abilities, _ numbers: TableOrder, _ times: TableOrder
  ) {
    var catalog = Self.catalog()
    catalog.show(1)
    _ = catalog.receive(Self.abilities(7, bits))
    #expect(catalog.order(ofTimes: false) == numbers && catalog.order(ofTimes: true) == times)
  }

  @Test func theChoiceOfTheRestIsOfTheTableThatIsShown() {
    var catalog = Self.catalog()
    catalog.chooseRest(true)
    #expect(catalog.rest.isShown == true)
    catalog.connectionChanged(isOpen: false)
    #expect(catalog.isRestUnsent() == false)
    catalog.connectionChanged(isOpen: true)
    #expect(catalog.isRestUnsent() == true)
    catalog.connectionChanged(isOpen: true)
    catalog.show(1)
    #expect(catalog.rest.isShown == nil)
    #expect(catalog.isRestUnsent() == false)
  }

  // MARK: - Axes and columns

  @Test func theAxisIsThatOfTheOrderAndItsColumn() {
    var catalog = Self.catalog()
    catalog.receive(Self.axis(4, .rows, 0, until: 1))
    catalog.receive(Self.axis(4, .ranks, 0, until: 2))
    catalog.receive(Self.axis(4, .ranks, 1, until: 3))
    catalog.receive(Self.axis(4, .values, 1, until: 4))
    catalog.receive(Self.axis(7, .rows, 0, until: 5))
    // As rows come, no column orders.
    #expect(catalog.axis(.rows, of: nil)?.until == 1 && catalog.axis(.rows, of: 1)?.until == 1)
    #expect(catalog.axis(.ranks, of: 0)?.until == 2 && catalog.axis(.ranks, of: 1)?.until == 3)
    #expect(catalog.axis(.values, of: 1)?.until == 4 && catalog.axis(.values, of: 0) == nil)
    catalog.receive(Self.axis(4, .ranks, 1, until: 9))
    #expect(catalog.axis(.ranks, of: 1)?.until == 9 && catalog.axis(.ranks, of: 0)?.until == 2)
    catalog.forgetOrders(by: 1)
    #expect(catalog.axis(.ranks, of: 1) == nil && catalog.axis(.values, of: 1) == nil)
    #expect(catalog.axis(.ranks, of: 0)?.until == 2)
    catalog.forgetOrders(by: 0)
    #expect(catalog.axis(.rows, of: nil)?.until == 1)
    catalog.show(1)
    #expect(catalog.axis(.rows, of: nil)?.until == 5)
  }

  @Test func columnsAreKeptForWhenTheirTableIsShown() {
    var catalog = Self.catalog()
    func columns(_ source: UInt16, _ first: UInt16, _ names: String...) -> TableColumns {
      TableColumns(source: source, first: first, columns: names.map { Bench.column($0, correlation: 0) })
    }
    catalog.receive(columns(7, 0, "a"))
    catalog.receive(columns(4, 0, "b", "c"))
    catalog.receive(columns(4, 2, "d"))
    #expect(catalog.knownColumns == [columns(4, 0, "b", "c"), columns(4, 2, "d")])
    // As many or more columns from the same place on replace those before, fewer do not.
    catalog.receive(columns(4, 0, "e"))
    #expect(catalog.knownColumns.count == 3)
    catalog.receive(columns(4, 0, "f", "g"))
    #expect(catalog.knownColumns == [columns(4, 2, "d"), columns(4, 0, "f", "g")])
    catalog.show(1)
    #expect(catalog.knownColumns == [columns(7, 0, "a")])
  }
}
