/// The lens that keeps the smallest and the largest value of each bucket.
///
/// Rows are ascending and none stands twice. A bucket whose values are all missing keeps its first row, so
/// that the gap shows; without rows it keeps nothing.
///
/// Costs one look at each value. Loses where a bucket's first and last value stand, so that lines between
/// buckets are off: see ``M4``.
public enum MinMax {
  /// The rows that the lens keeps.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - edges: Where buckets begin, ascending, and where the last one ends, as of ``PixelMap/edges(of:)``.
  ///     What lies outside the values is passed over.
  /// - Returns: Two rows of each bucket at most.
  /// - Complexity: O(values), one allocation.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [Int] {
    BucketExtremes.rows(of: values, edges: edges, keepsEnds: false)
  }

  /// The rows that the lens keeps of equal buckets, `threshold` at most; all where there are no more.
  ///
  /// Bucket b of B holds the rows whose ⌊row · B / rows⌋ is b; there are ⌊threshold / 2⌋ of them, one at
  /// least.
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
