import WaveStreams
import WaveUnits

/// Frames with known times, from which gaps are detected.
struct TimedFrames {
  /// The distance between consecutive frames, in sample intervals, above which a gap is detected.
  static let leapSamples = 2.5
  /// The maximum length of a gap, in samples.
  private static let gapSamples = 1e12

  /// The values of all frames, one frame after another.
  var values: [Double]
  /// The number of values in a frame.
  var channelCount: Int
  /// The time between each frame and the previous frame, in sample intervals; 0 for the first frame.
  var leaps: [Double]

  /// Returns the frames as blocks without gaps, ordered by channel.
  ///
  /// - Parameters:
  ///   - sequence: The number of the first frame. On return, the number that follows the last frame.
  ///   - now: The arrival time in microseconds.
  /// - Returns: One block, plus one for each gap.
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
