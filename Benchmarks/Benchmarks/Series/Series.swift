import Benchmark
import WaveSeries

/// 1.7 million rows, the study's case: a random walk.
private func walk() -> [Float] {
  var bits: UInt64 = 2015
  var level: Float = 0
  return (0..<1_700_000).map { _ in
    bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    level += Float(Int64(bitPattern: bits) >> 40) / 8_388_608
    return level
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], maxDuration: .seconds(2))

  let values = walk()
  let series = Series(values.span)
  let edges = PixelMap(start: 0, end: Int64(values.count), columns: 1000).edges(rowCount: values.count)
  let scale = ValueScale(
    low: Double(series.extremes.minimum), high: Double(series.extremes.maximum), rows: 200)

  Benchmark("Copy 1.7 M Float and build the pyramid") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Series(values.span)) }
  }

  Benchmark("Spans of 1000 columns of 1.7 M") { benchmark in
    var spans: [TraceSpan] = []
    Trace.spans(of: series, edges: edges, scale: scale, into: &spans)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      Trace.spans(of: series, edges: edges, scale: scale, into: &spans)
    }
    benchmark.stopMeasurement()
    blackHole(spans)
  }

  for (lens, threshold) in [
    (Lens.m4, 1000), (.minMax, 1000), (.minMaxLTTB, 227), (.lttb, 227), (.ltd, 227), (.ltd, 2000),
    (.mean, 1000),
    (.median, 1000), (.everyNth, 1000), (.movingAverage, 1000),
  ] {
    Benchmark("\(lens) of 1.7 M Float to \(threshold)") { benchmark in
      for _ in benchmark.scaledIterations {
        blackHole(lens.points(of: values.span, threshold: threshold, window: 1001))
      }
    }
  }

  Benchmark("Sort 1.7 M Float") { benchmark in
    for _ in benchmark.scaledIterations {
      var order = SortOrder(series)
      while !order.step(limit: 65_536) {}
      blackHole(order)
    }
  }

  Benchmark("Order another column of 1.7 M, pyramid and all") { benchmark in
    var order = SortOrder(series)
    while !order.step(limit: 65_536) {}
    let rows = order.rows
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(series.ordered(by: rows)) }
    benchmark.stopMeasurement()
  }

  Benchmark("Statistics of 1.7 M") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(series.statistics(from: 0, to: values.count)) }
  }

  Benchmark("Correlation of 1.7 M") { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(series.correlation(with: series, from: 0, to: values.count))
    }
  }

  Benchmark("Histogram of 1.7 M") { benchmark in
    for _ in benchmark.scaledIterations {
      blackHole(series.histogram(from: 0, to: values.count, low: -2000, high: 2000, bins: 100))
    }
  }
}
