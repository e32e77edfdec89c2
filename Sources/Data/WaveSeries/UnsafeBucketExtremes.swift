/// Finds the rows with the minimum and maximum of each bucket, for ``MinMax`` and ``M4``.
enum BucketExtremes {
  /// Returns, for each bucket, the rows with the extreme values and, if `keepsEnds` is set, those with the
  /// first and last valid values.
  ///
  /// The rows are in ascending order, without duplicates.
  @inline(__always)
  static func rows<Value: LensValue>(of values: Span<Value>, edges: [Int], keepsEnds: Bool) -> [Int] {
    let buckets = Swift.max(edges.count - 1, 0)
    return values.withUnsafeBufferPointer { values in
      var rows: [Int] = []
      guard let base = values.baseAddress else { return rows }
      rows.reserveCapacity(buckets * (keepsEnds ? 4 : 2))
      for bucket in 0..<buckets {
        let range = Buckets.range(edges, bucket, rowCount: values.count)
        guard !range.isEmpty else { continue }
        guard let found = ExtremeScan.positions(base + range.lowerBound, count: range.count) else {
          rows.append(range.lowerBound)
          continue
        }
        let (minimum, maximum) = (range.lowerBound + found.minimum, range.lowerBound + found.maximum)
        let (left, right) = (Swift.min(minimum, maximum), Swift.max(minimum, maximum))
        if keepsEnds {
          var first = range.lowerBound
          while first < left, !values[first].isValid { first += 1 }
          if first < left { rows.append(first) }
        }
        rows.append(left)
        if left < right { rows.append(right) }
        if keepsEnds {
          var last = range.upperBound - 1
          while last > right, !values[last].isValid { last -= 1 }
          if last > right { rows.append(last) }
        }
      }
      return rows
    }
  }
}
