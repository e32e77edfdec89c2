import WaveUnits

/// A lens that keeps the median of each bucket; for an even number of values, the lower of the two middle
/// ones.
///
/// The median is a value of the bucket and lies at the first row with this value. Missing values are ignored;
/// if all values of a bucket are missing, the result is a gap at its first row.
///
/// The lens copies each bucket and reads each value about three times. It removes spikes altogether, which is
/// its purpose.
///
/// Source: C. Hoare, Algorithm 65: Find, Communications of the ACM 4, 1961, doi 10.1145/366622.366647.
public enum Median {
  /// Returns the medians of buckets.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - edges: The rows at which buckets begin, in ascending order, followed by the end of the last one, for
  ///     example from ``PixelMap/edges(of:)``. Rows outside the values are ignored.
  /// - Returns: A point for each bucket that has rows, in ascending order.
  /// - Complexity: O(values) on average, O(values · log(values)) at worst, with one allocation as large as
  ///   the largest bucket.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func points<Value: LensValue>(of values: Span<Value>, edges: [Int]) -> [LensPoint] {
    var scratch: [Value] = []
    return Buckets.points(edges, rowCount: values.count) { bucket in
      scratch.removeAll(keepingCapacity: true)
      for row in bucket where values[row].isValid { scratch.append(values[row]) }
      guard !scratch.isEmpty else { return nil }
      let median = Selection.value(ofRank: (scratch.count - 1) / 2, in: &scratch)
      guard let row = bucket.first(where: { values[$0] == median }) else { return nil }
      return LensPoint(row: row, value: median.number)
    }
  }
}
