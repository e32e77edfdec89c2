import Foundation
import TestSupport
import WaveSignal
import WaveSpectra

/// Measures what the spectrum claims of levels and writes it as Markdown.
struct AccuracyTable {
  static let command = "RECORD_GOLDEN=1 swift test --filter AccuracyTableTests"
  private static let sizes = [64, 256, 1024, 4096, 16_384]
  private static let overlaps = [0, 0.5, 0.875]
  private static let noise = TestSignals.normalNoise(seed: 21, count: 1 << 16)

  func markdown() throws -> String {
    let sizes = Self.sizes.map(String.init).joined(separator: ", ")
    var lines = [
      "# Accuracy of the spectrum's levels",
      "",
      """
      `\(Self.command)` makes this page up to *Beside other programs*. The same test fails when one of its \
      figures no longer holds. Terms are defined in the comments of `Sources/Spectrum/WaveSpectra` and \
      `Sources/Core/WaveSignal`. `SciPySpectrumTests` and `WindowTests` compare with SciPy.
      """,
      "",
      """
      The figures apply to the library and to `waveglass measure`, at full precision. Rows are sent to the \
      screen in steps of 0.1 dB, so a marker there adds up to 0.05 dB. The power meter has steps of 0.01 \
      dB and adds up to 0.005 dB.
      """,
      "",
      "## Windows",
      "",
      """
      *On a bin* is the largest error of a full-scale complex tone, read by the max detector. It covers \
      transforms of \(sizes) points, overlaps of 0, 50 and 87.5 %, windows as long as the transform and \
      three quarters of it, and zooms from the whole band to three bins, on 1, 3, 100, 375 and 2048 \
      columns. *Real* is the largest error of a real sine at a quarter of the sample rate, at the same \
      sizes. The limit for both is 0.02 dB.
      """,
      "",
      """
      *Between* is how much lower a tone half way between two bins reads (scalloping). RBW is the width at \
      half power, ENBW that of equal noise. Both are in units of the sample rate over the window's length, \
      for 4096 points.
      """,
      "",
      "| window | on a bin | real | between | RBW | ENBW |",
      "|---|---|---|---|---|---|",
    ]
    for window in WindowFunction.allCases {
      let shape = Window(window, count: 4096)
      lines.append(
        "| \(window.name) | \(decibels(try toneError(window))) | \(decibels(try realError(window))) | "
          + "\(decibels(-shape.scallopingLossDecibels, digits: 2)) | \(number(shape.rbwBins)) | "
          + "\(number(shape.enbwBins)) |")
    }
    lines += [
      "",
      "## Sample formats",
      "",
      """
      The table has the error of the same tone of magnitude 1, rounded to the steps of each format \
      (Blackman-Harris, 1024 points). Two's complement does not reach +1, so the tone is clipped there, \
      which costs most with 8 bits.
      """,
      "",
      "| format | on a bin |",
      "|---|---|",
    ]
    for format in IQFormat.allCases where !format.isReal && !format.isBigEndian {
      lines.append("| \(format) | \(decibels(try formatError(format))) |")
    }
    lines += [
      "",
      "## Noise and band power",
      "",
      """
      The signal is white noise of \(Self.noise.count / 2) complex samples. The limit for both band powers \
      is 0.01 dB.
      """,
      "",
      """
      - *Density* compares the mean of the mean detector over all bins, divided by ENBW, with the realised \
      power of the same samples over the sample rate. Windows weigh samples unequally, so a random \
      difference remains.
      """,
      "- *Sigma* is the standard deviation of that difference, computed from the weights.",
      """
      - *Band power, weighted* compares with the power of the same samples under the same weights, which \
      leaves no random difference.
      """,
      """
      - *Band power, even* uses the overlap from which on all samples weigh the same, and compares noise \
      between silences with its plain realised power.
      """,
      "",
      """
      A measurement has to consider that the two ends of a run, each as long as a window, weigh less than \
      its middle. Power that is steady over a window's length is not affected. Of a burst at the very edge \
      of a recording, a part is missed.
      """,
      "",
      "| window | points | overlap | density | sigma | band power, weighted | band power, even |",
      "|---|---|---|---|---|---|---|",
    ]
    for window in WindowFunction.allCases {
      for (fftCount, overlap) in [(256, 0.0), (1024, 0.5), (4096, 0.75)] {
        let noise = try noiseErrors(window, fftCount: fftCount, overlap: overlap)
        lines.append(
          "| \(window.name) | \(fftCount) | \(Int(overlap * 100)) % | \(decibels(noise.density)) | "
            + "\(decibels(noise.sigma, sign: false)) | \(decibels(noise.weighted)) | "
            + "\(decibels(try evenError(window, fftCount: fftCount))) |")
      }
    }
    lines += [
      "",
      "## Transforms",
      "",
      """
      The table has the root mean square error over all bins, relative to the root mean square of the \
      bins, in units of eps log2 N, with eps = 2^-23. It compares transforms of uniform noise with an \
      independent transform in double precision. The rounding error of a good transform grows only with \
      the root of log2 N. SciPy's vectors in `SciPyTransformTests` agree with both transforms.
      """,
      "",
      "| points | complex | real |",
      "|---|---|---|",
    ]
    for exponent in 6...20 {
      let (complex, real) = try transformErrors(exponent)
      lines.append("| \(1 << exponent) | \(number(complex)) | \(number(real)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Errors of both transforms in units of eps log2 N.
  private func transformErrors(_ exponent: Int) throws -> (complex: Double, real: Double) {
    let count = 1 << exponent
    let samples = TestSignals.uniformNoise(seed: UInt64(exponent), count: 2 * count)
    let truth = NaiveFFT(samples)
    var output = [Float](repeating: .nan, count: 2 * count + 2)
    var plan = try FFT(count: count)
    var span = output.mutableSpan
    plan.transform(samples.span, into: &span)
    var (error, power) = (0.0, 0.0)
    for bin in 0..<count {
      let (re, im) = (truth.re[bin], truth.im[bin])
      let (errorRe, errorIm) = (Double(output[2 * bin]) - re, Double(output[2 * bin + 1]) - im)
      error += errorRe * errorRe + errorIm * errorIm
      power += re * re + im * im
    }
    let complex = (error / power).squareRoot()

    var realPlan = try RealFFT(count: count)
    let real = (0..<count).map { samples[2 * $0] }
    span = output.mutableSpan
    _ = realPlan.transform(real.span, into: &span)
    (error, power) = (0, 0)
    for bin in 0...count / 2 {
      // The spectrum of the real parts is the even part of the whole.
      let mirror = (count - bin) % count
      let re = (truth.re[bin] + truth.re[mirror]) / 2
      let im = (truth.im[bin] - truth.im[mirror]) / 2
      let (errorRe, errorIm) = (Double(output[2 * bin]) - re, Double(output[2 * bin + 1]) - im)
      error += errorRe * errorRe + errorIm * errorIm
      power += re * re + im * im
    }
    let unit = Double(Float.ulpOfOne) * Double(exponent)
    return (complex / unit, (error / power).squareRoot() / unit)
  }

  private func toneError(_ window: WindowFunction) throws -> Double {
    var worst = 0.0
    for fftCount in Self.sizes {
      for (overlap, windowCount) in zip(Self.overlaps, [fftCount, fftCount, fftCount * 3 / 4]) {
        let configuration = AnalyzerConfiguration(
          fftCount: fftCount, window: window, windowCount: windowCount, overlap: overlap,
          sampleRateHertz: 2.4e6)
        let turns = fftCount / 5
        let row = try analyzedRow(
          configuration, TestSignals.tone(turns: turns, period: fftCount, count: fftCount * 5 / 4))
        let toneHertz = Double(turns) * row.axis.stepHertz
        for (width, columns) in [(1.0, 2048), (1, 375), (0.3, 100), (3 / Double(fftCount), 3), (1, 1)] {
          let lowHertz = toneHertz - 0.4 * width * 2.4e6
          let reducer = ColumnReducer(
            axis: row.axis, lowHertz: lowHertz, highHertz: lowHertz + width * 2.4e6, columns: columns)
          let error = level(reduced(row.max, .max, by: reducer).filter { !$0.isNaN }.max() ?? .nan)
          if !(abs(error) <= abs(worst)) { worst = error }
        }
      }
    }
    return worst
  }

  private func realError(_ window: WindowFunction) throws -> Double {
    var worst = 0.0
    for fftCount in Self.sizes {
      let configuration = AnalyzerConfiguration(
        fftCount: fftCount, window: window, sampleRateHertz: 48_000, isReal: true)
      let row = try analyzedRow(
        configuration, TestSignals.sine(turns: fftCount / 4, period: fftCount, count: fftCount))
      let error = level(row.max[fftCount / 4])
      if !(abs(error) <= abs(worst)) { worst = error }
    }
    return worst
  }

  private func formatError(_ format: IQFormat) throws -> Double {
    var analyzer = try SpectrumAnalyzer(
      configuration: AnalyzerConfiguration(fftCount: 1024, window: .blackmanHarris, sampleRateHertz: 1e6))
    let samples = TestSignals.tone(turns: 101, period: 1024, count: 2048)
    analyzer.process(TestSignals.bytes(of: samples, as: format).span, format: format)
    let row = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    return level(row?.max.max() ?? .nan)
  }

  private func noiseErrors(
    _ window: WindowFunction, fftCount: Int, overlap: Double
  ) throws -> (density: Double, sigma: Double, weighted: Double) {
    let configuration = AnalyzerConfiguration(
      fftCount: fftCount, window: window, overlap: overlap, sampleRateHertz: 2.4e6)
    let row = try analyzedRow(configuration, Self.noise)
    let count = Self.noise.count / 2
    let weights = sampleWeights(configuration, count: count)
    var variance = 0.0
    var weighted = 0.0
    for (index, weight) in weights.enumerated() {
      let (re, im) = (Double(Self.noise[2 * index]), Double(Self.noise[2 * index + 1]))
      weighted += weight * (re * re + im * im)
      variance += (weight - 1 / Double(count)) * (weight - 1 / Double(count))
    }
    let density = row.mean.reduce(0) { $0 + Double($1) } / Double(fftCount) / row.enbwHertz
    let power = bandPower(of: row, lowHertz: row.axis.lowHertz, highHertz: row.axis.highHertz)
    return (
      level(density * 2.4e6 / realizedPower(Self.noise)), level(1 + variance.squareRoot()),
      level(power / weighted)
    )
  }

  private func evenError(_ window: WindowFunction, fftCount: Int) throws -> Double {
    let configuration = AnalyzerConfiguration(
      fftCount: fftCount, window: window, overlap: window.evenOverlap, sampleRateHertz: 1e6)
    let noise = Array(Self.noise.prefix(2 * 10_000))
    let silence = [Float](repeating: 0, count: 2 * fftCount)
    var analyzer = try SpectrumAnalyzer(configuration: configuration)
    analyzer.process((silence + noise + silence).span)
    let samples = Double(analyzer.transformCount * configuration.hopCount)
    let finished = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    guard let row = finished else { return .nan }
    let energy = bandPower(of: row, lowHertz: -1e6, highHertz: 1e6) * samples
    return level(energy / 10_000 / realizedPower(noise))
  }

  private func decibels(_ value: Double, digits: Int = 4, sign: Bool = true) -> String {
    let text = String(format: "%.\(digits)f", abs(value))
    let isZero = Double(text) == 0
    return (sign && !isZero ? (value < 0 ? "-" : "+") : "") + text + " dB"
  }

  private func number(_ value: Double) -> String { String(format: "%.4f", value) }
}
