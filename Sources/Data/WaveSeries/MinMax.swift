/// A lens that keeps the minimum and maximum of each bucket.
///
/// Rows are ascending, without duplicates. The first row of a bucket in which all values are missing is kept,
/// so that the gap is visible.
///
/// The lens reads each value once. It loses the position of a bucket's first and last value, so lines between
/// buckets are slightly wrong: see ``M4``.
public enum MinMax {
  /// Returns the rows that the lens keeps.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - edges: The rows at which buckets begin, ascending, followed by the end of the last one, as from
  ///     ``PixelMap/edges(of:)``. Rows outside the values are ignored.
  /// - Returns: At most two rows for each bucket.
  /// - Complexity: O(values), one allocation.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [Int] {
    BucketExtremes.rows(of: values, edges: edges, keepsEnds: false)
  }

  /// Returns the rows that the lens keeps in equal buckets, at most `threshold`, or all rows if there are at
  /// most `threshold`.
  ///
  /// There are ⌊threshold / 2⌋ buckets, at least one. Bucket b of B holds the rows whose ⌊row · B / rows⌋ is
  /// b.
  ///
  /// - Complexity: O(values), two allocations.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, threshold: Int) -> [Int] {
    guard threshold < values.count else { return Array(0..<values.count) }
    return rows(of: values, edges: Buckets.edges(rowCount: values.count, count: threshold / 2))
  }
}
