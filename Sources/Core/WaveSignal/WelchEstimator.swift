/// Estimates power spectral densities by Welch's method: windowed transforms that overlap by half, and the
/// mean of their powers.
///
/// Each stretch under the window has its mean taken off first. P. D. Welch, "The use of fast Fourier
/// transform for the estimation of power spectra", IEEE Trans. Audio Electroacoust. 15(2), 1967,
/// doi:10.1109/TAU.1967.1161901. Equal to `scipy.signal.welch(…, detrend='constant')` of the same window
/// (`WelchEstimatorTests`).
public struct WelchEstimator: ~Copyable, Sendable {
  /// The window with its widths.
  public let window: Window
  private var transform: RealFFT
  private var weighted: [Float]
  private var bins: [Float]
  private var sums: [Double]

  /// Makes tables and storage.
  ///
  /// - Parameters:
  ///   - function: The window's shape.
  ///   - count: Samples in a transform.
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

  /// Samples in a transform.
  public var count: Int { transform.count }

  /// Estimates the density of a stretch.
  ///
  /// Transforms stand half their length apart and the last one ends with the samples; those over a missing
  /// sample are left out and counted, so that no gap is joined.
  /// - Parameters:
  ///   - samples: NaN is missing; fewer than a transform's length give no transform.
  ///   - rateHertz: Samples in a second, above 0.
  /// - Returns: The density; its values are NaN where no transform was made.
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
      // Zero and half the rate have no other side.
      let isSingle = index == 0 || index == count / 2
      values[index] = Float(sums[index] * (isSingle ? scale / 2 : scale))
    }
    let stepHertz = rateHertz / Double(count)
    return PowerDensity(
      stepHertz: stepHertz, rbwHertz: window.rbwBins * stepHertz, enbwHertz: window.enbwBins * stepHertz,
      averageCount: made, leftOutCount: leftOut, values: values)
  }

  /// Adds one transform's powers; false where a sample is missing.
  private mutating func add(_ samples: Span<Float>) -> Bool {
    var sum = 0.0
    for index in samples.indices { sum += Double(samples[index]) }
    guard sum.isFinite else { return false }
    let mean = sum / Double(count)
    for index in samples.indices {
      weighted[index] = Float(Double(samples[index]) - mean) * window.coefficients[index]
    }
    // Taken out meanwhile, so that no two parts of one value are held at once.
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
