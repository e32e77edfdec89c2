/// Samples of several channels, taken at the same times, as they arrive.
public struct SampleBlock: Equatable, Sendable {
  /// The number of the first frame, counted by the device from any start; 64 bits do not wrap.
  public var sequence: UInt64
  /// The number of channels, at least one.
  public let channelCount: Int
  /// The samples of the first channel, then of the second, and so on; NaN is a missing one.
  public var samples: [Double]
  /// The device's own time of the first frame in microseconds; nil if the device reports none.
  public var deviceMicroseconds: Int64?
  /// The arrival of the last frame, on this machine's monotonic clock.
  public var arrivalMicroseconds: Int64

  /// Makes a block.
  ///
  /// - Returns: nil unless all channels have the same number of samples.
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

  /// The number of frames: samples of each channel.
  public var count: Int { samples.count / channelCount }
}
