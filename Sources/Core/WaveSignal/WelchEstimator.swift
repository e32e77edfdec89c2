/// An estimator of power spectral densities by Welch's method: the mean power of windowed transforms that
/// overlap by half.
///
/// The mean of each window's samples is subtracted first. P. D. Welch, "The use of fast Fourier transform for
/// the estimation of power spectra", IEEE Trans. Audio Electroacoust. 15(2), 1967,
/// doi:10.1109/TAU.1967.1161901. The result equals `scipy.signal.welch(…, detrend='constant')` with the same
/// window (`WelchEstimatorTests`).
public struct WelchEstimator: ~Copyable, Sendable {
  /// The window and its bandwidths.
  public let window: Window
  private var transform: RealFFT
  private var weighted: [Float]
  private var bins: [Float]
  private var sums: [Double]

  /// Creates an estimator with its tables and storage.
  ///
  /// - Parameters:
  ///   - function: The window's shape.
  ///   - count: The number of samples in a transform.
  /// - Throws: `transformCount` for a length that is not a power of two from 128 to 1,048,576.
  /// - Complexity: O(count) time and memory.
  public init(_ function: WindowFunction, count: Int) throws(SignalError) {
    guard count > FFT.countMin else { throw .transformCount(count) }
    transform = try RealFFT(count: count)
    window = Window(function, count: count)
    weighted = [Float](repeating: 0, count: count)
    bins = [Float](repeating: 0, count: count + 2)
    sums = [Double](repeating: 0, count: count / 2 + 1)
  }

  /// The number of samples in a transform.
  public var count: Int { transform.count }

  /// Estimates the power spectral density of consecutive samples.
  ///
  /// Transforms start half their length apart, and the last one ends at the last sample. A transform with a
  /// missing sample is skipped and counted, so that no gap is bridged.
  /// - Parameters:
  ///   - samples: The samples; NaN marks a missing one. If there are fewer than `count`, no transform is
  ///     computed.
  ///   - rateHertz: The sample rate, above 0.
  /// - Returns: The density; its values are NaN if no transform was computed.
  /// - Complexity: O(samples log count); allocates the density.
  public mutating func density(of samples: Span<Float>, rateHertz: Double) -> PowerDensity {
    for index in sums.indices { sums[index] = 0 }
    var (made, leftOut) = (0, 0)
    var end = samples.count
    while end >= count {
      if add(samples.extracting((end - count)..<end)) { made += 1 } else { leftOut += 1 }
      end -= count / 2
    }
    let scale = made > 0 ? 2 / (rateHertz * window.sumOfSquares * Double(made)) : .nan
    var values = [Float](repeating: .nan, count: sums.count)
    for index in values.indices {
      // The bins at zero and at half the rate have no mirror image at a negative frequency to be added.
      let isSingle = index == 0 || index == count / 2
      values[index] = Float(sums[index] * (isSingle ? scale / 2 : scale))
    }
    let stepHertz = rateHertz / Double(count)
    return PowerDensity(
      stepHertz: stepHertz, rbwHertz: window.rbwBins * stepHertz, enbwHertz: window.enbwBins * stepHertz,
      averageCount: made, leftOutCount: leftOut, values: values)
  }

  /// Adds the powers of one transform, or returns false if a sample is missing.
  private mutating func add(_ samples: Span<Float>) -> Bool {
    var sum = 0.0
    for index in samples.indices { sum += Double(samples[index]) }
    guard sum.isFinite else { return false }
    let mean = sum / Double(count)
    for index in samples.indices {
      weighted[index] = Float(Double(samples[index]) - mean) * window.coefficients[index]
    }
    // The arrays are swapped out to avoid overlapping accesses to `self`.
    var output: [Float] = []
    swap(&output, &bins)
    defer { swap(&output, &bins) }
    var input: [Float] = []
    swap(&input, &weighted)
    defer { swap(&input, &weighted) }
    var span = output.mutableSpan
    guard transform.transform(input.span, into: &span) else { return false }
    for index in sums.indices {
      let (re, im) = (Double(output[2 * index]), Double(output[2 * index + 1]))
      sums[index] += re * re + im * im
    }
    return true
  }
}
