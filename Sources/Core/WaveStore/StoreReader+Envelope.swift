extension StoreReader {
  /// Appends the extremes of a channel's blocks, as a screen wants them: what WaveStreams'
  /// `StreamHistory.envelope` gives of samples in memory.
  ///
  /// At level 0 one Float for each sample, above it minimum and maximum for each block of 2^level samples;
  /// NaN where nothing is there, or it is beyond Float.
  /// - Parameters:
  ///   - group: Number of the group.
  ///   - channel: Number of the channel.
  ///   - level: 0 ... 61.
  ///   - blocks: Numbers on the level's lattice; 2^20 of them at most.
  ///   - values: Is appended to.
  /// - Throws: `StoreError` where more is asked for, or the source fails.
  /// - Complexity: As `samples(group:sequences:channels:)` and `summaries(group:level:blocks:channels:)`.
  public mutating func envelope(
    group: Int, channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]
  ) throws(StoreError) {
    guard channel >= 0, channel < Int.max else { throw .wrongChannels(expected: 1, found: channel) }
    let channels = channel..<(channel + 1)
    if level == 0 {
      let samples = try samples(group: group, sequences: blocks, channels: channels)
      for sample in samples { values.append(Float(sample).finite) }
    } else {
      let summaries = try summaries(group: group, level: level, blocks: blocks, channels: channels)
      for summary in summaries {
        values.append(Float(summary.minimum).finite)
        values.append(Float(summary.maximum).finite)
      }
    }
  }
}

extension Float {
  /// NaN for what is infinite: extremes of nothing, and numbers that are beyond Float.
  fileprivate var finite: Float { isFinite ? self : .nan }
}
