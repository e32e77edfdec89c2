/// An error in the parameters of a signal computation, with the values involved.
public enum SignalError: Error, Equatable, Sendable {
  /// An invalid number of transform points, which must be a power of two from 64 to 1,048,576.
  case transformCount(Int)
  /// An invalid number of window samples, which must be from 2 to the number of transform points.
  case windowCount(Int, transformCount: Int)
  /// An invalid window overlap, which must be at least 0 and below 1.
  case overlap(Double)
  /// An invalid sample rate, which must be finite and above zero.
  case sampleRate(Double)
  /// An invalid centre frequency, which must be finite.
  case center(Double)
}
