/// A lens that shows the mean of the rows around each row.
///
/// The means are computed from all rows, not only from the rows that are drawn.
///
/// The window is centered: ⌊window / 2⌋ rows on either side and the row itself, so an even window includes
/// one more row. At both ends of the column, the window is cut off, and the mean is computed from the
/// remaining rows. Missing values within the window are ignored; if the middle row is missing, its average is
/// missing too, so that gaps remain. The average is a computed value that need not occur in any row.
///
/// The lens reads each value twice, regardless of the window. It loses everything that is shorter than the
/// window.
public enum MovingAverage {
  /// Returns the average around each row, or NaN where the row itself is missing.
  ///
  /// Each sum is computed independently from two parts, so that rounding errors do not accumulate along the
  /// column.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x.
  ///   - window: The number of rows to average. If it is below 2, values stay unchanged.
  /// - Returns: One average for each value.
  /// - Complexity: O(values); allocates memory for one average per value and one partial sum per row of the
  ///   window.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func values<Value: LensValue>(of values: Span<Value>, window: Int) -> [Double] {
    let count = values.count
    let half = Swift.min(Swift.max(window, 1) / 2, count)
    let width = 2 * half + 1
    var averages = [Double](repeating: .nan, count: count)
    // At the start of the column, the window is cut off, so it only grows.
    var part = Part()
    var next = 0
    for row in 0..<Swift.min(half, count) {
      while next < Swift.min(row + half + 1, count) {
        part.add(values[next])
        next += 1
      }
      if values[row].isValid { averages[row] = part.mean }
    }
    var tails = [Part](repeating: Part(), count: Swift.min(width, count))
    for start in stride(from: 0, to: count, by: width) where start + half < count {
      forEachMean(
        of: values, half: half, block: start..<Swift.min(start + width, count), limit: count - half,
        tails: &tails
      ) { first, mean in averages[first + half] = mean }
    }
    return averages
  }

  /// Passes the mean of each window that begins in a block of rows to a closure, unless the middle row of the
  /// window is missing.
  ///
  /// Rows are divided into blocks as long as the window, so a window that begins in one block ends in the
  /// next. Its sum is the tail of the first block, which is stored for each row, plus the head of the second,
  /// which only grows.
  ///
  /// - Parameters:
  ///   - values: The values; windows that reach beyond them are cut off.
  ///   - half: The number of rows on either side of the middle row.
  ///   - block: The rows of the block.
  ///   - limit: The row after the last one at which a window may begin.
  ///   - tails: Memory for one partial sum per row of the block.
  ///   - use: Receives the first row and the mean of each window.
  @inline(__always)
  static func forEachMean<Value: LensValue>(
    of values: Span<Value>, half: Int, block: Range<Int>, limit: Int, tails: inout [Part],
    _ use: (_ first: Int, _ mean: Double) -> Void
  ) {
    var tail = Part()
    for row in block.reversed() {
      tail.add(values[row])
      tails[row - block.lowerBound] = tail
    }
    var head = Part()
    var next = block.upperBound
    for first in block.lowerBound..<Swift.min(block.upperBound, limit) {
      while next < Swift.min(first + 2 * half + 1, values.count) {
        head.add(values[next])
        next += 1
      }
      if values[first + half].isValid { use(first, tails[first - block.lowerBound].joined(head).mean) }
    }
  }

  /// Returns the average around the middle row of each nonempty bucket.
  ///
  /// - Parameters:
  ///   - values: The values, ordered by x. Averages can include values outside the buckets.
  ///   - edges: The rows at which buckets begin, in ascending order, followed by the end of the last one.
  ///     Rows outside the values are ignored.
  ///   - window: The number of rows to average.
  /// - Returns: A point for each bucket that has rows, in ascending order.
  /// - Complexity: O(values), like ``values(of:window:)``.
  @specialized(where Value == Float) @specialized(where Value == Double) @specialized(where Value == Int64)
  public static func points<Value: LensValue>(of values: Span<Value>, edges: [Int], window: Int)
    -> [LensPoint]
  {
    let averages = self.values(of: values, window: window)
    return Buckets.points(edges, rowCount: values.count) { bucket in
      let row = bucket.lowerBound + (bucket.count - 1) / 2
      return LensPoint(row: row, value: averages[row])
    }
  }

  /// A partial sum, with the number of values in it.
  struct Part {
    var sum = 0.0
    var count = 0

    @inline(__always) mutating func add<Value: LensValue>(_ value: Value) {
      guard value.isValid else { return }
      sum += value.number
      count &+= 1
    }

    func joined(_ other: Part) -> Part { Part(sum: sum + other.sum, count: count + other.count) }

    /// The mean of the values; `count` is never 0, since the middle row of a window has a value.
    var mean: Double { sum / Double(count) }
  }
}
