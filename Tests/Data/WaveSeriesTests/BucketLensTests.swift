import TestSupport
import Testing
import WaveSeries

/// ``M4`` and ``MinMax`` against looking at every row of every bucket, the last row included.
@Suite struct BucketLensTests {
  /// The rows kept of one bucket.
  private static func kept<Value: LensValue>(_ values: [Value], _ bucket: Range<Int>, keepsEnds: Bool)
    -> [Int]
  {
    let valid = bucket.filter { values[$0].isValid }
    guard let first = valid.first, let last = valid.last else { return bucket.first.map { [$0] } ?? [] }
    var minimum = first
    var maximum = first
    for row in valid {
      if values[row] < values[minimum] { minimum = row }
      if values[row] > values[maximum] { maximum = row }
    }
    return Set(keepsEnds ? [first, minimum, maximum, last] : [minimum, maximum]).sorted()
  }

  private static func check<Value: LensValue>(_ values: [Value], _ random: inout SeededGenerator) {
    let count = values.count
    // Any edges, some outside.
    let edges = (0...Int.random(in: 0...30, using: &random)).map { _ in
      Int.random(in: -5...count + 5, using: &random)
    }.sorted()
    let held = edges.map { min(max($0, 0), count) }
    let buckets = zip(held, held.dropFirst()).map { $0..<$1 }
    #expect(M4.rows(of: values.span, edges: edges) == buckets.flatMap { kept(values, $0, keepsEnds: true) })
    #expect(
      MinMax.rows(of: values.span, edges: edges) == buckets.flatMap { kept(values, $0, keepsEnds: false) })
    // Equal buckets of rows.
    let threshold = Int.random(in: 1...count + 3, using: &random)
    for (width, keepsEnds) in [(4, true), (2, false)] {
      let number = max(threshold / width, 1)
      let groups = Dictionary(grouping: 0..<count) { $0 * number / count }
      let equal = groups.sorted { $0.key < $1.key }.flatMap { _, rows in
        kept(values, rows[0]..<rows[rows.count - 1] + 1, keepsEnds: keepsEnds)
      }
      let own =
        keepsEnds
        ? M4.rows(of: values.span, threshold: threshold) : MinMax.rows(of: values.span, threshold: threshold)
      #expect(own == (threshold >= count ? Array(0..<count) : equal))
      #expect(own.count <= max(threshold, width))
    }
  }

  @Test func equalLookingAtEveryRow() {
    var random = SeededGenerator(seed: 30)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        for _ in 0..<12 {
          var values = shape.values(Int.random(in: 1...300, using: &random), using: &random)
          fault.apply(to: &values, using: &random)
          Self.check(values, &random)
          Self.check(values.map(Double.init), &random)
          Self.check(values.map { $0.isFinite ? Int64(1 << 53) + Int64($0) : .max }, &random)
        }
      }
    }
  }

  @Test func equalLookingAtEveryRowOfLongBuckets() {
    var random = SeededGenerator(seed: 31)
    for fault in Fault.allCases {
      for shape in [Shape.walk, .steps, .spikes] {
        var values = shape.values(Int.random(in: 2000...4000, using: &random), using: &random)
        fault.apply(to: &values, using: &random)
        let edges = [0, 700, values.count]
        let expected = [0..<700, 700..<values.count].flatMap { Self.kept(values, $0, keepsEnds: true) }
        #expect(M4.rows(of: values.span, edges: edges) == expected)
      }
    }
  }

  @Test func wholeNumbersAreComparedAsTheyAre() {
    let base = Int64(1) << 53
    let values = [base, base + 1, base - 1, base]
    #expect(MinMax.rows(of: values.span, edges: [0, 4]) == [1, 2])
    let bounds = [Int64.max, .max, .min, .min]
    #expect(M4.rows(of: bounds.span, edges: [0, 4]) == [0, 2, 3])
  }

  /// What ``Trace`` draws of M4's rows is what it draws of all.
  @Test func m4IsExact() {
    var random = SeededGenerator(seed: 32)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        var values = shape.values(2000, using: &random)
        fault.apply(to: &values, using: &random)
        let map = PixelMap(start: 0, end: 2000, columns: 90)
        let edges = map.edges(rowCount: 2000)
        let scale = ValueScale(low: -20, high: 20, rows: 70)
        let kept = Set(M4.rows(of: values.span, edges: edges))
        var exact: [TraceSpan] = []
        Trace.spans(of: Series(values.span), edges: edges, scale: scale, into: &exact)
        // Rows between two kept ones of a column take the value of the first, so that nothing is added but
        // joins.
        var reduced = values
        for row in values.indices where !kept.contains(row) && values[row].isFinite {
          let column = map.column(of: Int64(row))
          let before = (edges[column]..<row).last { kept.contains($0) }
          reduced[row] = before.map { values[$0] } ?? .nan
        }
        var own: [TraceSpan] = []
        Trace.spans(of: Series(reduced.span), edges: edges, scale: scale, into: &own)
        #expect(own == exact)
      }
    }
  }

  @Test func nothingIsKeptOfNothing() {
    let (none, missing): ([Float], [Float]) = ([], [.nan, .nan])
    #expect(M4.rows(of: none.span, edges: [0, 3]).isEmpty)
    #expect(M4.rows(of: none.span, threshold: 8).isEmpty)
    #expect(MinMax.rows(of: missing.span, edges: []).isEmpty)
    #expect(M4.rows(of: missing.span, edges: [0, 2]) == [0])
  }
}
