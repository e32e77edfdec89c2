extension Series {
  /// The first valid position from one up to, but not including, another; nil where there is none.
  ///
  /// - Complexity: O(1) where the first value is valid; else blocks without valid values are passed over
  ///   whole.
  public func firstValid(from start: Int, to end: Int) -> Int? {
    var position = Swift.max(start, 0)
    let end = Swift.min(end, count)
    while position < end {
      let piece = piece(at: position, to: end)
      if let found = chunks[piece.chunk].firstValid(piece.range) {
        return piece.chunk * SeriesChunk.capacity + found
      }
      position += piece.range.count
    }
    return nil
  }

  /// The last valid position from one up to, but not including, another; nil where there is none.
  ///
  /// - Complexity: O(1) where the last value is valid; else blocks without valid values are passed over
  ///   whole.
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

  /// Where the smallest and the largest valid value of a range stand first; nil where none is valid.
  ///
  /// Found by descent: blocks whose extremes tell that the value is not in them are passed over whole.
  ///
  /// - Complexity: As ``extremes(from:to:)``, and O(log(values)) blocks more for a value that stands once.
  public func positionsOfExtremes(from start: Int, to end: Int) -> (minimum: Int, maximum: Int)? {
    let extremes = extremes(from: start, to: end)
    guard !extremes.isEmpty, let minimum = firstPosition(of: extremes.minimum, from: start, to: end),
      let maximum = firstPosition(of: extremes.maximum, from: start, to: end)
    else { return nil }
    return (minimum, maximum)
  }

  /// Where a value stands first in a range; nil where it does not.
  ///
  /// - Complexity: O(values) at worst; blocks whose extremes leave the value out are passed over whole.
  public func firstPosition(of value: Float, from start: Int, to end: Int) -> Int? {
    var position = Swift.max(start, 0)
    let end = Swift.min(end, count)
    while position < end {
      let piece = piece(at: position, to: end)
      if let found = chunks[piece.chunk].firstPosition(of: value, piece.range) {
        return piece.chunk * SeriesChunk.capacity + found
      }
      position += piece.range.count
    }
    return nil
  }
}
