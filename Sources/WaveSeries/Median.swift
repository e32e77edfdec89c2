/// The lens that keeps the median of each bucket: of an even number of values the lower of the two in the middle.
///
/// The median is a value of the bucket and stands at the first row that holds it. Missing values are passed over; a bucket in
/// which all are missing shows the gap at its first row.
///
/// Costs a copy of each bucket and about three looks at each value. Loses spikes altogether: that is what it is for.
///
/// Source: C. Hoare, Algorithm 65: Find, Communications of the ACM 4, 1961, doi 10.1145/366622.366647.
public enum Median {
  /// The medians of buckets.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - edges: Where buckets begin, ascending, and where the last one ends, as of ``PixelMap/edges(of:)``. What lies
  ///     outside the values is passed over.
  /// - Returns: A point for each bucket that has rows, ascending.
  /// - Complexity: O(values) on average, O(values · log(values)) at worst; an allocation of the largest bucket.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func points<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [LensPoint] {
    var scratch: [Value] = []
    return Buckets.points(edges, rowCount: values.count) { bucket in
      scratch.removeAll(keepingCapacity: true)
      for row in bucket where values[row].isValid { scratch.append(values[row]) }
      guard !scratch.isEmpty else { return nil }
      let median = lowerMedian(of: &scratch)
      guard let row = bucket.first(where: { values[$0] == median }) else { return nil }
      return LensPoint(row: row, value: median.number)
    }
  }

  /// The lower median; the values are moved about.
  private static func lowerMedian<Value: LensValue>(of values: inout [Value]) -> Value {
    let wanted = (values.count - 1) / 2
    var (low, high) = (0, values.count - 1)
    // Twice the rounds that halving would need: more of them, and the pivots are being cheated.
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
      if wanted <= right { high = right } else if wanted >= left { low = left } else { break }
    }
    return values[wanted]
  }

  private static func middle<Value: LensValue>(_ a: Value, _ b: Value, _ c: Value) -> Value {
    let (low, high) = a < b ? (a, b) : (b, a)
    return c < low ? low : (high < c ? high : c)
  }
}
