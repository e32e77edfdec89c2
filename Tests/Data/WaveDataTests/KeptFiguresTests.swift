import Testing
import WaveDataWire
@testable import WaveInteraction

@testable import WaveData

/// Filters and marked rows reach what is said of columns.
@Suite struct KeptFiguresTests {
  private static func asked(_ bench: inout Bench) -> [ReadRange] {
    bench.taken().compactMap { if case .readRange(let range) = $0 { range } else { nil } }
  }

  /// Of 4,346 rows, all of which have rain.
  private static func summary(_ request: UInt16, rowCount: UInt64 = 4346) -> DataMessage {
    .range(
      RangeSummary(
        request: request, source: 0, rowCount: rowCount,
        columns: [.init(column: 1, missing: 2, minimum: 1, maximum: 4, mean: 2.5, deviation: 0.5)],
        histogramColumn: 1, low: 1, high: 4, counts: [1],
        texts: [.init(column: 3, missingCount: 0, counts: [0, rowCount, 0])]))
  }

  private static func texts(_ bench: inout Bench) throws -> [String] {
    try bench.draw()
    return bench.scene.texts
  }

  @Test func figuresAndSharesAreOfTheRowsThatAreKept() throws {
    var bench = TextLaneTests.bench()
    #expect(try Self.texts(&bench).contains("sun 50 %"))
    bench.sent = []
    bench.model.filter(.keep(.texts(column: 3, .value(Array("rain".utf8)), isKept: true), text: [0x72]))
    bench.send(.tick)
    let question = try #require(Self.asked(&bench).first)
    #expect(question.from == 0 && question.until == 100_000)
    // Until the answer is there figures are called what they are of.
    var texts = try Self.texts(&bench)
    #expect(texts.contains { $0.hasPrefix("all rows: 0 … 5") } && !texts.contains { $0.hasPrefix("0 … 5") })
    #expect(texts.contains("all rows: 1,234 texts · 7,000 missing"))
    #expect(bench.controls.contains("100,000 rows") && !bench.controls.contains("of 100,000"))

    bench.receive(Self.summary(question.request))
    texts = try Self.texts(&bench)
    #expect(texts.contains("1 … 4 · mean 2.5 ± 0.5 · 2 missing"))
    #expect(texts.contains("sun 0 %") && texts.contains("rain 100 %"))
    #expect(!texts.contains { $0.contains("others") || $0.contains("1,234 texts") })
    #expect(bench.controls.contains("4,346 of 100,000 rows"))
    // A column that the answer leaves out has figures of all rows, and they say so.
    #expect(texts.contains { $0.hasPrefix("all rows: ") && $0.contains("9 missing") })

    // Another lens draws the same rows.
    bench.set(.chooseLens, to: 2)
    #expect(Self.asked(&bench).isEmpty)
    #expect(try Self.texts(&bench).contains("1 … 4 · mean 2.5 ± 0.5 · 2 missing"))

    bench.set(.removeFilter(1))
    texts = try Self.texts(&bench)
    #expect(texts.contains("sun 50 %") && !texts.contains { $0.hasPrefix("all rows") })
    #expect(!bench.controls.contains("4,346"))
  }

  @Test func theAnswerOfAnEarlierFilterIsNotUsed() throws {
    var bench = TextLaneTests.bench()
    bench.sent = []
    bench.keepValues(of: 1)
    bench.send(.tick)
    let first = try #require(Self.asked(&bench).first)
    bench.keepValues(of: 2)
    bench.send(.tick)
    let second = try #require(Self.asked(&bench).first)
    bench.receive(Self.summary(first.request, rowCount: 9999))
    #expect(bench.model.filters.figures == nil)
    bench.receive(Self.summary(second.request))
    #expect(bench.model.filters.figures?.rowCount == 4346)
    // The axis of fewer rows is asked for anew.
    bench.receive(.axis(TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 4346)))
    #expect(Self.asked(&bench).map(\.until) == [4346])
  }

  @Test func marksGoBeforeFiltersAndOneQuestionIsOnItsWay() throws {
    var bench = TextLaneTests.bench()
    bench.sent = []
    bench.keepValues(of: 1)
    bench.send(.tick)
    let kept = try #require(Self.asked(&bench).first)
    let y = bench.model.visibleLanes()[1].y + 150
    bench.touch(.began, 300, y)
    bench.pass(600_000)
    bench.touch(.moved, 900, y)
    bench.touch(.ended, 900, y)
    let marked = try #require(Self.asked(&bench).first)
    #expect(marked.from == 25_641)
    // The server answers the newest question only.
    bench.receive(Self.summary(kept.request))
    #expect(bench.model.filters.figures == nil && Self.asked(&bench).isEmpty)
    bench.receive(Self.summary(marked.request, rowCount: 800))
    #expect(try Self.texts(&bench).contains("rain 100 %"))
    let again = try #require(Self.asked(&bench).first)
    #expect(again.from == 0 && again.until == 100_000)
    bench.receive(Self.summary(again.request))
    #expect(bench.model.partFigures?.rowCount == 800 && bench.controls.contains("4,346 of 100,000 rows"))
  }

  @Test func filtersHaveNumbersOfTheirOwnHoweverOftenTheyChange() {
    var bench = Bench()
    bench.answer()
    bench.keepValues(of: 0)
    for _ in 0..<600 {
      bench.keepValues(of: 0)
      let numbers = bench.model.filters.kept.map(\.filter)
      #expect(Set(numbers).count == 2 && !numbers.contains(0))
      bench.set(.removeFilter(numbers[0]))
      #expect(bench.model.filters.kept.map(\.filter) == [numbers[1]])
    }
  }
}
