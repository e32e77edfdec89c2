import WaveSignal

/// Selects the row in each bucket that forms the largest triangle with the points before and after it.
///
/// Used by ``LTTB`` and ``LTD``.
struct TriangleBuckets<X: LensAxis, Y: LensValue> {
  let x: X
  let y: UnsafePointer<Y>
  let count: Int
  /// The first row of each bucket; the first bucket begins at row 1.
  ///
  /// Rows after the second-to-last edge are used only for a mean.
  let edges: [Int]

  /// The mean of the valid points in a bucket.
  private struct Mean {
    var x = 0.0
    var y = 0.0
    /// The number of valid points; if it is less than the number of rows, rows are checked one by one.
    var validCount = 0
  }

  private struct Point {
    var x: Double
    var y: Double
  }

  /// Returns the first row of the column, one row of each bucket except the last, and the last row of the
  /// column.
  @inline(__always) func rows() -> [Int] {
    let means = means()
    var rows = [0]
    rows.reserveCapacity(edges.count)
    var last = y[0].isValid ? point(0) : nil
    // Starting from the end, find the next bucket with a mean; buckets without valid values have no mean.
    var next = Array(repeating: edges.count, count: edges.count + 1)
    for bucket in (0..<edges.count - 1).reversed() {
      next[bucket] = means[bucket].validCount > 0 ? bucket : next[bucket + 1]
    }
    for bucket in 0..<edges.count - 2 {
      let range = edges[bucket]..<edges[bucket + 1]
      guard means[bucket].validCount > 0 else {
        if !range.isEmpty { rows.append(range.lowerBound) }
        continue
      }
      let isWhole = means[bucket].validCount == range.count
      let following = next[bucket + 1]
      // If there is no point before or after, the bucket's own mean takes its place, so the largest deviation
      // wins.
      let after = means[following < edges.count ? following : bucket]
      let before = last ?? Point(x: means[bucket].x, y: means[bucket].y)
      let row = largest(range, before, Point(x: after.x, y: after.y), isWhole: isWhole)
      rows.append(row)
      last = point(row)
    }
    rows.append(count - 1)
    return rows
  }

  @inline(__always) private func point(_ row: Int) -> Point { Point(x: x.number(at: row), y: y[row].number) }

  // MARK: Means

  /// Returns the means of all buckets, computed for eight buckets at a time.
  ///
  /// Each bucket is summed in the order of its rows, and eight independent sums hide the latency of an
  /// addition.
  @inline(__always) private func means() -> [Mean] {
    var means = Array(repeating: Mean(), count: edges.count - 1)
    var sums = Double8()
    var bucket = 0
    while bucket < means.count {
      let width = Swift.min(8, means.count - bucket)
      sums = width == 8 ? eightSums(bucket) : Double8()
      for lane in 0..<width {
        let range = edges[bucket + lane]..<edges[bucket + lane + 1]
        let sum = width == 8 ? sums[lane] : ySum(range, from: 0)
        means[bucket + lane] = mean(range, ySum: sum)
      }
      bucket += width
    }
    return means
  }

  @inline(__always) private func eightSums(_ bucket: Int) -> Double8 {
    let starts = (
      y + edges[bucket], y + edges[bucket + 1], y + edges[bucket + 2], y + edges[bucket + 3],
      y + edges[bucket + 4], y + edges[bucket + 5], y + edges[bucket + 6], y + edges[bucket + 7]
    )
    var shared = Int.max
    for lane in 0..<8 { shared = Swift.min(shared, edges[bucket + lane + 1] - edges[bucket + lane]) }
    var (a, b, c, d, e, f, g, h) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var place = 0
    while place < shared {
      a += starts.0[place].number
      b += starts.1[place].number
      c += starts.2[place].number
      d += starts.3[place].number
      e += starts.4[place].number
      f += starts.5[place].number
      g += starts.6[place].number
      h += starts.7[place].number
      place &+= 1
    }
    var sums = Double8(a, b, c, d, e, f, g, h)
    for lane in 0..<8 {
      sums[lane] = ySum(edges[bucket + lane] + shared..<edges[bucket + lane + 1], from: sums[lane])
    }
    return sums
  }

  @inline(__always) private func ySum(_ rows: Range<Int>, from start: Double) -> Double {
    var sum = start
    for row in rows { sum += y[row].number }
    return sum
  }

  @inline(__always) private func mean(_ rows: Range<Int>, ySum: Double) -> Mean {
    guard !rows.isEmpty else { return Mean() }
    if ySum.isFinite {
      return Mean(x: x.sum(rows) / Double(rows.count), y: ySum / Double(rows.count), validCount: rows.count)
    }
    var mean = Mean()
    for row in rows where y[row].isValid {
      mean.x += x.number(at: row)
      mean.y += y[row].number
      mean.validCount += 1
    }
    guard mean.validCount > 0 else { return mean }
    mean.x /= Double(mean.validCount)
    mean.y /= Double(mean.validCount)
    return mean
  }

  // MARK: Triangles

  /// Returns the row that forms the largest triangle with two points, or the first such row in case of a tie.
  @inline(__always) private func largest(_ rows: Range<Int>, _ a: Point, _ c: Point, isWhole: Bool) -> Int {
    let (base, height) = (a.x - c.x, c.y - a.y)
    // Twice the area; the same operations, in the same order, as in the author's code.
    let area = { (row: Int) in (base * (y[row].number - a.y) - (a.x - x.number(at: row)) * height).magnitude }
    var best = -1.0
    var block = rows
    if isWhole, rows.count >= 16 {
      let (bases, heights) = (Double8(repeating: base), Double8(repeating: height))
      let (xs, ys) = (Double8(repeating: a.x), Double8(repeating: a.y))
      var start = rows.lowerBound
      while start < rows.upperBound {
        let end = Swift.min(start &+ 256, rows.upperBound)
        // The last eight rows can be read twice, which does not change which of several equal rows is chosen.
        var row = start
        var largest = Double8(repeating: -1)
        while row < end {
          let place = Swift.min(row, rows.upperBound &- 8)
          let areas =
            bases * (Y.numbers(y.lanes(at: place)) - ys) - (xs - x.numbers(at: place)) * heights
          largest = largest.larger(areas.magnitudes)
          row &+= 8
        }
        let found = largest.largestLane
        if found > best { (best, block) = (found, start..<end) }
        start = end
      }
      // The last vector can begin up to seven rows early, so the row may lie in the previous block.
      for row in Swift.max(block.lowerBound - 8, rows.lowerBound)..<block.upperBound where area(row) == best {
        return row
      }
      return rows.lowerBound
    }
    var result = rows.lowerBound
    var isFound = false
    for row in rows where y[row].isValid {
      let own = area(row)
      if own > best || !isFound { (best, result, isFound) = (Swift.max(own, best), row, true) }
    }
    return result
  }
}
