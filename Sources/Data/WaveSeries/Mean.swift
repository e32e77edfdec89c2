/// The lens that shows the mean of each bucket, and the smallest and the largest value beside it.
///
/// A mean stands at the middle row of its bucket. Missing values are passed over; of a bucket in which all
/// are missing it is missing, at its first row. Derived: no row has this value.
///
/// Costs one look at each value. Loses all that is shorter than a bucket; the envelope tells how far it went.
/// Never for finding spikes.
public enum Mean {
  /// The means of buckets.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - edges: Where buckets begin, ascending, and where the last one ends, as of ``PixelMap/edges(of:)``.
  ///     What lies outside the values is passed over.
  /// - Returns: A point for each bucket that has rows, ascending.
  /// - Complexity: O(values), one allocation.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func points<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [LensPoint] {
    Buckets.points(edges, rowCount: values.count) { bucket in
      var sum = 0.0
      var count = 0
      var extremes: (low: Value, high: Value)?
      for row in bucket where values[row].isValid {
        let value = values[row]
        sum += value.number
        count += 1
        guard let known = extremes else {
          extremes = (value, value)
          continue
        }
        if value < known.low { extremes?.low = value }
        if value > known.high { extremes?.high = value }
      }
      guard let extremes else { return nil }
      // Rounding must not carry the mean of equal values outside them.
      let (low, high) = (extremes.low.number, extremes.high.number)
      let mean = Swift.min(Swift.max(sum / Double(count), low), high)
      let row = bucket.lowerBound + (bucket.count - 1) / 2
      return LensPoint(row: row, value: mean, low: low, high: high)
    }
  }
}
