import Foundation
import TestSupport
import Testing
import WaveSignal
import WaveSpectra

@Suite struct AnalyzerTests {
  let configuration = AnalyzerConfiguration(
    fftCount: 128, window: .hann, overlap: 0.6, sampleRateHertz: 128_000, centerHertz: 1e6)

  @Test func piecesOfAnySizeGiveTheSameRow() throws {
    var generator = SeededGenerator(seed: 1)
    for isReal in [false, true] {
      var configuration = configuration
      configuration.isReal = isReal
      let noise = TestSignals.uniformNoise(seed: 5, count: 9000)
      let whole = try analyzedRow(configuration, noise)
      var analyzer = try SpectrumAnalyzer(configuration: configuration)
      var start = 0
      while start < noise.count {
        var end = min(noise.count, start + Int.random(in: 1...700, using: &generator))
        if !isReal, end % 2 == 1 { end += 1 }
        analyzer.process(noise.span.extracting(start..<end))
        start = end
      }
      let pieces = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
      #expect(pieces == whole)
    }
  }

  @Test func everyFormatIsConvertedAsStated() throws {
    var generator = SeededGenerator(seed: 2)
    let random = (0..<4000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for format in IQFormat.allCases {
      var components = [Float](repeating: .nan, count: random.count / format.bytesPerComponent)
      var span = components.mutableSpan
      let faults = format.convert(random.span, into: &span)
      var expected = SampleFaults()
      for (index, component) in components.enumerated() {
        let truth = Self.naive(format, random, at: index * format.bytesPerComponent, &expected)
        #expect(abs(component - truth) <= abs(truth) * 1e-6)
      }
      #expect(faults == expected)
    }
  }

  @Test func rowsReuseTheirStorage() throws {
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    let noise = TestSignals.uniformNoise(seed: 5, count: 2000)
    analyzer.process(noise.span)
    var row = PowerRow(
      sequence: 7, startMicroseconds: 8, durationMicroseconds: 9, axis: configuration.axis, enbwHertz: 0,
      max: [],
      mean: [], min: [])
    _ = analyzer.finishRow(into: &row)
    #expect(row.sequence == 7 && row.startMicroseconds == 8 && row.durationMicroseconds == 9)
    #expect(row.max.count == 128 && row.enbwHertz == analyzer.enbwHertz)
    let address = row.max.withUnsafeBufferPointer { $0.baseAddress }
    let isFilledAgain = analyzer.finishRow(into: &row)
    #expect(!isFilledAgain)
    analyzer.process(noise.span)
    let isFilled = analyzer.finishRow(into: &row)
    #expect(isFilled)
    #expect(row.max.withUnsafeBufferPointer { $0.baseAddress } == address)
  }

  @Test func aRowWithoutATransformIsNone() throws {
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    analyzer.process([Float](repeating: 0, count: 2 * 127).span)
    let none = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    #expect(none == nil)
    #expect(analyzer.sampleCount == 127)
    analyzer.process([0, 0].span)
    #expect(analyzer.transformCount == 1)
  }

  @Test func nothingSpansADiscontinuity() throws {
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    analyzer.process([Float](repeating: 1, count: 2 * 127).span)
    analyzer.discontinue()
    analyzer.process([Float](repeating: 0, count: 2 * 128).span)
    let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    let row = try #require(finished)
    #expect(row.isIncomplete)
    #expect(row.max.allSatisfy { $0 == 0 })
    analyzer.process([Float](repeating: 0, count: 2 * 128).span)
    let next = analyzer.finishRow(sequence: 1, startMicroseconds: 0, durationMicroseconds: 1)
    #expect(next?.isIncomplete == false)
  }

  @Test func badSamplesAreCountedAndDoNoHarm() throws {
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    var samples = TestSignals.uniformNoise(seed: 1, count: 512).map { $0 * 0.5 }
    samples[3] = .nan
    samples[100] = .infinity
    samples[200] = -.infinity
    samples[300] = .greatestFiniteMagnitude
    analyzer.process(samples.span)
    #expect(analyzer.faults.invalidCount == 4)
    #expect(analyzer.faults.clippedCount == 0)
    let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    let row = try #require(finished)
    #expect(row.isIncomplete && !row.isClipped)
    #expect(row.max.allSatisfy { $0.isFinite })
  }

  @Test func clippingIsSeen() throws {
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    var bytes = [UInt8](repeating: 128, count: 512)
    bytes[17] = 255
    analyzer.process(bytes.span, format: .cu8)
    let clipped = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    #expect(clipped?.isClipped == true)
    bytes[17] = 254
    analyzer.process(bytes.span, format: .cu8)
    let clean = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    #expect(clean?.isClipped == false)
  }

  @Test func frequenciesAreWhereTheySay() throws {
    let row = try analyzedRow(configuration, TestSignals.tone(turns: -10 + 128, period: 128, count: 512))
    let top = try #require(row.max.indices.max { row.max[$0] < row.max[$1] })
    #expect(row.axis.firstHertz + Double(top) * row.axis.stepHertz == 990_000)
    #expect(row.axis.lowHertz == 1e6 - 64_500)
    #expect(abs(row.enbwHertz - 1500) < 0.001)
    #expect(row.axis.count == 128)
  }

  @Test func valuesOutOfRangeAreNamed() {
    func error(_ change: (inout AnalyzerConfiguration) -> Void) -> SignalError? {
      var configuration = configuration
      change(&configuration)
      do throws(SignalError) {
        _ = try SpectrumAnalyzer(configuration: configuration)
        return nil
      } catch {
        return error
      }
    }
    #expect(error { _ in } == nil)
    #expect(error { $0.fftCount = 100 } == .transformCount(100))
    #expect(error { $0.fftCount = 32 } == .transformCount(32))
    #expect(error { $0.windowCount = 129 } == .windowCount(129, transformCount: 128))
    #expect(error { $0.windowCount = 1 } == .windowCount(1, transformCount: 128))
    #expect(error { $0.overlap = 1 } == .overlap(1))
    #expect(error { $0.overlap = -0.1 } == .overlap(-0.1))
    #expect(error { $0.overlap = .nan } != nil)
    #expect(error { $0.sampleRateHertz = 0 } == .sampleRate(0))
    #expect(error { $0.sampleRateHertz = .infinity } == .sampleRate(.infinity))
    #expect(error { $0.centerHertz = .infinity } == .center(.infinity))
  }

  private static func naive(
    _ format: IQFormat, _ bytes: [UInt8], at index: Int, _ faults: inout SampleFaults
  ) -> Float {
    let size = format.bytesPerComponent
    let stored = bytes[index..<index + size]
    var word: UInt64 = 0
    for byte in format.isBigEndian ? Array(stored) : stored.reversed() { word = word << 8 | UInt64(byte) }
    let codes = pow(2, Double(8 * size))
    var value = Double(word)
    switch format.component {
    case .u8, .u16, .u32:
      faults.clippedCount += value == 0 || value == codes - 1 ? 1 : 0
      return Float((value - (codes - 1) / 2) / ((codes - 1) / 2))
    case .i8, .i16, .i24, .i32, .i24in32:
      if value >= codes / 2 { value -= codes }
      let scale = format.component == .i24in32 ? 8_388_608 : codes / 2
      faults.clippedCount += value <= -scale || value >= scale - 1 ? 1 : 0
      return Float(value / scale)
    case .f32: value = Double(Float(bitPattern: UInt32(word)))
    case .f64: value = Double(bitPattern: word)
    }
    if value.isNaN || abs(value) > 4_294_967_296 {
      faults.invalidCount += 1
      return 0
    }
    faults.clippedCount += abs(value) >= 1 ? 1 : 0
    return Float(value)
  }

  @Test func realFormatsAreReadOneComponentASample() throws {
    let sine = TestSignals.sine(turns: 20, period: 128, count: 1024)
    for format in IQFormat.allCases where format.isReal {
      var analyzer = try SpectrumAnalyzer(
        configuration: AnalyzerConfiguration(
          fftCount: 128, window: .hann, sampleRateHertz: 128_000, isReal: format.isReal))
      let bytes = TestSignals.bytes(of: sine, as: format)
      #expect(bytes.count == 1024 * format.bytesPerSample)
      analyzer.process(bytes.span, format: format)
      #expect(analyzer.sampleCount == 1024)
      let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
      let row = try #require(finished)
      #expect(row.axis.count == 65)
      #expect(abs(level(row.max[20])) < 0.05)
    }
  }
}
