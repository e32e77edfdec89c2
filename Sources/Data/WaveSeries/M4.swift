/// The lens that keeps the first, the smallest, the largest and the last value of each bucket: the exact one.
///
/// With the columns of pixels as buckets, what ``Trace`` draws of these rows is what it draws of all. Rows
/// are ascending and none stands twice. A bucket whose values are all missing keeps its first row, so that
/// the gap shows; without rows it keeps nothing.
///
/// Costs one look at each value. Loses what lies between within a column, which no pixel can show.
///
/// Source: U. Jugel et al., M4: A Visualization-Oriented Time Series Data Aggregation, VLDB 2014,
/// doi 10.14778/2732951.2732953.
public enum M4 {
  /// The rows that the lens keeps.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - edges: Where buckets begin, ascending, and where the last one ends, as of ``PixelMap/edges(of:)``.
  ///     What lies outside the values is passed over.
  /// - Returns: Four rows of each bucket at most.
  /// - Complexity: O(values), one allocation.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [Int] {
    BucketExtremes.rows(of: values, edges: edges, keepsEnds: true)
  }

  /// The rows that the lens keeps of equal buckets, `threshold` at most; all where there are no more.
  ///
  /// Bucket b of B holds the rows whose ⌊row · B / rows⌋ is b; there are ⌊threshold / 4⌋ of them, one at
  /// least.
  ///
  /// - Complexity: O(values), two allocations.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, threshold: Int) -> [Int] {
    guard threshold < values.count else { return Array(0..<values.count) }
    return rows(of: values, edges: Buckets.edges(rowCount: values.count, count: threshold / 4))
  }
}
