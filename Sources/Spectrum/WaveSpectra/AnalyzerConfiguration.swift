public import WaveSignal
import WaveUnits

/// The parameters of a spectrum analyzer.
public struct AnalyzerConfiguration: Equatable, Sendable {
  /// The number of points in the transform: a power of two from 64 to 1,048,576.
  public var fftCount: Int
  /// The window function.
  public var window: WindowFunction
  /// The number of samples in a window, 2 to `fftCount`; the transform is zero-padded to `fftCount`.
  public var windowCount: Int
  /// The fraction of each window that overlaps the previous window, at least 0 and below 1.
  public var overlap: Double
  /// The sample rate in hertz.
  public var sampleRateHertz: Double
  /// The radio frequency that corresponds to 0 Hz in the samples, in hertz.
  public var centerHertz: Double
  /// Whether the samples are real rather than complex.
  public var isReal: Bool

  /// Creates a configuration.
  ///
  /// By default, the window is as long as the transform.
  public init(
    fftCount: Int, window: WindowFunction = .blackmanHarris, windowCount: Int? = nil, overlap: Double = 0.5,
    sampleRateHertz: Double, centerHertz: Double = 0, isReal: Bool = false
  ) {
    self.fftCount = fftCount
    self.window = window
    self.windowCount = windowCount ?? fftCount
    self.overlap = overlap
    self.sampleRateHertz = sampleRateHertz
    self.centerHertz = centerHertz
    self.isReal = isReal
  }

  /// The number of samples from the start of one window to the start of the next, at least one.
  ///
  /// For real samples the number is even, because they are transformed in pairs.
  public var hopCount: Int {
    let exact = Double(windowCount) * (1 - overlap)
    guard exact.isFinite, exact < Double(FFT.countMax) else { return Swift.max(1, windowCount) }
    return isReal
      ? Swift.max(2, 2 * Int(saturating: (exact / 2).rounded()))
      : Swift.max(1, Int(saturating: exact.rounded()))
  }

  /// The frequencies of the spectrum's bins, in ascending order.
  ///
  /// Complex samples give `fftCount` bins around the centre. Real samples give `fftCount / 2 + 1` bins
  /// upwards from the centre frequency; the first and last bins are half as wide as the others.
  public var axis: BinAxis {
    let stepHertz = sampleRateHertz / Double(fftCount)
    guard isReal else {
      return BinAxis(
        firstHertz: centerHertz - Double(fftCount / 2) * stepHertz, stepHertz: stepHertz, count: fftCount)
    }
    return BinAxis(firstHertz: centerHertz, stepHertz: stepHertz, count: fftCount / 2 + 1)
  }

  /// Throws an error if a value is out of range.
  func validate() throws(SignalError) {
    guard FFT.isValid(count: fftCount) else { throw .transformCount(fftCount) }
    guard windowCount >= 2, windowCount <= fftCount else {
      throw .windowCount(windowCount, transformCount: fftCount)
    }
    guard overlap >= 0, overlap < 1 else { throw .overlap(overlap) }
    guard sampleRateHertz > 0, sampleRateHertz < .infinity else { throw .sampleRate(sampleRateHertz) }
    guard centerHertz.isFinite else { throw .center(centerHertz) }
  }
}
