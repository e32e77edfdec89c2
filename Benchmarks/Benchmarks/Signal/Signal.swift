import Benchmark
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveWire

/// Numbers whose values do not matter, but are none of the special ones.
private func ramp(_ count: Int) -> [Float] { (0..<count).map { Float($0 % 251 + 1) / 251 } }

/// Rows of white noise as one transform shows it: the power of two components, each about normal.
///
/// They are several, or else the processor learns one row's branches by heart.
private func noiseRows() -> [Message] {
  var bits: UInt64 = 2013
  func component() -> Float {
    var sum: Float = -6
    for _ in 0..<12 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      sum += Float(bits >> 40) / 16_777_216
    }
    return sum
  }
  return (0..<64).map { _ in
    let levels = (0..<2048).map { _ -> Int16 in
      let (real, imaginary) = (component(), component())
      return Centibels.encode(power: 1e-9 * (real * real + imaginary * imaginary))
    }
    return .row(
      RowMessage(
        view: 1, axis: 1, flags: [], planes: .max, sequence: 1, startMicroseconds: 0,
        durationMicroseconds: 33_333, skipped: 0, columns: 2048, values: levels))
  }
}

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

  Benchmark("Encode a row of 2048 columns of noise") { benchmark in
    let rows = noiseRows()
    var writer = MessageWriter()
    var bytes: [UInt8] = []
    writer.append(rows[0], to: &bytes)
    benchmark.startMeasurement()
    for index in benchmark.scaledIterations {
      bytes.removeAll(keepingCapacity: true)
      writer.append(rows[index % rows.count], to: &bytes)
    }
    benchmark.stopMeasurement()
    blackHole(bytes)
  }

  Benchmark("Decode a row of 2048 columns of noise") { benchmark in
    let rows = noiseRows().map { row in
      var bytes: [UInt8] = []
      row.encode(into: &bytes)
      return bytes
    }
    benchmark.startMeasurement()
    for index in benchmark.scaledIterations {
      var reader = MessageReader(limit: WireLimits.serverMessageBytes)
      let bytes = rows[index % rows.count]
      blackHole(try reader.next(in: bytes.span.bytes))
    }
    benchmark.stopMeasurement()
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
