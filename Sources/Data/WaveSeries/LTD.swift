/// The lens that makes buckets short where values are restless and long where they are calm, and keeps one
/// row of each as ``LTTB`` does: Largest Triangle Dynamic.
///
/// It begins with the buckets of ``LTTB``. Again and again the bucket that a straight line fits worst is
/// split in halves, and the two neighbours that lines fit best are joined, up to 10 · rows / threshold times,
/// or until that gains nothing.
///
/// The first and the last row are kept. Missing values are passed over and are never kept, but of a bucket in
/// which all are.
///
/// Costs most of all: with few points some hundred times what ``LTTB`` does, and memory of nearly the
/// values'. Loses less than ``LTTB`` where most of the column is calm; calm stretches get few points.
///
/// Source: S. Steinarsson, Downsampling Time Series for Visual Representation, University of Iceland, 2013,
/// chapter 4.3.
public enum LTD {
  /// The rows that the lens keeps where x is the row's number.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - threshold: How many rows to keep; of fewer than 3, all are kept, and so are they where there are no
  ///     more.
  /// - Returns: `threshold` rows, ascending.
  /// - Complexity: O(rows + 10 · rows / threshold · (threshold + rows of a bucket / 512)), allocations of
  ///   rows · 7/8 bytes and of the threshold.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func rows<Value: LensValue>(of values: Span<Value>, threshold: Int) -> [Int] {
    guard threshold >= 3, threshold < values.count else { return Array(0..<values.count) }
    var buckets = DynamicBuckets(edges: LTTB.edges(count: values.count, threshold: threshold))
    values.withUnsafeBufferPointer { values in
      buckets.adapt(to: LineFits(of: values), rounds: 10 * (values.count / threshold))
    }
    return LTTB.rows(of: values, edges: buckets.edges)
  }
}
