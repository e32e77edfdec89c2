/// An error in the parameters of a signal computation, with the values involved.
public enum SignalError: Error, Equatable, Sendable {
  /// An invalid number of transform points, which must be a power of two from 64 to 1,048,576.
  case transformCount(Int)
  /// An invalid number of window samples, which must be from 2 to the number of transform points.
  case windowCount(Int, transformCount: Int)
  /// A window overlap that is not at least 0 and below 1.
  case overlap(Double)
  /// A sample rate that is not a finite number above zero.
  case sampleRate(Double)
  /// A centre frequency that is not a finite number.
  case center(Double)
}
