/// A moving root mean square: the envelope of an oscillating signal, such as an electromyogram.
///
/// Missing samples are handled as in ``MovingAverage``.
public struct MovingRootMeanSquare: Sendable {
  private var average: MovingAverage

  /// Creates a moving root mean square over the given duration or one sample, whichever is longer.
  ///
  /// - Throws: ``FilterError`` for an invalid rate, or a window above 65,536 samples.
  public init(seconds: Double, rateHertz: Double) throws(FilterError) {
    average = try MovingAverage(seconds: seconds, rateHertz: rateHertz)
  }

  /// Replaces samples with their envelope, in place; O(samples), without allocation.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices {
      let value = samples[index]
      // Rounding can leave a sum of squares slightly below zero.
      let mean = average.next(value * value)
      samples[index] = mean.isNaN ? .nan : Swift.max(0, mean).squareRoot()
    }
  }

  /// Resets the envelope by discarding all samples.
  public mutating func reset() { average.reset() }

  /// The delay of the envelope, in samples.
  public var delaySamples: Double { average.delaySamples }
}
