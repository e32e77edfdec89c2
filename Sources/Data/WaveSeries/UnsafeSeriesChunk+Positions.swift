extension SeriesChunk {
  /// Returns the index of the first valid value in a range within the chunk, or nil if there is none.
  func firstValid(_ range: Range<Int>) -> Int? {
    var position = range.lowerBound
    while position < range.upperBound {
      if let block = wholeBlock(from: position, where: { $0.isEmpty }) {
        position += block
      } else {
        if values[position].isFinite { return position }
        position += 1
      }
    }
    return nil
  }

  /// Returns the index of the last valid value in a range within the chunk, or nil if there is none.
  func lastValid(_ range: Range<Int>) -> Int? {
    var end = range.upperBound
    while end > range.lowerBound {
      if let block = wholeBlock(before: end) {
        end -= block
      } else {
        if values[end - 1].isFinite { return end - 1 }
        end -= 1
      }
    }
    return nil
  }

  /// Returns the index of the first occurrence of a value in a range, or nil if it does not occur.
  func firstPosition(of value: Float, _ range: Range<Int>) -> Int? {
    guard extremes.minimum <= value, value <= extremes.maximum else { return nil }
    var position = range.lowerBound
    while position < range.upperBound {
      if let block = wholeBlock(from: position, where: { value < $0.minimum || $0.maximum < value }) {
        position += block
      } else {
        let end = Swift.min((position | 63) + 1, range.upperBound)
        if let found = ExtremeScan.position(of: value, values + position, from: 0, count: end - position) {
          return position + found
        }
        position = end
      }
    }
    return nil
  }

  /// Returns the length of the largest block that begins at an index and whose extremes meet a condition, or
  /// nil if there is none.
  @inline(__always) private func wholeBlock(from position: Int, where isPassed: (Extremes) -> Bool) -> Int? {
    for level in (0..<PyramidLayout.levels).reversed() {
      let length = 64 << (3 * level)
      if position & (length - 1) == 0, isPassed(block(level: level, at: position)) { return length }
    }
    return nil
  }

  /// Returns the length of the largest block without valid values that ends before an index, or nil if there
  /// is none.
  @inline(__always) private func wholeBlock(before end: Int) -> Int? {
    for level in (0..<PyramidLayout.levels).reversed() {
      let length = 64 << (3 * level)
      if end & (length - 1) == 0, block(level: level, at: end - 1).isEmpty { return length }
    }
    return nil
  }
}
