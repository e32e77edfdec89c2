import Testing
import WaveDataWire
import WaveSeries

@testable import WaveData

@Suite struct ColumnSetTests {
  private static func columns(_ first: Int, _ columns: TableColumns.Column...) -> TableColumns {
    TableColumns(source: 0, first: UInt16(first), columns: columns)
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Three columns of a table's own: numbers, texts, times.
  private static func set() -> ColumnSet {
    var set = ColumnSet()
    set.reset(3)
    _ = set.receive(
      columns(
        0, Bench.column("a", correlation: 0), .init(kind: .text, name: bytes("words")),
        Bench.column("t", .time, correlation: 0)))
    return set
  }

  @Test func nothingIsKnownOfTheColumnsOfAnotherTable() {
    var set = Self.set()
    set.arrange(TableCatalog())
    _ = set.derive(.made(Self.bytes("a + 1"), of: 0))
    #expect(set.all.count == 4 && set.orders.lanes == [0, 1, 2])
    set.reset(2)
    #expect(set.all.count == 2 && set.all.allSatisfy { $0.info.name.isEmpty })
    #expect(set.derived.columns.isEmpty && set.orders.lanes.isEmpty && set.derived.begins(at: 2))
  }

  @Test func whatIsKnownOfTheTablesOwnChangesNothingElse() {
    var set = ColumnSet()
    set.reset(3)
    #expect(set.receive(Self.columns(1, Bench.column("b"))) == [])
    #expect(set.all.map(\.info.name) == [[], Self.bytes("b"), []])
    // What is beyond the last column is passed over.
    #expect(set.receive(Self.columns(2, Bench.column("c"), Bench.column("d"))) == [])
    #expect(set.all.count == 3 && set.all[2].info.name == Self.bytes("c"))
  }

  @Test func aDerivedColumnIsAcceptedOnceAndThenChanges() {
    var set = Self.set()
    #expect(set.derive(.made(Self.bytes("a + 1"), of: 0)) != .empty)
    let made = Bench.column("a + 1", correlation: 0)
    #expect(set.receive(Self.columns(3, made)) == [.changed, .accepted(3)])
    #expect(set.all[3].info == made && set.receive(Self.columns(3, made)) == [])
    #expect(set.receive(Self.columns(3, Bench.column("a + 1", high: 3, correlation: 0))) == [.changed])
    // One that nobody has asked for has no place.
    #expect(set.receive(Self.columns(4, made)) == [] && set.all.count == 4)
  }

  @Test func aWrongFormulaIsRefusedAndNothingIsKnownOfIt() {
    var set = Self.set()
    _ = set.derive(.made(Self.bytes("a + 1"), of: 0))
    _ = set.derive(.made(Self.bytes("a +"), of: 0))
    let made = Bench.column("a + 1", correlation: 0)
    #expect(
      set.receive(Self.columns(3, made, .init(kind: .other, name: []))) == [
        .changed, .accepted(3), .refused(4),
      ])
    #expect(set.derived.columns.map(\.number) == [0])
    set.clear(3)
    #expect(set.all[3].info.name.isEmpty)
  }

  @Test func aTypedFormulaIsKeptAndIsOfTheColumnThatItNames() {
    var set = Self.set()
    guard case .added(let column) = set.derive(.typed(Self.bytes("2 * a"))) else {
      Issue.record("the column is added")
      return
    }
    #expect(column.origin == 0 && set.derived.draft == Self.bytes("2 * a"))
    #expect(set.derive(.typed([])) == .empty)
    #expect(set.removeDerived(0) == column)
    #expect(set.removeDerived(0) == nil)
    // The place of one that is gone is the next one's.
    _ = set.receive(Self.columns(3, Bench.column("old")))
    guard case .added(let next) = set.derive(.made(Self.bytes("a"), of: 2)) else {
      Issue.record("the column is added")
      return
    }
    #expect(next.number == 0 && next.origin == 2 && set.all.count == 4 && set.all[3].info.name.isEmpty)
  }

  @Test func whatHasNoValuesYetIsNotMade() {
    var set = Self.set()
    for formula in ["a", "a + 1", "a + 2", "a + 3"] { _ = set.derive(.made(Self.bytes(formula), of: 0)) }
    _ = set.receive(Self.columns(3, Bench.column("a")))
    // All of its values are missing.
    _ = set.receive(Self.columns(5, .init(kind: .real, name: [0x61], missing: 4)))
    _ = set.receive(Self.columns(6, .init(kind: .real, name: [0x61])))
    #expect(set.unmade.map(\.number) == [3, 1])
  }

  @Test func aNewConnectionIsSentTheFormulas() {
    var set = Self.set()
    _ = set.derive(.made(Self.bytes("a"), of: 0))
    #expect(set.unsentDerived().isEmpty)
    set.connect()
    #expect(set.unsentDerived().map(\.number) == [0])
    #expect(set.unsentDerived().isEmpty)
  }

  @Test func onlyWhatIsDrawnIsPinned() {
    var set = Self.set()
    for (column, isPinned) in [(1, false), (3, false), (-1, false), (2, true)] {
      #expect(set.handle(.pin(column)) == isPinned)
      #expect(set.orders.pinned == (isPinned ? column : nil))
    }
    #expect(set.pinnedOrder(TableCatalog()) == .values)
    #expect(set.handle(.pin(0)) == true)
    #expect(set.pinnedOrder(TableCatalog()) == .ranks)
    #expect(set.handle(.pin(nil)) == true)
    #expect(set.orders.pinned == nil && set.pinnedOrder(TableCatalog()) == .rows)
    #expect(set.handle(.sort(by: .name)) == true)
    #expect(set.orders.sorting == .name)
  }

  @Test func lanesAreOfWhatCanBeSeenOfTheTable() {
    var set = Self.set()
    var catalog = TableCatalog()
    _ = catalog.receive(
      TableDescription(source: 0, flags: .remote, rowCount: 1, columnCount: 3, name: [], detail: []))
    _ = catalog.receive(TableAbilities(source: 0, abilities: .own, lenses: 1, xColumn: 0))
    set.arrange(catalog)
    #expect(set.orders.lanes == [1, 2, 0])
    // The column along x orders nothing.
    _ = set.handle(.pin(0))
    #expect(set.pinnedOrder(catalog) == .rows)
    set.handle(2, .choose(.lttb))
    _ = set.handle(.sort(by: .correlation))
    _ = catalog.receive(TableAbilities(source: 0, abilities: .rows, lenses: 1, xColumn: 0))
    set.limit(to: catalog)
    #expect(set.all[2].lens == nil && set.orders.sorting == .table)
    set.arrange(catalog)
    #expect(set.orders.lanes == [2])
  }

  @Test func aColumnThatIsNotThereIsNotSeen() {
    var set = Self.set()
    set.handle(0, .zoom(by: 2, at: 0.5))
    #expect(set.all[0].range != nil)
    set.handle(3, .zoom(by: 2, at: 0.5))
    #expect(set.all.count == 3)
  }

  @Test func aNewLaneMovesBelowItsOrigin() {
    var set = Self.set()
    set.arrange(TableCatalog())
    _ = set.handle(.move(2, to: 0))
    _ = set.derive(.made(Self.bytes("a"), of: 2))
    _ = set.receive(Self.columns(3, Bench.column("a")))
    set.arrange(TableCatalog())
    #expect(set.orders.lanes == [2, 0, 1, 3])
    set.placeNew()
    #expect(set.orders.lanes == [2, 3, 0, 1])
  }
}
