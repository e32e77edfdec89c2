/// A reason why a filter is refused, with the values that it would accept.
public enum FilterError: Error, Equatable, Sendable {
  /// A sample rate that is not a finite number above zero.
  case sampleRate(Double)
  /// A corner frequency that is not above zero and below half the sample rate.
  case corner(hertz: Double, nyquistHertz: Double)
  /// A band whose upper edge is not above its lower one.
  case edges(lowHertz: Double, highHertz: Double)
  /// An order outside 1 to ``FilterDesign/orderMax``.
  case order(Int)
  /// A ripple that is not above 0 and up to 12 dB.
  case ripple(decibels: Double)
  /// A quality that is not a finite number above zero, or that makes a notch half the rate wide or wider.
  case quality(Double)
  /// A window of this many samples; it must have from 1 to `limit` samples.
  ///
  /// The number is −1 if it is negative, not a number or too large.
  case window(samples: Int, limit: Int)
  /// Limits whose upper value is not above the lower one.
  case limits(low: Double, high: Double)
}
