/// A lens that keeps the first, minimum, maximum and last value of each bucket, and is therefore exact for
/// pixel columns.
///
/// If the buckets are pixel columns, a ``Trace`` of the kept rows is identical to a trace of all rows. The
/// rows are in ascending order, without duplicates. The first row of a bucket in which all values are missing
/// is kept, so that the gap is visible.
///
/// The lens reads each value once. It loses only details within a column, which no pixel can show.
///
/// Source: U. Jugel et al., M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014,
/// doi 10.14778/2732951.2732953.
public enum M4 {
  /// Returns the rows that the lens keeps.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - edges: The rows at which buckets begin, in ascending order, followed by the end of the last one, for
  ///     example from ``PixelMap/edges(of:)``. Rows outside the values are ignored.
  /// - Returns: At most four rows for each bucket.
  /// - Complexity: O(values), with one allocation.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [Int] {
    BucketExtremes.rows(of: values, edges: edges, keepsEnds: true)
  }

  /// Returns at most `threshold` rows, chosen from buckets of equal size, or all rows if there are no more
  /// than `threshold`.
  ///
  /// There are ⌊threshold / 4⌋ buckets, at least one. Bucket b of B holds the rows whose ⌊row · B / rows⌋ is
  /// b.
  ///
  /// - Complexity: O(values), with two allocations.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, threshold: Int) -> [Int] {
    guard threshold < values.count else { return Array(0..<values.count) }
    return rows(of: values, edges: Buckets.edges(rowCount: values.count, count: threshold / 4))
  }
}
