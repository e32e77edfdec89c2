/// Finds the rows with the minimum and maximum of each bucket, for ``MinMax`` and ``M4``.
enum BucketExtremes {
  /// Returns, for each bucket, the rows with the extreme values and, if `keepsEnds` is set, those with the
  /// first and last valid values.
  ///
  /// The rows are in ascending order, without duplicates.
  @inline(__always)
  static func rows<Value: LensValue>(of values: Span<Value>, edges: [Int], keepsEnds: Bool) -> [Int] {
    values.withUnsafeBufferPointer { values in
      guard let base = values.baseAddress else { return [] }
      return Buckets.extremeRows(edges, rowCount: values.count, keepsEnds: keepsEnds) { range in
        ExtremeScan.positions(base + range.lowerBound, count: range.count).map {
          (range.lowerBound + $0.minimum, range.lowerBound + $0.maximum)
        }
      } firstValid: { range in
        range.first { values[$0].isValid }
      } lastValid: { range in
        range.last { values[$0].isValid }
      }
    }
  }
}
