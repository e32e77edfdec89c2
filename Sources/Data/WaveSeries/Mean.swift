/// A lens that shows the mean of each bucket, along with its minimum and maximum.
///
/// A mean lies at the middle row of its bucket. Missing values are ignored; if all values of a bucket are
/// missing, the result is a gap at its first row. The mean is a computed value that need not occur in any
/// row.
///
/// The lens reads each value once. It loses everything that is shorter than a bucket; the envelope shows the
/// range of the values. Do not use it to find spikes.
public enum Mean {
  /// Returns the means of buckets.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - edges: The rows at which buckets begin, in ascending order, followed by the end of the last one, for
  ///     example from ``PixelMap/edges(of:)``. Rows outside the values are ignored.
  /// - Returns: A point for each bucket that has rows, in ascending order.
  /// - Complexity: O(values), with one allocation.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
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
      // Clamp the mean, because rounding could move the mean of equal values away from them.
      let (low, high) = (extremes.low.number, extremes.high.number)
      let mean = Swift.min(Swift.max(sum / Double(count), low), high)
      let row = bucket.lowerBound + (bucket.count - 1) / 2
      return LensPoint(row: row, value: mean, low: low, high: high)
    }
  }
}
