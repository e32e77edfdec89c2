import Testing
import WaveDataWire

@testable import WaveData

@Suite struct MarkedRangeTests {
  private static let axis = TableAxis(
    source: 6, order: .rows, column: 0, kind: .count, from: 100, until: 200)

  private static func ask(_ range: inout MarkedRange, _ numbers: inout RequestNumbers) -> ReadRange? {
    guard case .send(.readRange(let question)) = range.ask(&numbers, at: 0, of: axis) else { return nil }
    return question
  }

  private static func summary(_ request: UInt16, rowCount: UInt64 = 9) -> RangeSummary {
    RangeSummary(
      request: request, source: 6, rowCount: rowCount, columns: [], histogramColumn: 0, low: 0, high: 1,
      counts: [])
  }

  @Test func aRangeHasItsEndsInOrder() {
    var range = MarkedRange(from: 20, column: 3)
    #expect(range.isEmpty && range.column == 3)
    range.extend(to: 10)
    #expect(range.low == 10 && range.high == 20 && !range.isEmpty)
    range.extend(to: 30)
    #expect(range.low == 20 && range.high == 30)
    range.extend(to: 20)
    #expect(range.isEmpty)
  }

  @Test func nothingIsAskedOfNoRows() {
    var (range, numbers) = (MarkedRange(from: 5, column: 3), RequestNumbers())
    #expect(Self.ask(&range, &numbers) == nil && !range.isAsking)
    range.extend(to: .nan)
    #expect(range.isEmpty && Self.ask(&range, &numbers) == nil && numbers.last == 0)
  }

  @Test func itsTicksAreThoseOfTheAxis() {
    var (range, numbers) = (MarkedRange(from: 20, column: 3), RequestNumbers())
    range.extend(to: 10)
    #expect(
      Self.ask(&range, &numbers) == ReadRange(request: 1, source: 6, column: 3, from: 110, until: 120))
  }

  @Test func anEarlierAnswerRemainsUntilTheNextOneHasCome() {
    var (range, numbers) = (MarkedRange(from: 5, column: 3), RequestNumbers())
    #expect(range.receive(Self.summary(0)) == false && range.summary == nil)
    range.extend(to: 9)
    _ = Self.ask(&range, &numbers)
    #expect(range.receive(Self.summary(1)) == true && !range.isAsking)
    // The same answer once more is one that nobody asked for.
    #expect(range.receive(Self.summary(1, rowCount: 8)) == false)
    #expect(Self.ask(&range, &numbers) == nil)
    range.extend(to: 12)
    #expect(Self.ask(&range, &numbers)?.until == 112 && range.isAsking)
    #expect(range.summary?.rowCount == 9)
    range.readAgain()
    #expect(Self.ask(&range, &numbers) == nil)
    #expect(range.receive(Self.summary(2, rowCount: 7)) == true && range.summary?.rowCount == 7)
    #expect(Self.ask(&range, &numbers)?.request == 3)
  }
}
