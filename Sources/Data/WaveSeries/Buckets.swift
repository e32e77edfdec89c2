/// Equal buckets of rows.
enum Buckets {
  /// Where so many buckets begin, and where the last one ends; one at least, and none without rows.
  static func edges(rowCount: Int, count: Int) -> [Int] {
    let count = Swift.min(Swift.max(count, 1), Swift.max(rowCount, 1))
    let (width, rest) = (rowCount / count, rowCount % count)
    // ⌈b · rows / count⌉ by parts, so that no product overflows 32 bits where rows do not.
    return (0...count).map { bucket in
      bucket * width + Int((Int64(bucket) * Int64(rest) + Int64(count) - 1) / Int64(count))
    }
  }

  /// The rows of a bucket that there are.
  @inline(__always)
  static func range(_ edges: [Int], _ bucket: Int, rowCount: Int) -> Range<Int> {
    let start = Swift.min(Swift.max(edges[bucket], 0), rowCount)
    return start..<Swift.min(Swift.max(edges[bucket &+ 1], start), rowCount)
  }

  /// A point for each bucket that has rows: what is made of its rows, or a gap at the first one.
  @inline(__always)
  static func points(
    _ edges: [Int], rowCount: Int, make: (Range<Int>) -> LensPoint?
  ) -> [LensPoint] {
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
