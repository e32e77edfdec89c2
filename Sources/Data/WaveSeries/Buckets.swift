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
  @inline(__always)
  static func range(_ edges: [Int], _ bucket: Int, rowCount: Int) -> Range<Int> {
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
}
