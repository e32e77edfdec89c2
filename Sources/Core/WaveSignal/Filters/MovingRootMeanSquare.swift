/// The root of the mean square of the last samples: the envelope of what swings, as of a muscle's signal.
///
/// Missing samples are treated as by ``MovingAverage``.
public struct MovingRootMeanSquare: Sendable {
  private var average: MovingAverage

  /// Takes as many samples as come in a time; one at least.
  ///
  /// - Throws: ``FilterError`` for a rate that is none and a window above 65,536 samples.
  public init(seconds: Double, rateHertz: Double) throws(FilterError) {
    average = try MovingAverage(seconds: seconds, rateHertz: rateHertz)
  }

  /// Replaces samples by their envelope, in place; O(samples), no allocation.
  public mutating func process(_ samples: inout MutableSpan<Double>) {
    for index in samples.indices {
      let value = samples[index]
      // Rounding may leave a sum of squares a hair below zero.
      let mean = average.next(value * value)
      samples[index] = mean.isNaN ? .nan : Swift.max(0, mean).squareRoot()
    }
  }

  /// Forgets all samples.
  public mutating func reset() { average.reset() }

  /// By how much a shape is late, in samples.
  public var delaySamples: Double { average.delaySamples }
}
