import TestSupport
import WavePropagation
import WaveSeries
import WaveSignal
import WaveSpectra
import WaveUnits

/// What the library's arithmetic gives, drawn together to 64 bits.
///
/// Built natively and as WebAssembly; both are held to the values in Tests/Fixtures/signal/digests.txt.
public enum KernelDigest: Int, CaseIterable, Sendable {
  case decibels, turns, windows, complexTransforms, realTransforms, conversions, levels, spectra, traces,
    lenses, coverage

  /// The lengths of transforms of which each takes another way through the plans, short, middling and long.
  private static let counts = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 32_768, 131_072]

  /// Makes the numbers and draws them together.
  public func value() throws(SignalError) -> UInt64 {
    var digest = Digest()
    switch self {
    case .decibels: Self.decibels(&digest)
    case .turns: Self.turns(&digest)
    case .windows: Self.windows(&digest)
    case .complexTransforms: for count in Self.counts { try Self.complexTransform(count, &digest) }
    case .realTransforms: for count in Self.counts { try Self.realTransform(count, &digest) }
    case .conversions: Self.conversions(&digest)
    case .levels: Self.levels(&digest)
    case .spectra: try Self.spectra(&digest)
    case .traces: Self.traces(&digest)
    case .lenses: Self.lenses(&digest)
    case .coverage: Self.coverage(&digest)
    }
    return digest.value
  }

  private static func decibels(_ digest: inout Digest) {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<1000 {
      let level = Double.random(in: -200...200, using: &generator)
      let power = Decibels.power(fromDecibels: level)
      digest.add(power)
      digest.add(Decibels.decibels(fromPower: power))
    }
  }

  private static func turns(_ digest: inout Digest) {
    for numerator in 0..<1000 {
      let value = Trigonometry.sineCosine(turns: numerator, over: 1000)
      digest.add(value.sine)
      digest.add(value.cosine)
    }
  }

  private static func windows(_ digest: inout Digest) {
    for function in WindowFunction.allCases {
      for count in [5, 64, 1000, 4096] {
        let window = Window(function, count: count)
        digest.add(window.coefficients)
        digest.add(window.sum)
        digest.add(window.sumOfSquares)
        digest.add(window.rbwBins)
        digest.add(window.scallopingLossDecibels)
      }
    }
  }

  private static func complexTransform(_ count: Int, _ digest: inout Digest) throws(SignalError) {
    var plan = try FFT(count: count)
    let input = noise(seed: 5, count: 2 * count)
    var output = [Float](repeating: 0, count: 2 * count)
    var span = output.mutableSpan
    plan.transform(input.span, into: &span)
    digest.add(output)
  }

  private static func realTransform(_ count: Int, _ digest: inout Digest) throws(SignalError) {
    var plan = try RealFFT(count: count)
    let input = noise(seed: 6, count: count)
    var output = [Float](repeating: 0, count: count + 2)
    var span = output.mutableSpan
    let isDone = plan.transform(input.span, into: &span)
    digest.add(UInt64(isDone ? 1 : 0))
    digest.add(output)
  }

  private static func conversions(_ digest: inout Digest) {
    let bytes = randomBytes(seed: 7, count: 4096)
    for format in IQFormat.allCases {
      var levels = [Float](repeating: 0, count: bytes.count / format.bytesPerComponent)
      var span = levels.mutableSpan
      let faults = format.convert(bytes.span, into: &span)
      digest.add(levels)
      digest.add(UInt64(faults.clippedCount))
      digest.add(UInt64(faults.invalidCount))
    }
  }

  private static func levels(_ digest: inout Digest) {
    var generator = SeededGenerator(seed: 8)
    let powers = (0..<10_000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) }
    var steps = [Int16](repeating: 0, count: powers.count)
    var span = steps.mutableSpan
    Millibels.encode(powers.span, into: &span)
    digest.add(steps)
    span = steps.mutableSpan
    Centibels.encode(powers.span, into: &span)
    digest.add(steps)
    for step in stride(from: Int16(-3276), through: 3276, by: 9) {
      digest.add([Millibels.power(of: step * 10), Centibels.power(of: step)])
    }
  }

  private static func spectra(_ digest: inout Digest) throws(SignalError) {
    let bytes = randomBytes(seed: 9, count: 60_000)
    for (format, fftCount, window) in [
      (IQFormat.cu8, 256, WindowFunction.hann), (.cs16le, 1024, .blackmanHarris),
      (IQFormat(.i16, isBigEndian: true, isReal: true), 2048, .flatTop),
    ] {
      var analyzer = try SpectrumAnalyzer(
        configuration: AnalyzerConfiguration(
          fftCount: fftCount, window: window, overlap: 0.75, sampleRateHertz: 2.4e6, centerHertz: 99.5e6,
          isReal: format.isReal))
      analyzer.process(bytes.span, format: format)
      guard let row = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1) else {
        continue
      }
      for plane in [row.max, row.mean, row.min] { digest.add(plane) }
      digest.add(row.enbwHertz)
      digest.add(bandPower(of: row, lowHertz: 99.6e6, highHertz: 100.1e6))
    }
  }

  private static func traces(_ digest: inout Digest) {
    var values = noise(seed: 10, count: 100_000)
    for position in stride(from: 50_000, to: 50_900, by: 3) { values[position] = .nan }
    let series = Series(values.span)
    digest.add(series.sum)
    let times = (0..<Int64(values.count)).map { 1_700_000_000_000_000_000 + $0 * $0 * 977 }
    let first = times[0]
    var spans: [TraceSpan] = []
    for width in [100, 1_000_000, 4_000_000_000, 9_770_000_000_000] as [Int64] {
      let map = PixelMap(start: first - width / 3, end: first + width, columns: 333)
      let edges = map.edges(of: times.span)
      Trace.spans(
        of: series, edges: edges, neighbors: map.neighbors(of: edges, in: times.span),
        scale: ValueScale(low: -0.8, high: 1, rows: 150), into: &spans)
      digest.add(spans.flatMap { [$0.top, $0.bottom] })
    }
  }

  private static func lenses(_ digest: inout Digest) {
    let values = noise(seed: 11, count: 20_000)
    let doubles = values.map { Double($0) * 0.1 }
    let whole = values.map { Int64($0 * 1000) }
    let x = (0..<Int64(values.count)).map { $0 * $0 }
    for rows in [
      M4.rows(of: values.span, threshold: 400), MinMax.rows(of: doubles.span, threshold: 400),
      M4.rows(of: whole.span, threshold: 400), LTTB.rows(of: values.span, threshold: 100),
      LTTB.rows(of: doubles.span, x: x.span, threshold: 100), LTTB.rows(of: whole.span, threshold: 100),
    ] {
      for row in rows { digest.add(UInt64(row)) }
    }
    for lens in Lens.allCases {
      for point in lens.points(of: values.span, threshold: 50, window: 31) {
        digest.add(UInt64(point.row))
        digest.add(point.value)
      }
    }
  }

  /// Maps of each model over one rough patch of ground.
  private static func coverage(_ digest: inout Digest) {
    let heights = noise(seed: 12, count: 61 * 61).map { Int16(200 + 90 * $0) }
    let corner = Coordinate(latitudeDegrees: 52, longitudeDegrees: 10)
    let place = Coordinate(latitudeDegrees: 51.9917, longitudeDegrees: 10.0083)
    var surface = TerrainSurface()
    let tile = try? TerrainTile(
      PostLattice(
        northWest: corner, latitudeStepDegrees: 1 / 3600, longitudeStepDegrees: 1 / 3600, rowCount: 61,
        columnCount: 61), heights: heights)
    if let tile { surface.add(tile) }
    for model in CoveragePlan.Model.allCases {
      let plan = CoveragePlan(
        transmitter: place, frequencyHertz: 915e6, radiusMeters: 480, model: model)
      guard let patch = try? surface.patch(around: place, radiusMeters: 500),
        var sweep = try? CoverageSweep(plan, over: patch)
      else { continue }
      sweep.advance(rays: .max)
      digest.add(sweep.map().losses)
    }
  }

  /// Numbers in [-1, 1).
  private static func noise(seed: UInt64, count: Int) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float(Double(generator.next() >> 40) / 8_388_608 - 1) }
  }

  private static func randomBytes(seed: UInt64, count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }
}
