/// Samples of several channels that were taken together, as they arrive.
public struct SampleBlock: Equatable, Sendable {
  /// Number of the first frame, counted by the device from where it likes; 64 bits do not wrap.
  public var sequence: UInt64
  /// Channels; one at least.
  public let channelCount: Int
  /// Samples of the first channel, then of the second, and so on; NaN where there is none.
  public var samples: [Double]
  /// When the device says that the first frame was taken, in its own microseconds; nil where it does not say.
  public var deviceMicroseconds: Int64?
  /// When the last frame arrived, on our monotonic clock.
  public var arrivalMicroseconds: Int64

  /// Puts a block together.
  ///
  /// - Returns: nil unless all channels have as many samples.
  public init?(
    sequence: UInt64, channelCount: Int, samples: [Double], deviceMicroseconds: Int64? = nil,
    arrivalMicroseconds: Int64
  ) {
    guard channelCount > 0, samples.count % channelCount == 0 else { return nil }
    self.sequence = sequence
    self.channelCount = channelCount
    self.samples = samples
    self.deviceMicroseconds = deviceMicroseconds
    self.arrivalMicroseconds = arrivalMicroseconds
  }

  /// Frames: samples of each channel.
  public var count: Int { samples.count / channelCount }
}
