import TestSupport
import Testing
import WaveSeries
import WaveTableFormats

@Suite struct ColumnSummaryTests {
  private static func close(_ one: Double?, _ other: Double) -> Bool {
    one.map { abs($0 - other) <= 1e-12 * max(1, abs(other)) } ?? false
  }

  @Test func agreesWithAPlainSum() {
    var random = SeededGenerator(seed: 12)
    let values = (0..<5000).map { place -> Double in
      switch place % 50 {
      case 0: .nan
      case 25: place % 100 == 25 ? .infinity : -.infinity
      default: 1e6 + Double.random(in: -5...5, using: &random)
      }
    }
    var summary = ColumnSummary(TableColumn(name: "c", kind: .real))
    var drawn: [Float] = []
    for start in stride(from: 0, to: values.count, by: 999) {
      drawn += summary.add(Array(values[start..<min(values.count, start + 999)]))
    }
    let finite = values.filter(\.isFinite)
    let mean = finite.reduce(0, +) / Double(finite.count)
    let variance = finite.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(finite.count - 1)
    let found = summary.statistics
    #expect(found.count == finite.count && found.missingCount == 100 && found.infiniteCount == 100)
    #expect(found.minimum == finite.min() && found.maximum == finite.max())
    #expect(Self.close(found.mean, mean))
    #expect(found.variance.map { abs($0 / variance - 1) < 1e-9 } == true)
    #expect(summary.offset == finite.first && !summary.isTime)
    for (value, drawn) in zip(values, drawn) {
      #expect(drawn.isFinite == value.isFinite)
      // Differences of a few units are drawn to seven digits, though the values are a million.
      if value.isFinite { #expect(abs(summary.stored(fromDrawn: drawn) - value) < 1e-6) }
    }
  }

  @Test func givesTimesInMicroseconds() {
    for unit in TableColumn.TimeUnit.allCases {
      var summary = ColumnSummary(TableColumn(name: "t", kind: .time, timeUnit: unit))
      // Two seconds from the beginning of 2024 on.
      let first = 1_704_067_200 * unit.perSecond
      let drawn = summary.add([.nan, Double(first), Double(first + 2 * unit.perSecond)])
      #expect(summary.isTime && summary.offset == 1_704_067_200e6)
      #expect(drawn[0].isNaN && drawn[1] == 0 && drawn[2] == 2e6)
      #expect(
        summary.statistics.maximum == 1_704_067_202e6
          && summary.stored(fromDrawn: drawn[2]) == Double(first + 2 * unit.perSecond))
    }
  }

  @Test func ofNoValueThereIsNothing() {
    var summary = ColumnSummary(TableColumn(name: "c", kind: .integer))
    #expect(summary.add([]).isEmpty && summary.add([.nan, -.infinity]).allSatisfy(\.isNaN))
    #expect(summary.offset == nil && summary.statistics.mean == nil && summary.statistics.missingCount == 1)
    // What was kept goes on as though it had not been.
    var whole = summary
    var again = ColumnSummary(
      TableColumn(name: "c", kind: .integer), offset: summary.offset,
      statistics: Statistics(
        count: 0, missingCount: 1, infiniteCount: 1, minimum: .infinity, maximum: -.infinity, mean: 0,
        squaredDeviations: 0))
    #expect(again == summary && again.add([7, 9, 5]) == whole.add([7, 9, 5]) && again == whole)
    #expect(whole.offset == 7)
  }
}
