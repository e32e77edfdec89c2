/// The lens that shows the mean of the rows around each: computed of all rows, not of those that are drawn.
///
/// Centred: ⌊window / 2⌋ rows on either side and the row itself, so that an even window takes one row more.
/// At both ends the window is cut off: there the mean is of the rows that there are. Missing values within
/// the window are passed over; where the row in the middle is missing, so is its average, so that gaps stay.
/// Derived: no row has this value.
///
/// Costs two looks at each value, whatever the window. Loses all that is shorter than the window.
public enum MovingAverage {
  /// The average around each row; NaN where the row itself is missing.
  ///
  /// Each is added up anew of two parts, so that rounding does not pile up along the column.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x.
  ///   - window: How many rows to take the mean of; less than 2 leaves values as they are.
  /// - Returns: As many averages as there are values.
  /// - Complexity: O(values), an allocation of the values and one of the window.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func values<Value: LensValue>(of values: Span<Value>, window: Int) -> [Double] {
    let count = values.count
    let half = Swift.min(Swift.max(window, 1) / 2, count)
    let width = 2 * half + 1
    var averages = [Double](repeating: .nan, count: count)
    // Where the window is cut off at the start, it only grows.
    var part = Part()
    var next = 0
    for row in 0..<Swift.min(half, count) {
      while next < Swift.min(row + half + 1, count) {
        part.take(values[next])
        next += 1
      }
      if values[row].isValid { averages[row] = part.mean }
    }
    // A window that begins in one stretch of its width ends in the next one: the sum to the end of the one,
    // which is kept for each row, and that from the start of the other, which only grows.
    var tails = [Part](repeating: Part(), count: Swift.min(width, count))
    for start in stride(from: 0, to: count, by: width) where start + half < count {
      let end = Swift.min(start + width, count)
      var tail = Part()
      for row in (start..<end).reversed() {
        tail.take(values[row])
        tails[row - start] = tail
      }
      var head = Part()
      var next = end
      for first in start..<end where first + half < count {
        while next < Swift.min(first + width, count) {
          head.take(values[next])
          next += 1
        }
        let row = first + half
        if values[row].isValid { averages[row] = tails[first - start].joined(head).mean }
      }
    }
    return averages
  }

  /// The averages at the middle row of each bucket that has rows.
  ///
  /// - Parameters:
  ///   - values: The values, in the order of their x; those outside the buckets take part in averages.
  ///   - edges: Where buckets begin, ascending, and where the last one ends. What lies outside the values is
  ///     passed over.
  ///   - window: How many rows to take the mean of.
  /// - Returns: A point for each bucket that has rows, ascending.
  /// - Complexity: O(values), as ``values(of:window:)``.
  @specialized(where Value == Float)
  @specialized(where Value == Double)
  @specialized(where Value == Int64)
  public static func points<Value: LensValue>(of values: Span<Value>, edges: [Int], window: Int)
    -> [LensPoint]
  {
    let averages = self.values(of: values, window: window)
    return Buckets.points(edges, rowCount: values.count) { bucket in
      let row = bucket.lowerBound + (bucket.count - 1) / 2
      return LensPoint(row: row, value: averages[row])
    }
  }

  /// A sum, and of how many values.
  private struct Part {
    var sum = 0.0
    var count = 0

    @inline(__always)
    mutating func take<Value: LensValue>(_ value: Value) {
      guard value.isValid else { return }
      sum += value.number
      count &+= 1
    }

    func joined(_ other: Part) -> Part { Part(sum: sum + other.sum, count: count + other.count) }

    /// Not asked for without values: the row in the middle is one.
    var mean: Double { sum / Double(count) }
  }
}
