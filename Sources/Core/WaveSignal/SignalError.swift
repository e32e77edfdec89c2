/// A reason why a signal computation is refused, with the values that it would accept.
public enum SignalError: Error, Equatable, Sendable {
  /// A transform of this many points; it must have a power of two from 64 to 1,048,576.
  case transformCount(Int)
  /// A window of this many samples; it must have from 2 to the number of points of the transform.
  case windowCount(Int, transformCount: Int)
  /// An overlap of windows that is not at least 0 and below 1.
  case overlap(Double)
  /// A sample rate that is not a finite number above zero.
  case sampleRate(Double)
  /// A centre frequency that is not a finite number.
  case center(Double)
}
