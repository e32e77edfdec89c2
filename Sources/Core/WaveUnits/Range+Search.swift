extension Range<Int> {
  /// Returns the first index for which a condition is false, or the upper bound if there is none.
  ///
  /// The condition must be true up to some index and false from there on.
  ///
  /// - Complexity: O(log n) calls of `isBefore`, without allocation.
  @inlinable
  package func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
