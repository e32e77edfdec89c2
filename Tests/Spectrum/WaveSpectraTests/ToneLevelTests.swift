import TestSupport
import Testing
import WaveSignal
import WaveSpectra

/// A full-scale tone on a bin reads 0.00 dB within 0.02 dB, whatever the settings.
@Suite struct ToneLevelTests {
  @Test(arguments: WindowFunction.allCases, [64, 128, 256, 1024, 4096])
  func holdsForEveryWindowAndSize(window: WindowFunction, fftCount: Int) throws {
    for (share, overlap) in [(1.0, 0.0), (1, 0.5), (1, 0.875), (0.75, 0.5), (0.5, 0.3)] {
      let configuration = AnalyzerConfiguration(
        fftCount: fftCount, window: window, windowCount: Int(Double(fftCount) * share), overlap: overlap,
        sampleRateHertz: 1e6)
      for turns in [0, 1, fftCount / 3, fftCount - 5] {
        let samples = TestSignals.tone(turns: turns, period: fftCount, count: 2 * fftCount)
        let row = try analyzedRow(configuration, samples)
        let bin = (turns + fftCount / 2) % fftCount
        #expect(abs(level(row.max[bin])) < 0.001)
        #expect(abs(level(row.mean[bin])) < 0.001)
        #expect(abs(level(row.min[bin])) < 0.001)
        #expect(row.max.max() == row.max[bin] || share < 1)
      }
    }
  }

  @Test(arguments: WindowFunction.allCases)
  func holdsForTheLongest(window: WindowFunction) throws {
    let configuration = AnalyzerConfiguration(fftCount: FFT.countMax, window: window, sampleRateHertz: 1e6)
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    let period = TestSignals.tone(turns: 12_345, period: 65_536, count: 65_536)
    for _ in 0..<16 { analyzer.process(period.span) }
    let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    let row = try #require(finished)
    #expect(abs(level(row.max[16 * 12_345 + FFT.countMax / 2])) < 0.001)
  }

  @Test(arguments: WindowFunction.allCases, [64, 512, 4096])
  func holdsForRealSines(window: WindowFunction, fftCount: Int) throws {
    for (share, overlap) in [(1.0, 0.5), (0.75, 0.25)] {
      let configuration = AnalyzerConfiguration(
        fftCount: fftCount, window: window, windowCount: Int(Double(fftCount) * share), overlap: overlap,
        sampleRateHertz: 48_000, isReal: true)
      // A sine's own mirror image lies at the negative frequency: it must be outside the main lobe.
      for turns in [fftCount / 4, fftCount / 3, fftCount / 2 - fftCount / 8] {
        let samples = TestSignals.sine(turns: turns, period: fftCount, count: 2 * fftCount)
        let row = try analyzedRow(configuration, samples)
        #expect(row.max.count == fftCount / 2 + 1)
        #expect(
          abs(level(row.max[turns])) < (share == 1 ? 0.001 : 0.02) || window == .rectangular && share < 1)
      }
    }
  }

  @Test(arguments: WindowFunction.allCases)
  func holdsForEveryZoomAndColumnCount(window: WindowFunction) throws {
    let configuration = AnalyzerConfiguration(
      fftCount: 4096, window: window, sampleRateHertz: 2.4e6, centerHertz: 100e6)
    let turns = 777
    let row = try analyzedRow(configuration, TestSignals.tone(turns: turns, period: 4096, count: 8192))
    let toneHertz = 100e6 + Double(turns) * 2.4e6 / 4096
    for widthHertz in [2.4e6, 1.9e6, 500_000, 61_234, 9000, 1200, 300] {
      for columns in [1, 2, 3, 100, 375, 1024, 2048, 4096, 10_000] {
        for position in [0.01, 0.37, 0.5, 0.99] {
          let lowHertz = toneHertz - position * widthHertz
          let reducer = ColumnReducer(
            axis: row.axis, lowHertz: lowHertz, highHertz: lowHertz + widthHertz, columns: columns)
          let values = reduced(row.max, .max, by: reducer)
          let top = values.filter { !$0.isNaN }.max() ?? 0
          #expect(abs(level(top)) < 0.001)
          let columnHertz = (reducer.highHertz - reducer.lowHertz) / Double(reducer.columns)
          let column = Int((toneHertz - reducer.lowHertz) / columnHertz)
          #expect(values.indices.contains(column) && values[column] == top)
        }
      }
    }
  }

  @Test func holdsForEveryRowRate() throws {
    let configuration = AnalyzerConfiguration(fftCount: 256, window: .hann, sampleRateHertz: 2.4e6)
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    let samples = TestSignals.tone(turns: 31, period: 256, count: 256 * 40)
    var hop = 0
    for transforms in [1, 2, 3, 7, 33, 64, 65] {
      #expect(analyzer.transformCount == 0)
      while analyzer.transformCount < transforms {
        let start = 256 * (hop % 64)
        analyzer.process(samples.span.extracting(start..<start + 256))
        hop += 1
      }
      let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
      let row = try #require(finished)
      #expect(abs(level(row.max[31 + 128])) < 0.001)
      #expect(abs(level(row.mean[31 + 128])) < 0.001)
    }
  }

  @Test(arguments: IQFormat.allCases)
  func holdsForEveryFormat(format: IQFormat) throws {
    var analyzer = try SpectrumAnalyzer(
      configuration: AnalyzerConfiguration(fftCount: 1024, window: .blackmanHarris, sampleRateHertz: 1e6))
    let samples = TestSignals.tone(turns: 101, period: 1024, count: 4096)
    analyzer.process(TestSignals.bytes(of: samples, as: format).span, format: format)
    let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    let row = try #require(finished)
    #expect(abs(level(row.max[101 + 512])) < 0.02)
  }

  @Test(arguments: WindowFunction.allCases)
  func readsLowByTheScallopingLossBetweenBins(window: WindowFunction) throws {
    let configuration = AnalyzerConfiguration(fftCount: 1024, window: window, sampleRateHertz: 1e6)
    let row = try analyzedRow(configuration, TestSignals.tone(turns: 2 * 100 + 1, period: 2048, count: 2048))
    let loss = Window(window, count: 1024).scallopingLossDecibels
    #expect(abs(level(row.max[100 + 512]) + loss) < 0.001)
    #expect(abs(level(row.max[101 + 512]) + loss) < 0.001)
  }
}
