/// A lens that uses short buckets where values vary and long buckets where they are calm.
///
/// Like ``LTTB``, it keeps one row of each bucket. The method is called Largest Triangle Dynamic.
///
/// It starts with the buckets of ``LTTB``. In each round, it halves the bucket that a straight line fits
/// worst, and joins the two adjacent buckets that lines fit best, for up to 10 · rows / threshold rounds or
/// until there is no further gain.
///
/// The first and last rows are kept. Missing values are ignored and never kept, except in a bucket that has
/// no other values.
///
/// This is the most expensive lens: with few points it costs some hundred times as much as ``LTTB``, and
/// needs nearly one byte of additional memory per row. It loses less than ``LTTB`` if most of the column is
/// calm. Calm ranges get few points.
///
/// Source: S. Steinarsson, Downsampling Time Series for Visual Representation, University of Iceland, 2013,
/// chapter 4.3.
public enum LTD {
  /// Returns the rows that the lens keeps if x is the row number.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - threshold: The number of rows to keep. If it is below 3, or not below the number of rows, all are
  ///     kept.
  /// - Returns: `threshold` rows, in ascending order.
  /// - Complexity: O(rows + 10 · rows / threshold · (threshold + rows of a bucket / 512)); allocates rows ·
  ///   7/8 bytes and memory for the kept rows.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, threshold: Int) -> [Int] {
    guard threshold >= 3, threshold < values.count else { return Array(0..<values.count) }
    var buckets = DynamicBuckets(edges: LTTB.edges(count: values.count, threshold: threshold))
    values.withUnsafeBufferPointer { values in
      buckets.adapt(to: LineFits(of: values), rounds: 10 * (values.count / threshold))
    }
    return LTTB.rows(of: values, edges: buckets.edges)
  }
}
