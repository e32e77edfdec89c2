extension StoreReader {
  /// Appends the extremes of a channel's blocks in the form used for display.
  ///
  /// For samples in memory, `StreamHistory.envelope` in WaveStreams returns the same values. Level 0 gives
  /// one Float per sample; higher levels give the minimum and maximum of each block of 2^level samples. NaN
  /// means that there is no sample or that the value exceeds the range of Float.
  /// - Parameters:
  ///   - group: The index of the group.
  ///   - channel: The index of the channel.
  ///   - level: The level, in 0 ... 61.
  ///   - blocks: The numbers of the blocks: block `n` begins at sample `n * 2^level`. At most 2^20 blocks.
  ///   - values: The array to which the extremes are appended.
  /// - Throws: `StoreError` if more than 2^20 blocks are requested or the source fails.
  /// - Complexity: As for `samples(group:sequences:channels:)` and `summaries(group:level:blocks:channels:)`.
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
  /// The value, or NaN if it is infinite: the block has no samples, or the value exceeds the range of
  /// `Float`.
  fileprivate var finite: Float { isFinite ? self : .nan }
}
