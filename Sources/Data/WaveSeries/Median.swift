import WaveUnits

/// The lens that keeps the median of each bucket: of an even number of values the lower of the two in the
/// middle.
///
/// The median is a value of the bucket and stands at the first row that holds it. Missing values are passed
/// over; a bucket in which all are missing shows the gap at its first row.
///
/// Costs a copy of each bucket and about three looks at each value. Loses spikes altogether: that is what it
/// is for.
///
/// Source: C. Hoare, Algorithm 65: Find, Communications of the ACM 4, 1961, doi 10.1145/366622.366647.
public enum Median {
  /// The medians of buckets.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - edges: Where buckets begin, ascending, and where the last one ends, as of ``PixelMap/edges(of:)``.
  ///     What lies outside the values is passed over.
  /// - Returns: A point for each bucket that has rows, ascending.
  /// - Complexity: O(values) on average, O(values · log(values)) at worst; an allocation of the largest
  ///   bucket.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
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
