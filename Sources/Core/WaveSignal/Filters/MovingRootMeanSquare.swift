/// The root mean square of the last samples: the envelope of an oscillating signal, for example a muscle's.
///
/// Missing samples are handled as in ``MovingAverage``.
public struct MovingRootMeanSquare: Sendable {
  private var average: MovingAverage

  /// Uses the samples of a time, and at least one.
  ///
  /// - Throws: ``FilterError`` for an invalid rate, or a window above 65,536 samples.
  public init(seconds: Double, rateHertz: Double) throws(FilterError) {
    average = try MovingAverage(seconds: seconds, rateHertz: rateHertz)
  }

  /// Replaces samples by their envelope, in place; O(samples), no allocation.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices {
      let value = samples[index]
      // Rounding may leave a sum of squares slightly below zero.
      let mean = average.next(value * value)
      samples[index] = mean.isNaN ? .nan : Swift.max(0, mean).squareRoot()
    }
  }

  /// Forgets all samples.
  public mutating func reset() { average.reset() }

  /// The delay in samples.
  public var delaySamples: Double { average.delaySamples }
}
