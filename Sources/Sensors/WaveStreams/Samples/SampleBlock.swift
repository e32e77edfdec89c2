/// A block of frames, as received from a device; each frame has one sample of every channel.
public struct SampleBlock: Equatable, Sendable {
  /// The sequence number of the first frame, counted by the device from an arbitrary start; as a 64-bit
  /// number, it never wraps around.
  public var sequence: UInt64
  /// The number of channels, at least one.
  public let channelCount: Int
  /// The samples, ordered by channel, and by frame within each channel; NaN is a missing sample.
  public var samples: [Double]
  /// The device's own time of the first frame, in microseconds; nil if the device does not report it.
  public var deviceMicroseconds: Int64?
  /// The arrival time of the last frame, in microseconds of this machine's monotonic clock.
  public var arrivalMicroseconds: Int64

  /// Creates a block with the given properties.
  ///
  /// - Returns: Nil unless all channels have the same number of samples.
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

  /// The number of frames, each of which has a sample of every channel.
  public var count: Int { samples.count / channelCount }
}
