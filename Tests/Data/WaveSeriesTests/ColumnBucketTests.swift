import Testing
import WaveSeries

/// Columns of pixels summed up and then drawn, against the series drawn at once.
@Suite struct ColumnBucketTests {
  /// Values with gaps, and an x that repeats and jumps.
  private func made(_ seed: UInt64, count: Int) -> (series: Series, x: [Int64]) {
    var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    var x: Int64 = -50
    var values: [Float] = []
    var places: [Int64] = []
    for _ in 0..<count {
      x += [0, 1, 1, 2, 40][Int(next() % 5)]
      places.append(x)
      values.append(next() % 6 == 0 ? .nan : Float(next() % 1000) / 10)
    }
    var series = Series()
    series.append(SeriesChunk(values.span))
    return (series, places)
  }

  @Test func drawsWhatTheSeriesDraws() {
    for seed in 0..<60 {
      let (series, x) = made(UInt64(seed), count: 200)
      let last = x.last ?? 0
      let map = PixelMap(start: last / 4, end: last / 4 + Int64(40 + seed * 7), columns: 30 + seed % 5)
      let edges = map.edges(of: x.span)
      let neighbors = map.neighbors(of: edges, in: x.span)
      let scale = ValueScale(low: 10, high: 70, rows: 50)
      var exact: [TraceSpan] = []
      Trace.spans(of: series, edges: edges, neighbors: neighbors, scale: scale, into: &exact)
      let inside = series.buckets(edges: edges) { x[$0] }
      let start = edges.first ?? 0
      let end = edges.last ?? 0
      let before = series.buckets(edges: [max(0, start - 1), start]) { x[$0] }
      let after = series.buckets(edges: [end, min(series.count, end + 1)]) { x[$0] }
      var drawn: [TraceSpan] = []
      Trace.spans(
        of: inside, before: before[0], after: after[0], neighbors: neighbors, scale: scale,
        drawn: { Float($0) }, into: &drawn)
      #expect(drawn == exact, "seed \(seed)")
    }
  }

  @Test func columnsOfMoreRowsThanAreCountedBecomeOne() {
    // An engine counts rows as it likes.
    let bucket = ColumnBucket(
      rowCount: .max, count: .max, firstTick: .min, lastTick: .max, first: 1, minimum: 0, maximum: 2, last: 1)
    var joined = bucket
    joined.join(bucket)
    #expect(joined == bucket)
    joined.join(.missing(rowCount: .max))
    #expect(joined.rowCount == .max && joined.count == .max && joined.endsMissing)
  }

  @Test func twoColumnsBecomeOne() {
    for seed in 0..<40 {
      let (series, x) = made(UInt64(seed), count: 60)
      for middle in stride(from: 0, through: 60, by: 7) {
        let parts = series.buckets(edges: [0, middle, 60]) { x[$0] }
        var joined = parts[0]
        joined.join(parts[1])
        var whole = series.buckets(edges: [0, 60]) { x[$0] }[0]
        (joined.count, whole.count) = (1, 1)
        #expect(joined == whole, "seed \(seed), \(middle)")
      }
    }
  }

  @Test func whatHasNoRowsChangesNothing() {
    var bucket = ColumnBucket.empty
    bucket.join(.empty)
    #expect(bucket == .empty)
    bucket.join(.missing(rowCount: 3))
    #expect(bucket == .missing(rowCount: 3))
    let value = ColumnBucket(
      rowCount: 1, count: 1, firstTick: 4, lastTick: 4, first: 2, minimum: 2, maximum: 2, last: 2)
    bucket.join(value)
    #expect(bucket.startsMissing && !bucket.endsMissing && bucket.rowCount == 4 && bucket.count == 1)
  }
}
