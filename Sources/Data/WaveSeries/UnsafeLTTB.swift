import WaveUnits

/// A lens that keeps, in each bucket, the value that forms the largest triangle with the previously kept
/// value and the mean of the next bucket: Largest Triangle Three Buckets.
///
/// The first and last rows are always kept. As in the author's own code, buckets have equal numbers of rows
/// rather than equal ranges of x. Sums are computed in the order of rows, so the kept rows are the same as in
/// other careful implementations. Missing values are never kept, except that the first row of a bucket
/// without valid values is kept to show the gap; the mean is then that of the next bucket with valid values.
///
/// The lens reads each value twice, at about three times the cost of ``M4``; no result can be reused when the
/// window moves. It loses spikes: with 227 points from 1.7 million rows, most of the pixels are wrong, but
/// shapes stay recognizable.
///
/// Source: S. Steinarsson, Downsampling Time Series for Visual Representation, University of Iceland, 2013.
public enum LTTB {
  /// Returns the rows that the lens keeps if x is the row number.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - threshold: The number of rows to keep. If it is below 3, or not below the number of rows, all are
  ///     kept.
  /// - Returns: `threshold` rows, in ascending order.
  /// - Complexity: O(values), with two allocations.
  @specialized(where Y == Float) @specialized(where Y == Double) @specialized(where Y == Int64)
  public static func rows<Y: LensValue>(of values: Span<Y>, threshold: Int) -> [Int] {
    values.withUnsafeBufferPointer { y in
      guard let base = y.baseAddress else { return [] }
      return rows(RowNumbers(), base, count: y.count, threshold: threshold)
    }
  }

  /// Returns the rows that the lens keeps.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - x: The x value of each row, in ascending order, without invalid values; as many as `values`.
  ///   - threshold: The number of rows to keep. If it is below 3, or not below the number of rows, all are
  ///     kept.
  /// - Returns: `threshold` rows, in ascending order.
  /// - Complexity: O(values), with two allocations.
  @specialized(where X == Double, Y == Float) @specialized(where X == Double, Y == Double)
  @specialized(where X == Int64, Y == Float) @specialized(where X == Int64, Y == Double)
  @specialized(where X == Int64, Y == Int64)
  public static func rows<X: LensValue, Y: LensValue>(of values: Span<Y>, x: Span<X>, threshold: Int) -> [Int]
  {
    precondition(x.count == values.count, "Every value has an x.")
    return values.withUnsafeBufferPointer { y in
      x.withUnsafeBufferPointer { x in
        guard let yBase = y.baseAddress, let xBase = x.baseAddress else { return [] }
        return rows(StoredX(base: xBase), yBase, count: y.count, threshold: threshold)
      }
    }
  }

  @inline(__always)
  private static func rows<X: LensAxis, Y: LensValue>(
    _ x: X, _ y: UnsafePointer<Y>, count: Int, threshold: Int
  ) -> [Int] {
    guard threshold >= 3, threshold < count else { return Array(0..<count) }
    let edges = edges(count: count, threshold: threshold)
    return TriangleBuckets(x: x, y: y, count: count, edges: edges).rows()
  }

  /// Returns the first row of each bucket, starting with row 1, followed by the end.
  ///
  /// There are as many edges as kept rows.
  ///
  /// - Precondition: `threshold` is in 3..<`count`.
  static func edges(count: Int, threshold: Int) -> [Int] {
    let step = Double(count - 2) / Double(threshold - 2)
    return (0..<threshold).map { Swift.min(Int(saturating: (Double($0) * step).rounded(.down)) + 1, count) }
  }

  /// Returns the rows that the lens keeps in the given buckets if x is the row number.
  @inline(__always) static func rows<Y: LensValue>(of values: Span<Y>, edges: [Int]) -> [Int] {
    values.withUnsafeBufferPointer { y in
      guard let base = y.baseAddress else { return [] }
      return TriangleBuckets(x: RowNumbers(), y: base, count: y.count, edges: edges).rows()
    }
  }
}
