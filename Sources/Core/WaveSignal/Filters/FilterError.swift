/// An error in the parameters of a filter, with the values involved.
public enum FilterError: Error, Equatable, Sendable {
  /// An invalid sample rate, which must be finite and above zero.
  case sampleRate(Double)
  /// An invalid corner frequency, which must be above zero and below half the sample rate.
  case corner(hertz: Double, nyquistHertz: Double)
  /// An invalid band, whose upper edge must be above its lower edge.
  case edges(lowHertz: Double, highHertz: Double)
  /// An order outside 1 to ``FilterDesign/orderMax``.
  case order(Int)
  /// An invalid ripple, which must be above 0 dB and at most 12 dB.
  case ripple(decibels: Double)
  /// A quality that is not a finite number above zero, or that makes a notch at least half the sample rate
  /// wide.
  case quality(Double)
  /// A window with an invalid number of samples, which must be from 1 to `limit`.
  ///
  /// `samples` is −1 if the number is negative, NaN or too large.
  case window(samples: Int, limit: Int)
  /// Limits whose upper value is not above the lower value.
  case limits(low: Double, high: Double)
}
