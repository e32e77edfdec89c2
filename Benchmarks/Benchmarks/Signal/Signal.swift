import Benchmark
import WaveSignal

/// Numbers whose values do not matter, but are none of the special ones.
private func ramp(_ count: Int) -> [Float] { (0..<count).map { Float($0 % 251 + 1) / 251 } }

let benchmarks: @Sendable () -> Void = {
  // Processor time is counted in steps of 10 ms here: too coarse for kernels of microseconds.
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .mallocCountTotal], scalingFactor: .kilo, maxDuration: .seconds(2))

  for exponent in 6...16 {
    let count = 1 << exponent
    Benchmark("FFT of \(count)") { benchmark in
      var plan = try FFT(count: count)
      let input = ramp(2 * count)
      var output = [Float](repeating: 0, count: 2 * count)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        var span = output.mutableSpan
        plan.transform(input.span, into: &span)
      }
      benchmark.stopMeasurement()
      blackHole(output)
    }
  }

  for detector in [Detector.max, .mean, .min] {
    Benchmark("ColumnReducer 4096 bins to 1500 columns, \(detector)") { benchmark in
      let axis = BinAxis(firstHertz: 0, stepHertz: 1, count: 4096)
      let reducer = ColumnReducer(
        axis: axis, lowHertz: axis.lowHertz, highHertz: axis.highHertz, columns: 1500)
      let plane = ramp(4096)
      var columns = [Float](repeating: 0, count: 1500)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        var span = columns.mutableSpan
        reducer.reduce(plane.span, detector, into: &span)
      }
      benchmark.stopMeasurement()
      blackHole(columns)
    }
  }

  Benchmark("Centibels of 2048 powers") { benchmark in
    let powers = ramp(2048)
    var levels = [Int16](repeating: 0, count: 2048)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var span = levels.mutableSpan
      Centibels.encode(powers.span, into: &span)
    }
    benchmark.stopMeasurement()
    blackHole(levels)
  }

  for format in [IQFormat.cu8, .cs8, .cs16le, .cf32le] {
    Benchmark("Spectrum of 4096 new samples, \(format)") { benchmark in
      var analyzer = try SpectrumAnalyzer(
        configuration: AnalyzerConfiguration(fftCount: 4096, sampleRateHertz: 2.4e6))
      let bytes = [UInt8](repeating: 60, count: 8192 * format.bytesPerComponent)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { analyzer.process(bytes.span, format: format) }
      benchmark.stopMeasurement()
      blackHole(analyzer.transformCount)
    }
  }
}
