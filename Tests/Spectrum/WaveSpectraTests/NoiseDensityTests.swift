import Foundation
import TestSupport
import Testing
import WaveSignal
import WaveSpectra

/// The mean noise density does not move with the settings, within the statistical error stated here.
@Suite struct NoiseDensityTests {
  static let count = 1 << 15
  static let noise = TestSignals.normalNoise(seed: 7, count: count)

  struct Setting: CustomStringConvertible {
    let configuration: AnalyzerConfiguration
    var description: String {
      """
      \(configuration.window) \(configuration.windowCount)/\(configuration.fftCount) \(configuration.overlap)
      """
    }
  }

  static let settings = WindowFunction.allCases.flatMap { window in
    [(64, 1.0, 0.5), (256, 1, 0), (1024, 1, 0.5), (1024, 0.7, 0.25), (4096, 1, 0.75), (4096, 0.5, 0.5)].map {
      Setting(
        configuration: AnalyzerConfiguration(
          fftCount: $0.0, window: window, windowCount: Int(Double($0.0) * $0.1), overlap: $0.2,
          sampleRateHertz: 2.4e6))
    }
  }

  @Test(arguments: settings)
  func staysWithinFourSigma(setting: Setting) throws {
    let row = try analyzedRow(setting.configuration, Self.noise)
    let weights = sampleWeights(setting.configuration, count: Self.count)
    let truth = realizedPower(Self.noise)
    // Powers of single samples are exponential: their deviation is their mean.
    let mean = 1 / Double(Self.count)
    let sigma = weights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    for columns in [1, 50, 64] {
      let reducer = ColumnReducer(
        axis: row.axis, lowHertz: row.axis.lowHertz, highHertz: row.axis.highHertz, columns: columns)
      let values = reduced(row.mean, .mean, by: reducer)
      // Where columns hold one bin more or less, their plain mean weighs bins unevenly: count the bins.
      let power = zip(values, binCounts(of: reducer)).reduce(0) { $0 + Double($1.0) * Double($1.1) }
      let density = power / Double(row.axis.count) / row.enbwHertz
      #expect(abs(density * 2.4e6 / truth - 1) < 4 * sigma + 1e-5)
    }
  }

  @Test(arguments: WindowFunction.allCases)
  func minimumAndMaximumEncloseTheMean(window: WindowFunction) throws {
    let row = try analyzedRow(
      AnalyzerConfiguration(fftCount: 256, window: window, sampleRateHertz: 1), Self.noise)
    for bin in 0..<256 {
      #expect(row.min[bin] < row.mean[bin])
      #expect(row.mean[bin] < row.max[bin])
    }
  }

  private func binCounts(of reducer: ColumnReducer) -> [Int] {
    var counts = [Int](repeating: 0, count: reducer.columns)
    for bin in 0..<reducer.axis.count {
      let offset = (Double(bin) + 0.5) / Double(reducer.axis.count)
      counts[Int(offset * Double(reducer.columns))] += 1
    }
    return counts
  }
}

/// Gives the share of each sample in the mean power: the squared windows that cover it.
func sampleWeights(_ configuration: AnalyzerConfiguration, count: Int) -> [Double] {
  let squares = Window(configuration.window, count: configuration.windowCount).coefficients.map {
    Double($0) * Double($0)
  }
  var weights = [Double](repeating: 0, count: count)
  for start in stride(from: 0, through: count - configuration.windowCount, by: configuration.hopCount) {
    for index in 0..<configuration.windowCount { weights[start + index] += squares[index] }
  }
  let sum = weights.reduce(0, +)
  return weights.map { $0 / sum }
}

/// Gives the mean square of interleaved complex samples.
func realizedPower(_ samples: [Float]) -> Double {
  samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count / 2)
}
