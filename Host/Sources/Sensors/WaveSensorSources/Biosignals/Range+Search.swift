extension Range where Bound: FixedWidthInteger {
  /// Returns the first number for which a condition holds, which must also hold for all numbers after it.
  ///
  /// Returns the upper bound if the condition holds for no number.
  func partitionPoint(where holds: (Bound) -> Bool) -> Bound {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array {
  /// Appends a range, or extends the last range if at most `gapLimit` numbers lie between them.
  ///
  /// The range must not begin before the last one.
  mutating func join<Bound: FixedWidthInteger>(_ next: Range<Bound>, gapLimit: Bound = 0)
  where Element == Range<Bound> {
    guard let last, next.lowerBound <= last.upperBound || next.lowerBound - last.upperBound <= gapLimit else {
      return append(next)
    }
    self[count - 1] = last.lowerBound..<Swift.max(last.upperBound, next.upperBound)
  }
}
