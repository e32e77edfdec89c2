/// Selection of the value with a given rank, without sorting all values.
///
/// Source: C. Hoare, Algorithm 65: Find, Communications of the ACM 4, 1961, doi 10.1145/366622.366647.
public enum Selection {
  /// Partially sorts values so that the value with a given rank is at its sorted index, and returns that
  /// value.
  ///
  /// Afterwards, no value before that index is greater, and no value after it is less.
  ///
  /// - Parameters:
  ///   - rank: The index in sorted order, from 0 to one less than the number of values.
  ///   - values: Values that are all comparable; NaN is not allowed.
  /// - Returns: The value with that rank.
  /// - Complexity: O(values) on average, O(values · log(values)) at worst, without allocation.
  @inlinable
  public static func value<Value: Comparable>(ofRank rank: Int, in values: inout [Value]) -> Value {
    var (low, high) = (0, values.count - 1)
    // This is twice the number of rounds needed if every pivot halves the range; more rounds indicate bad
    // pivots.
    var rounds = 2 * (Int.bitWidth - values.count.leadingZeroBitCount)
    while low < high {
      guard rounds > 0 else {
        values[low...high].sort()
        break
      }
      rounds -= 1
      let pivot = middle(values[low], values[low + (high - low) / 2], values[high])
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while pivot < values[right] { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right { high = right } else if rank >= left { low = left } else { break }
    }
    return values[rank]
  }

  @inlinable static func middle<Value: Comparable>(_ a: Value, _ b: Value, _ c: Value) -> Value {
    let (low, high) = a < b ? (a, b) : (b, a)
    return c < low ? low : (high < c ? high : c)
  }
}
