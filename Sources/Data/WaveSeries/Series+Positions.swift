extension Series {
  /// Returns the index of the first valid value from `start` up to, but not including, `end`, or nil if there
  /// is none.
  ///
  /// - Complexity: O(1) if the first value is valid; otherwise blocks without valid values are skipped.
  public func firstValid(from start: Int, to end: Int) -> Int? {
    first(from: start, to: end) { $0.firstValid($1) }
  }

  /// Returns the index of the last valid value from `start` up to, but not including, `end`, or nil if there
  /// is none.
  ///
  /// - Complexity: O(1) if the last value is valid; otherwise blocks without valid values are skipped.
  public func lastValid(from start: Int, to end: Int) -> Int? {
    let start = Swift.max(start, 0)
    var end = Swift.min(end, count)
    while start < end {
      let piece = lastPiece(from: start, to: end)
      if let found = chunks[piece.chunk].lastValid(piece.range) {
        return piece.chunk * SeriesChunk.capacity + found
      }
      end -= piece.range.count
    }
    return nil
  }

  /// Returns the indices of the first minimum and the first maximum in a range, or nil if no value is valid.
  ///
  /// The method descends the pyramid and skips blocks whose extremes exclude the value.
  ///
  /// - Complexity: As for ``extremes(from:to:)``, plus O(log(values)) blocks for a value that occurs once.
  public func positionsOfExtremes(from start: Int, to end: Int) -> (minimum: Int, maximum: Int)? {
    let extremes = extremes(from: start, to: end)
    guard !extremes.isEmpty, let minimum = firstPosition(of: extremes.minimum, from: start, to: end),
      let maximum = firstPosition(of: extremes.maximum, from: start, to: end)
    else { return nil }
    return (minimum, maximum)
  }

  /// Returns the index of the first occurrence of a value in a range, or nil if it does not occur.
  ///
  /// - Complexity: O(values) at worst; blocks whose extremes exclude the value are skipped.
  public func firstPosition(of value: Float, from start: Int, to end: Int) -> Int? {
    first(from: start, to: end) { $0.firstPosition(of: value, $1) }
  }

  /// Returns the first index that is found in the chunks of a range, one after the other.
  @inline(__always)
  private func first(from start: Int, to end: Int, _ find: (SeriesChunk, Range<Int>) -> Int?) -> Int? {
    var position = Swift.max(start, 0)
    let end = Swift.min(end, count)
    while position < end {
      let piece = piece(at: position, to: end)
      if let found = find(chunks[piece.chunk], piece.range) {
        return piece.chunk * SeriesChunk.capacity + found
      }
      position += piece.range.count
    }
    return nil
  }
}
