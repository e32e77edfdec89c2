import TestSupport
import Testing
import WaveSeries
import WaveUnits

@Suite struct StatisticsTests {
  /// Mean and squared deviations with two passes.
  private static func twoPasses(_ values: [Double]) -> (mean: Double, variance: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    return (mean, values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count - 1))
  }

  private static func isNear(_ a: Double?, _ b: Double, _ scale: Double = 1) -> Bool {
    guard let a else { return false }
    return abs(a - b) <= 1e-10 * max(abs(b), scale)
  }

  @Test(arguments: [Int.min, -1, 0, 1, .max]) func countsOfAnySizeAreJoined(count: Int) {
    let added = Statistics(
      count: count, missingCount: count, infiniteCount: count, minimum: 0, maximum: 1, mean: 0.5,
      squaredDeviations: 1)
    for other in [Int.min, -1, 1, .max] {
      var joined = Statistics(
        count: other, missingCount: other, infiniteCount: other, minimum: -1, maximum: 0, mean: 0,
        squaredDeviations: 0)
      joined.join(added)
      #expect(joined.missingCount == count.saturatingAdding(other))
      if count > 0 { #expect(joined.count == count.saturatingAdding(other) && joined.maximum == 1) }
      joined.add(.nan)
      joined.add(.infinity)
      joined.add(2)
      #expect(joined.maximum == 2)
    }
  }

  @Test func equalsTwoPasses() {
    var random = SeededGenerator(seed: 25)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        for offset in [Float(0), 100_000] {
          var values = shape.values(Int.random(in: 2...5000, using: &random), using: &random).map {
            $0 + offset
          }
          fault.apply(to: &values, using: &random)
          let finite = values.filter(\.isFinite).map(Double.init)
          let own = Series(values.span).statistics(from: 0, to: values.count)
          #expect(own.count == finite.count)
          #expect(own.missingCount == values.filter(\.isNaN).count)
          #expect(own.infiniteCount == values.filter(\.isInfinite).count)
          #expect(own.minimum == finite.min() ?? .infinity)
          #expect(own.maximum == finite.max() ?? -.infinity)
          var slow = Statistics()
          for value in values { slow.add(Double(value)) }
          guard finite.count > 1 else {
            #expect(own.variance == nil && slow.variance == nil)
            continue
          }
          let expected = Self.twoPasses(finite)
          #expect(Self.isNear(own.mean, expected.mean))
          #expect(Self.isNear(own.variance, expected.variance, 1e-3))
          #expect(Self.isNear(slow.mean, expected.mean))
          #expect(Self.isNear(slow.variance, expected.variance, 1e-3))
        }
      }
    }
  }

  @Test func partsJoinToTheWhole() {
    var random = SeededGenerator(seed: 26)
    let values = Shape.walk.values(100_000, using: &random)
    let series = Series(values.span)
    var joined = series.statistics(from: -4, to: 30_001)
    joined.join(series.statistics(from: 30_001, to: 30_001))
    joined.join(series.statistics(from: 30_001, to: 200_000))
    let whole = series.statistics(from: 0, to: 100_000)
    #expect(joined.count == whole.count && joined.minimum == whole.minimum && joined.maximum == whole.maximum)
    #expect(Self.isNear(joined.mean, whole.mean ?? .nan))
    #expect(Self.isNear(joined.standardDeviation, whole.standardDeviation ?? .nan))
  }

  @Test func nothingHasNoMean() {
    let none = Statistics()
    #expect(none.mean == nil && none.variance == nil && none.standardDeviation == nil)
    #expect(Correlation().coefficient == nil && Correlation().slope == nil)
  }

  @Test func correlationEqualsTheFormula() {
    var random = SeededGenerator(seed: 27)
    for fault in Fault.allCases {
      for weight in [Float(-3), 0, 0.5] {
        let count = Int.random(in: 3...20_000, using: &random)
        var x = Shape.walk.values(count, using: &random)
        var y = zip(x, Shape.noise.values(count, using: &random)).map { $0 * weight + $1 + 1000 }
        fault.apply(to: &x, using: &random)
        fault.apply(to: &y, using: &random)
        let pairs = zip(x, y).filter { $0.isFinite && $1.isFinite }.map { (Double($0), Double($1)) }
        let own = Series(x.span).correlation(with: Series(y.span), from: 0, to: count)
        #expect(own.count == pairs.count)
        guard pairs.count > 2 else { continue }
        let mean = (
          pairs.map(\.0).reduce(0, +) / Double(pairs.count), pairs.map(\.1).reduce(0, +) / Double(pairs.count)
        )
        let xy = pairs.map { ($0 - mean.0) * ($1 - mean.1) }.reduce(0, +)
        let xx = pairs.map { ($0.0 - mean.0) * ($0.0 - mean.0) }.reduce(0, +)
        let yy = pairs.map { ($0.1 - mean.1) * ($0.1 - mean.1) }.reduce(0, +)
        #expect(abs((own.coefficient ?? .nan) - xy / (xx * yy).squareRoot()) < 1e-9)
        #expect(abs((own.slope ?? .nan) - xy / xx) < 1e-9)
      }
    }
  }

  @Test func aColumnThatDoesNotChangeCorrelatesWithNothing() {
    let (flat, ramp) = ([Float](repeating: 0.1, count: 2000), (0..<2000).map { Float($0) })
    let own = Series(ramp.span).correlation(with: Series(flat.span), from: 0, to: 2000)
    #expect(own.count == 2000 && own.coefficient == nil && own.slope == 0)
    #expect(Series(ramp.span).correlation(with: Series(ramp.span), from: 0, to: 2000).coefficient == 1)
  }

  @Test func histogramCountsEveryValueOnce() {
    var random = SeededGenerator(seed: 28)
    for fault in Fault.allCases {
      var values = (0..<3000).map { _ in Float(Int.random(in: -100...1100, using: &random)) / 8 }
      fault.apply(to: &values, using: &random)
      let bins = Int.random(in: 1...40, using: &random)
      let own = Series(values.span).histogram(from: 0, to: 3000, low: 0, high: 128, bins: bins)
      var counts = Array(repeating: 0, count: bins)
      for value in values where value.isFinite && value >= 0 && value <= 128 {
        counts[min(Int(value * 8) * bins / 1024, bins - 1)] += 1
      }
      #expect(own.counts == counts)
      #expect(own.belowCount == values.filter { $0 < 0 && $0.isFinite }.count)
      #expect(own.aboveCount == values.filter { $0 > 128 && $0.isFinite }.count)
      #expect(own.missingCount == values.filter { !$0.isFinite }.count)
    }
  }

  @Test func anyNumbersMakeAHistogram() {
    var histogram = Histogram(low: .nan, high: 3, bins: -1)
    for value in [0, 0.5, 1, 2, -1, .infinity] { histogram.add(value) }
    #expect(histogram.counts == [3] && histogram.aboveCount == 1 && histogram.belowCount == 1)
    #expect(histogram.missingCount == 1)
    #expect(Histogram(low: 0, high: 1, bins: .max).counts.count == Histogram.binLimit)
    var tiny = Histogram(low: 0, high: .leastNonzeroMagnitude, bins: 8)
    tiny.add(.leastNonzeroMagnitude)
    #expect(tiny.counts[7] == 1)
  }

  @Test func edgesThatAreNoRangeAreThoseFromZeroToOne() {
    let most = Double.greatestFiniteMagnitude
    // Of -most and most the distance is infinite; of most / 2 and most only the sum is.
    let ranges: [(low: Double, high: Double)] = [(-3, 3), (most / 2, most), (-most, -most / 2)]
    for (low, high) in ranges {
      let histogram = Histogram(low: low, high: high, bins: 4)
      #expect(histogram.low == low && histogram.high == high && histogram.counts == [0, 0, 0, 0])
    }
    let others: [(low: Double, high: Double)] = [
      (3, -3), (3, 3), (0, .infinity), (-.infinity, 0), (0, .nan), (-most, most), (most, -most),
    ]
    for (low, high) in others {
      let histogram = Histogram(low: low, high: high, bins: 4)
      #expect(histogram.low == 0 && histogram.high == 1, "\(low) \(high)")
    }
  }

  @Test func edgesBelongToTheFirstAndTheLastBin() {
    var histogram = Histogram(low: -2, high: 2, bins: 4)
    let values: [Double] = [-2, -1, 0, 1, 2, -2.5, 2.5]
    for value in values { histogram.add(value) }
    #expect(histogram.counts == [1, 1, 1, 2] && histogram.belowCount == 1 && histogram.aboveCount == 1)
  }
}
