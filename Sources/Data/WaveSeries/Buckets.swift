/// Divides rows into buckets of equal size.
enum Buckets {
  /// Returns the first row of each bucket, followed by the end of the last bucket.
  ///
  /// There is at least one bucket, and no bucket is empty unless there are no rows.
  static func edges(rowCount: Int, count: Int) -> [Int] {
    let count = Swift.min(Swift.max(count, 1), Swift.max(rowCount, 1))
    let (width, rest) = (rowCount / count, rowCount % count)
    // Computes ⌈b · rows / count⌉ in two parts, so that no intermediate result overflows a 32-bit `Int`.
    return (0...count).map { bucket in
      bucket * width + Int((Int64(bucket) * Int64(rest) + Int64(count) - 1) / Int64(count))
    }
  }

  /// Returns the rows of a bucket, clamped to the rows that exist.
  @inline(__always) static func range(_ edges: [Int], _ bucket: Int, rowCount: Int) -> Range<Int> {
    let start = Swift.min(Swift.max(edges[bucket], 0), rowCount)
    return start..<Swift.min(Swift.max(edges[bucket &+ 1], start), rowCount)
  }

  /// Returns one point for each nonempty bucket: the result of `make`, or a gap at the bucket's first row.
  @inline(__always)
  static func points(_ edges: [Int], rowCount: Int, make: (Range<Int>) -> LensPoint?) -> [LensPoint] {
    var points: [LensPoint] = []
    points.reserveCapacity(edges.count)
    for bucket in 0..<Swift.max(edges.count - 1, 0) {
      let rows = range(edges, bucket, rowCount: rowCount)
      guard !rows.isEmpty else { continue }
      points.append(make(rows) ?? LensPoint(row: rows.lowerBound, value: .nan))
    }
    return points
  }

  /// Returns, for each bucket, the rows with the extreme values and, if `keepsEnds` is set, those with the
  /// first and last valid values.
  ///
  /// The rows are in ascending order, without duplicates; a bucket without valid values has its first row.
  @inline(__always)
  static func extremeRows(
    _ edges: [Int], rowCount: Int, keepsEnds: Bool,
    extremes: (Range<Int>) -> (minimum: Int, maximum: Int)?, firstValid: (Range<Int>) -> Int?,
    lastValid: (Range<Int>) -> Int?
  ) -> [Int] {
    let buckets = Swift.max(edges.count - 1, 0)
    var rows: [Int] = []
    rows.reserveCapacity(buckets * (keepsEnds ? 4 : 2))
    for bucket in 0..<buckets {
      let range = range(edges, bucket, rowCount: rowCount)
      guard !range.isEmpty else { continue }
      guard let found = extremes(range) else {
        rows.append(range.lowerBound)
        continue
      }
      let (left, right) = (Swift.min(found.minimum, found.maximum), Swift.max(found.minimum, found.maximum))
      if keepsEnds, let first = firstValid(range.lowerBound..<left) { rows.append(first) }
      rows.append(left)
      if left < right { rows.append(right) }
      if keepsEnds, let last = lastValid(right + 1..<range.upperBound) { rows.append(last) }
    }
    return rows
  }
}
