/// A lens that keeps the minimum and maximum of each bucket.
///
/// The kept rows are in ascending order, without duplicates. The first row of a bucket in which all values
/// are missing is kept, so that the gap is visible.
///
/// The lens reads each value once. It loses the first and last value of each bucket, so lines between buckets
/// are slightly wrong; ``M4`` draws them exactly.
public enum MinMax {
  /// Returns the rows that the lens keeps.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - edges: The rows at which buckets begin, in ascending order, followed by the end of the last one, for
  ///     example from ``PixelMap/edges(of:)``. Rows outside the values are ignored.
  /// - Returns: At most two rows for each bucket.
  /// - Complexity: O(values), with one allocation.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [Int] {
    BucketExtremes.rows(of: values, edges: edges, keepsEnds: false)
  }

  /// Returns at most `threshold` rows, chosen from buckets of equal size, or all rows if there are no more
  /// than `threshold`.
  ///
  /// There are ⌊threshold / 2⌋ buckets, at least one. Bucket b of B holds the rows whose ⌊row · B / rows⌋ is
  /// b.
  ///
  /// - Complexity: O(values), with two allocations.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, threshold: Int) -> [Int] {
    guard threshold < values.count else { return Array(0..<values.count) }
    return rows(of: values, edges: Buckets.edges(rowCount: values.count, count: threshold / 2))
  }
}
