import TestSupport
import Testing
@testable import WaveInteraction
import WaveDataWire
import WaveWire

@testable import WaveData

@Suite struct DerivedColumnsTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Columns behind five of a table's own.
  private static func columns(_ formulas: String...) -> DerivedColumns {
    var derived = DerivedColumns()
    derived.reset(after: 5)
    for formula in formulas { _ = derived.add(bytes(formula), from: nil) }
    return derived
  }

  @Test func aFormulaIsAColumnBehindTheTablesOwn() {
    var derived = Self.columns()
    let first = DerivedColumn(number: 0, formula: Self.bytes("a"), origin: 2)
    #expect(derived.add(Self.bytes("a"), from: 2) == .added(first))
    #expect(derived.place(of: first) == 5 && derived.column(at: 5) == first && derived.column(at: 6) == nil)
    #expect(derived.columns == [first] && !first.isAccepted)
    #expect(first.message(of: 9) == DeriveColumn(source: 9, number: 0, formula: Self.bytes("a")))
    #expect(first.message(of: 9, isRemoved: true) == DeriveColumn(source: 9, number: 0, formula: []))
  }

  @Test func nothingTooLongAndTooManyAreNoColumns() {
    var derived = Self.columns()
    #expect(derived.add([], from: nil) == .empty)
    #expect(derived.add([UInt8](repeating: 0x61, count: WireLimits.formula + 1), from: nil) == .tooLong)
    #expect(derived.columns.isEmpty)
    let longest = [UInt8](repeating: 0x61, count: WireLimits.formula)
    for number in 0..<UInt8(WireLimits.derivedColumns) {
      #expect(
        derived.add(longest, from: nil)
          == .added(DerivedColumn(number: number, formula: longest, origin: nil)))
    }
    #expect(derived.add(longest, from: nil) == .tooMany)
    #expect(derived.columns.count == 16)
  }

  @Test func theLeastFreeNumberIsTheNext() {
    var derived = Self.columns("a", "b", "c")
    #expect(derived.remove(1)?.formula == Self.bytes("b"))
    #expect(derived.remove(1) == nil && derived.columns.map(\.number) == [0, 2])
    _ = derived.add(Self.bytes("d"), from: nil)
    #expect(derived.columns.map(\.number) == [0, 2, 1])
    #expect(derived.column(at: 6)?.formula == Self.bytes("d"))
  }

  @Test func itIsAcceptedOnceAndRefusedWhereItIsOther() {
    var derived = Self.columns("a", "b")
    #expect(derived.receive(.real, at: 4) == .unknown && derived.receive(.real, at: 7) == .unknown)
    #expect(derived.receive(.real, at: 6) == .accepted)
    #expect(derived.columns.map(\.isAccepted) == [false, true])
    #expect(derived.receive(.integer, at: 6) == .known)
    #expect(derived.receive(.other, at: 5) == .refused)
    #expect(derived.columns.map(\.number) == [1])
    #expect(derived.receive(.other, at: 6) == .refused && derived.columns.isEmpty)
    #expect(derived.receive(.other, at: 6) == .unknown)
  }

  @Test func aDraftIsKeptUntilItIsAccepted() {
    var derived = Self.columns()
    derived.type(Self.bytes("a + b"))
    _ = derived.add(derived.draft, from: nil)
    _ = derived.add(Self.bytes("c"), from: nil)
    #expect(derived.receive(.real, at: 6) == .accepted)
    #expect(derived.draft == Self.bytes("a + b"))
    #expect(derived.receive(.other, at: 5) == .refused)
    #expect(derived.draft == Self.bytes("a + b"))
    _ = derived.add(derived.draft, from: nil)
    #expect(derived.receive(.real, at: 5) == .accepted)
    #expect(derived.draft.isEmpty)
    derived.type([UInt8](repeating: 0x61, count: 1000))
    #expect(derived.draft.count == 2 * WireLimits.formula)
    // The draft is the user's, whatever table is shown.
    derived.reset(after: 2)
    #expect(derived.draft.count == 2 * WireLimits.formula && derived.columns.isEmpty)
  }

  @Test func aNewConnectionIsSentThemOnce() {
    var derived = Self.columns("a", "b")
    #expect(derived.unsent().isEmpty)
    derived.connect()
    #expect(derived.unsent().map(\.number) == [0, 1])
    #expect(derived.unsent().isEmpty)
    var none = Self.columns()
    none.connect()
    _ = none.add(Self.bytes("a"), from: nil)
    #expect(none.unsent().isEmpty)
    // Without a table's own columns there is no place for them yet.
    var early = DerivedColumns()
    _ = early.add(Self.bytes("a"), from: nil)
    early.connect()
    #expect(early.unsent().isEmpty)
  }

  @Test func placesFromTheTablesEndOnAreTheirs() {
    let derived = Self.columns()
    #expect(!derived.begins(at: 4) && derived.begins(at: 5) && derived.begins(at: 6))
    #expect(!DerivedColumns().begins(at: 0))
  }

  // MARK: - Formulas

  private static let all = ["rain", "rain gauge", "x", "words", "train"].map { name in
    DataColumn(info: Bench.column(name, name == "words" ? .text : .real))
  }

  @Test(
    arguments: [
      ("mean(x, 5) - rain", 2), ("rain gauge", 1), ("2 * rain + x", 0), ("train", 4), ("words + x", 2),
      ("5 + 6", nil), ("", nil), ("ra", nil),
    ] as [(String, Int?)])
  func aDraftIsOfTheColumnThatItNamesFirst(_ draft: String, _ column: Int?) {
    var derived = Self.columns()
    derived.type(Self.bytes(draft))
    #expect(derived.originOfDraft(in: Self.all) == column)
  }

  @Test(
    arguments: [
      (DerivedAction.makeChange, 9, "diff(x)"), (.makeLag, 0, "lag(x, 1)"), (.makeLag, 5, "lag(x, 1000)"),
      (.makeLag, 6, nil), (.makeAverage, 1, "mean(x, 25)"), (.makeAverage, 4, "mean(x, 2501)"),
      (.makeAverage, -1, nil), (.makeDifference, 0, "x - (rain * 2)"), (.makeRatio, 0, "x / (rain * 2)"),
      (.typeFormula, 0, nil), (.remove(1), 0, nil),
    ] as [(DerivedAction, Int, String?)])
  func controlsWriteFormulas(_ action: DerivedAction, _ value: Int, _ formula: String?) {
    let derived = Self.columns("rain * 2")
    let all = Self.all + [DataColumn(info: Bench.column("rain * 2"))]
    let made = derived.formula(for: action, value, of: 2, pinned: 5, in: all)
    #expect(made == formula.map { Self.bytes($0) })
  }

  @Test func withoutAPinnedColumnThereIsNoneToCompareWith() {
    let derived = Self.columns()
    #expect(derived.formula(for: .makeRatio, 0, of: 2, pinned: nil, in: Self.all) == nil)
    #expect(derived.formula(for: .makeChange, 0, of: 2, pinned: nil, in: Self.all) == Self.bytes("diff(x)"))
  }

  /// The example of a formula is of the first numeric column, not of times or texts.
  @Test func theExampleIsOfTheFirstColumnOfNumbers() {
    let time = DataColumn(info: Bench.column("t", .time))
    let words = DataColumn(info: Bench.column("words", .text))
    func label(_ columns: [DataColumn], hasNeighbors: Bool) -> String? {
      var list = ControlListBuilder<DataAction>()
      Self.columns().appendControls(
        columns, of: nil, pinned: nil, hasNeighbors: hasNeighbors, to: &list)
      return ListedControl.all(in: list.list.bytes).first?.texts.first
    }
    let rain = DataColumn(info: Bench.column("rain"))
    #expect(label([time, words, rain], hasNeighbors: true) == "New column, such as diff(rain)")
    #expect(label([rain, time], hasNeighbors: false) == "New column, such as abs(rain)")
    #expect(label([time, words], hasNeighbors: true) == nil)
  }
}
