import Testing
@testable import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveWire

@Suite struct DerivedColumnsTests {
  private static let operands = ["a", "b"].map { ColumnFormula.Column(name: Array($0.utf8)) }

  /// Columns 1 and 3, which the source has listed.
  private func listed() -> DerivedColumns {
    var derived = DerivedColumns()
    derived.set(makeDerived(1))
    derived.set(makeDerived(3, "a - b", name: "rest"))
    _ = derived.list(operands: Self.operands, source: 7, first: 5)
    return derived
  }

  @Test func listHasAPlaceForEachNumber() {
    var derived = DerivedColumns()
    #expect(!derived.needsListing && derived.hasValues)
    derived.set(makeDerived(3, "a - b", name: "rest"))
    derived.set(makeDerived(1))
    derived.set(makeDerived(16))
    #expect(derived.needsListing)
    #expect(derived.nextExtents(hasCoarse: false)?.numbers == nil)
    let (columns, messages) = derived.list(operands: Self.operands, source: 7, first: 5)
    #expect(columns.map { $0?.name } == [nil, "a + b", nil, "rest"] && messages.isEmpty)
    #expect(!derived.needsListing && !derived.hasValues)
    // Removing what does not exist changes nothing; what exists is listed again.
    derived.set(makeDerived(2, ""))
    #expect(!derived.needsListing)
    derived.set(makeDerived(3, ""))
    #expect(derived.needsListing)
    #expect(derived.list(operands: Self.operands, source: 7, first: 5).columns.count == 2)
  }

  @Test func refusedColumnsAreForgotten() {
    var derived = listed()
    let reason = Array("no".utf8)
    let messages = derived.receive(refused: [.init(number: 1, reason: reason)], source: 7, first: 5)
    #expect(messages.count == 3)
    guard case .columns(let gone) = messages[0] else { return #expect(Bool(false)) }
    #expect(gone.first == 6 && gone.columns[0].kind == .other && gone.columns[0].name.isEmpty)
    #expect(FeedScript.name(messages[1]) == "failure: \u{201C}a + b\u{201D}: no.")
    guard case .columns(let columns) = messages[2] else { return #expect(Bool(false)) }
    #expect(columns.first == 8 && columns.columns[0].name == Array("rest".utf8))
    #expect(columns.columns[0].kind == .real && columns.columns[0].minimum.isNaN)
  }

  @Test func statisticsAreAskedForOnce() {
    var derived = listed()
    let coarse = derived.nextExtents(hasCoarse: true)
    #expect(coarse?.numbers == [1, 3] && coarse?.isCoarse == true)
    let exact = derived.nextExtents(hasCoarse: true)
    #expect(exact?.numbers == [1, 3] && exact?.isCoarse == false)
    #expect(derived.nextExtents(hasCoarse: true)?.numbers == nil)
    let extent = ColumnExtent(summary: makeSummary(offset: 4), isExact: true)
    #expect(derived.drawn.isEmpty && derived.summary(of: 1) == nil)
    var hasSome = derived.receive([extent], of: [1, 3], at: derived.revision)
    #expect(hasSome)
    #expect(derived.drawn == [1] && derived.summary(of: 1)?.offset == 4 && !derived.hasValues)
    hasSome = derived.receive([], of: [3], at: derived.revision)
    #expect(!hasSome)
    derived.retry()
    #expect(derived.nextExtents(hasCoarse: false)?.numbers == [3])
    derived.retry()
    derived.pause()
    #expect(derived.nextExtents(hasCoarse: true)?.numbers == nil)
    derived.retry()
    #expect(derived.nextExtents(hasCoarse: true)?.numbers == [3])
  }

  @Test func statisticsOfOlderRowsAreReplaced() {
    var derived = listed()
    let revision = derived.revision
    _ = derived.nextExtents(hasCoarse: false)
    derived.forgetValues()
    let extent = ColumnExtent(summary: makeSummary(), isExact: true)
    _ = derived.receive([extent, extent], of: [1, 3], at: revision)
    #expect(derived.hasValues)
    #expect(derived.drawn == [1, 3])
    #expect(derived.nextExtents(hasCoarse: false)?.numbers == [1, 3])
    _ = derived.receive([extent, extent], of: [1, 3], at: derived.revision)
    #expect(derived.nextExtents(hasCoarse: true)?.numbers == nil)
    derived.relist()
    #expect(derived.needsListing)
    _ = derived.list(operands: Self.operands, source: 7, first: 5)
    #expect(derived.nextExtents(hasCoarse: false)?.numbers == [1, 3])
    // A new formula has no values.
    _ = derived.receive([extent, extent], of: [1, 3], at: derived.revision)
    derived.receive(correlations: [0.5, 0.25], of: [1, 9])
    derived.set(makeDerived(1, "b"))
    #expect(derived.drawn == [3])
    _ = derived.list(operands: Self.operands, source: 7, first: 5)
    #expect(derived.nextExtents(hasCoarse: false)?.numbers == [1])
    guard case .columns(let columns) = derived.messages(source: 7, first: 5)[0] else { return }
    #expect(columns.first == 6 && columns.columns[0].correlation.isNaN)
    var empty = DerivedColumns()
    empty.relist()
    #expect(!empty.needsListing)
  }

  @Test func messagesHaveStatisticsAndCorrelations() {
    var derived = listed()
    var statistics = Statistics()
    statistics.add(3)
    _ = derived.receive(
      [ColumnExtent(summary: makeSummary(statistics), isExact: true)], of: [3], at: derived.revision)
    derived.receive(correlations: [0.5, 0.25], of: [3, 2])
    guard case .columns(let columns) = derived.messages(source: 7, first: 5)[1] else { return }
    #expect(columns.source == 7 && columns.columns[0].minimum == 3 && columns.columns[0].correlation == 0.5)
  }
}
