import TestSupport
import Testing
import WaveSeries

/// ``Mean``, ``Median``, ``MovingAverage`` and ``EveryNth`` against their definitions.
@Suite struct DerivedLensTests {
  private static func edges(_ count: Int, _ random: inout SeededGenerator) -> [Int] {
    (0...Int.random(in: 0...20, using: &random)).map { _ in Int.random(in: -5...count + 5, using: &random) }
      .sorted()
  }

  private static func buckets(_ edges: [Int], _ count: Int) -> [Range<Int>] {
    let held = edges.map { min(max($0, 0), count) }
    return zip(held, held.dropFirst()).map { $0..<$1 }.filter { !$0.isEmpty }
  }

  private static func isSame(_ a: Double, _ b: Double) -> Bool {
    a == b || (a.isNaN && b.isNaN) || abs(a - b) <= 1e-12 * max(abs(b), 1)
  }

  /// Columns of all shapes and faults.
  private static func forAll(rounds: Int, seed: UInt64, _ body: ([Float], inout SeededGenerator) -> Void) {
    var random = SeededGenerator(seed: seed)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        for _ in 0..<rounds {
          var values = shape.values(Int.random(in: 1...300, using: &random), using: &random)
          fault.apply(to: &values, using: &random)
          body(values, &random)
        }
      }
    }
  }

  @Test func meanIsThatOfTheBucket() {
    Self.forAll(rounds: 12, seed: 40) { values, random in
      let edges = Self.edges(values.count, &random)
      let points = Mean.points(of: values.span, edges: edges)
      let buckets = Self.buckets(edges, values.count)
      #expect(points.count == buckets.count)
      for (point, bucket) in zip(points, buckets) {
        let valid = values[bucket].filter(\.isFinite).map(Double.init)
        let mean = valid.reduce(0, +) / Double(valid.count)
        #expect(Self.isSame(point.value, mean))
        guard !valid.isEmpty else {
          #expect(point.row == bucket.lowerBound)
          continue
        }
        #expect(point.row == (bucket.lowerBound + bucket.upperBound - 1) / 2)
        #expect(point.low == valid.min() && point.high == valid.max())
        #expect(point.low <= point.value && point.value <= point.high)
      }
    }
  }

  private static func checkMedian<Value: LensValue>(_ values: [Value], _ edges: [Int]) {
    let points = Median.points(of: values.span, edges: edges)
    let expected = Self.buckets(edges, values.count).map { bucket -> (row: Int, value: Double) in
      let valid = bucket.filter { values[$0].isValid }.sorted { values[$0] < values[$1] }
      guard !valid.isEmpty else { return (bucket.lowerBound, .nan) }
      let median = values[valid[(valid.count - 1) / 2]]
      return (bucket.first { values[$0] == median } ?? -1, median.number)
    }
    #expect(points.map(\.row) == expected.map(\.row))
    for (point, other) in zip(points, expected) { #expect(isSame(point.value, other.value)) }
  }

  @Test func medianIsARowOfTheBucket() {
    Self.forAll(rounds: 8, seed: 41) { values, random in
      let edges = Self.edges(values.count, &random)
      Self.checkMedian(values, edges)
      Self.checkMedian(values.map(Double.init), edges)
      Self.checkMedian(values.map { $0.isFinite ? (1 << 53) + Int64($0) : 0 }, edges)
    }
  }

  /// Orders that lead the choice of pivots astray still end.
  @Test func medianOfHardOrders() {
    var organ: [Int64] = []
    for place in 0..<3000 { organ.append(place < 1500 ? Int64(place) : Int64(3000 - place)) }
    Self.checkMedian(organ, [0, 3000])
    Self.checkMedian((0..<3000).map { Int64(($0 * 1500) % 2999) }, [0, 1000, 3000])
  }

  @Test func movingAverageIsThatOfTheRowsAround() {
    Self.forAll(rounds: 3, seed: 42) { values, random in
      let window = Int.random(in: -2...values.count * 2 + 3, using: &random)
      let own = MovingAverage.values(of: values.span, window: window)
      let half = max(window, 1) / 2
      #expect(own.count == values.count)
      for row in values.indices {
        let around = values[max(0, row - half)...min(values.count - 1, row + half)].filter(\.isFinite).map(
          Double.init)
        let mean = values[row].isFinite ? around.reduce(0, +) / Double(around.count) : .nan
        #expect(Self.isSame(own[row], mean), "row \(row) of \(values.count), window \(window)")
      }
      let edges = Self.edges(values.count, &random)
      let points = MovingAverage.points(of: values.span, edges: edges, window: window)
      let rows = Self.buckets(edges, values.count).map { ($0.lowerBound + $0.upperBound - 1) / 2 }
      #expect(points.map(\.row) == rows)
      for point in points { #expect(Self.isSame(point.value, own[point.row])) }
    }
  }

  @Test func movingAverageOfHugeWindowsIsTheMean() {
    let values: [Int64] = [1, 2, 3, 4]
    #expect(MovingAverage.values(of: values.span, window: .max) == [2.5, 2.5, 2.5, 2.5])
    #expect(MovingAverage.values(of: values.span, window: .min) == [1, 2, 3, 4])
  }

  @Test func everyNthStepsEvenly() {
    #expect(EveryNth.rows(count: 10, threshold: 4) == [0, 3, 6, 9])
    #expect(EveryNth.rows(count: 10, threshold: 10) == Array(0..<10))
    #expect(EveryNth.rows(count: 10, threshold: 0) == [0])
    #expect(EveryNth.rows(count: 0, threshold: 4).isEmpty)
    for count in 1..<60 {
      for threshold in 1..<70 {
        #expect(EveryNth.rows(count: count, threshold: threshold).count <= threshold)
      }
    }
  }
}
