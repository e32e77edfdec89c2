extension SeriesChunk {
  /// The maximum length of a range for which reading the values one by one is faster than using the pyramid.
  static let rawCount = 512

  /// Returns the exact extremes of the valid values of a range within the chunk.
  ///
  /// - Complexity: O(1) for any range. Whole blocks are read from the pyramid, and values at both edges are
  ///   read one by one.
  func extremes(_ range: Range<Int>) -> Extremes {
    if range.count <= Self.rawCount {
      return ValueScan.extremes(values + range.lowerBound, count: range.count)
    }
    if range.count == count { return extremes }
    // All blocks after the last value are empty, so the end of the chunk can count as the end of a whole
    // block.
    let end = range.upperBound == count ? Self.capacity : range.upperBound
    var low = (range.lowerBound + 63) >> 6
    var high = end >> 6
    var result = ValueScan.extremes(values + range.lowerBound, count: low << 6 - range.lowerBound)
    if end == range.upperBound { result.join(ValueScan.extremes(values + high << 6, count: end - high << 6)) }
    for level in 0..<PyramidLayout.levels - 1 {
      let (innerLow, innerHigh) = ((low + 7) >> 3, high >> 3)
      guard innerLow < innerHigh else { return joined(result, level: level, low, high) }
      result = joined(result, level: level, low, innerLow << 3)
      result = joined(result, level: level, innerHigh << 3, high)
      (low, high) = (innerLow, innerHigh)
    }
    return joined(result, level: 3, low, Swift.min(high, layout.count - layout.start(ofLevel: 3)))
  }

  @inline(__always)
  private func joined(_ extremes: Extremes, level: Int, _ low: Int, _ high: Int) -> Extremes {
    var result = extremes
    let level = blocks + layout.start(ofLevel: level)
    var block = low
    while block < high {
      result.join(level[block])
      block &+= 1
    }
    return result
  }

  /// Returns the extremes of the block that contains an index; a block has 64 values at level 0, and more at
  /// higher levels.
  @inline(__always) func block(level: Int, at position: Int) -> Extremes {
    blocks[layout.start(ofLevel: level) &+ position >> (6 &+ 3 &* level)]
  }
}
