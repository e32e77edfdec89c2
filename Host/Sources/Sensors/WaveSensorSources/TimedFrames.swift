import WaveStreams
import WaveUnits

/// Frames of a sensor whose times are known, which tell where some are missing.
struct TimedFrames {
  /// Times that leap by more samples than this have a gap before them.
  static let leapSamples = 2.5
  /// The longest gap, in samples.
  private static let gapSamples = 1e12

  /// Values, frame by frame.
  var values: [Double]
  /// Values of a frame.
  var channelCount: Int
  /// Of each frame, how many samples after the one before it it was made; 0 where there is none before it.
  var leaps: [Double]

  /// The frames as blocks without gaps, and channel by channel.
  ///
  /// - Parameters:
  ///   - sequence: The number of the first frame; becomes the one behind the last.
  ///   - now: When they arrived, in microseconds.
  /// - Returns: One block, and another behind each gap.
  func blocks(from sequence: inout UInt64, at now: Int64) -> [SampleBlock] {
    var blocks: [SampleBlock] = []
    var start = 0
    for frame in leaps.indices where leaps[frame] > Self.leapSamples {
      append(start..<frame, &sequence, at: now, to: &blocks)
      let missing = UInt64(saturating: min(leaps[frame].rounded() - 1, Self.gapSamples))
      sequence = sequence.saturatingAdding(missing)
      start = frame
    }
    append(start..<leaps.count, &sequence, at: now, to: &blocks)
    return blocks
  }

  private func append(
    _ frames: Range<Int>, _ sequence: inout UInt64, at now: Int64, to blocks: inout [SampleBlock]
  ) {
    guard !frames.isEmpty else { return }
    var samples: [Double] = []
    samples.reserveCapacity(frames.count * channelCount)
    for channel in 0..<channelCount {
      for frame in frames { samples.append(values[frame * channelCount + channel]) }
    }
    let block = SampleBlock(
      sequence: sequence, channelCount: channelCount, samples: samples, arrivalMicroseconds: now)
    guard let block else { return }
    sequence = sequence.saturatingAdding(UInt64(clamping: frames.count))
    blocks.append(block)
  }
}
