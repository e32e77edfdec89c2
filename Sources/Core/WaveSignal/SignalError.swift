/// What a signal computation refuses, each with what it would take.
public enum SignalError: Error, Equatable, Sendable {
  /// A transform of this many points; it takes a power of two from 64 to 1,048,576.
  case transformCount(Int)
  /// A window of this many samples; it takes 2 up to as many as the transform has points.
  case windowCount(Int, transformCount: Int)
  /// An overlap of windows outside 0 to below 1.
  case overlap(Double)
  /// A sample rate that is not a finite number above zero.
  case sampleRate(Double)
  /// A centre frequency that is not a finite number.
  case center(Double)
}
