/// A binary search for the point nearest to a finger, among points ordered by x.
public enum NearestSearch {
  /// Returns the index of the point whose x is nearest to an integer.
  ///
  /// - Parameters:
  ///   - x: The x value at the finger.
  ///   - points: The x value of each point, in ascending order.
  /// - Returns: The index, or nil if there are no points. If two points are equally near, the point with the
  ///   lower x is chosen; if several have this x, the first of them.
  /// - Complexity: O(log(points)), without allocation.
  @inlinable public static func index<X: FixedWidthInteger>(of x: X, in points: Span<X>) -> Int? {
    guard points.count > 0 else { return nil }
    let above = lowerBound(of: x, in: points)
    guard above > 0 else { return 0 }
    let left = points[above - 1]
    if above < points.count {
      let right = points[above]
      // Differences are stored as magnitudes, which cannot overflow.
      let (toLeft, toRight) = (
        X.Magnitude(truncatingIfNeeded: x &- left), X.Magnitude(truncatingIfNeeded: right &- x)
      )
      if toRight < toLeft { return above }
    }
    return lowerBound(of: left, in: points)
  }

  /// Returns the index of the point whose x is nearest to a number.
  ///
  /// - Parameters:
  ///   - x: The x value at the finger.
  ///   - points: The x value of each point, in ascending order, none of them NaN.
  /// - Returns: The index, or nil if there are no points or `x` is NaN. If two points are equally near, the
  ///   point with the lower x is chosen; if several have this x, the first of them.
  /// - Complexity: O(log(points)), without allocation.
  public static func index(of x: Double, in points: Span<Double>) -> Int? {
    guard points.count > 0, !x.isNaN else { return nil }
    let above = lowerBound(of: x, in: points)
    guard above > 0 else { return 0 }
    let left = points[above - 1]
    if above < points.count, points[above] * 0.5 - x * 0.5 < x * 0.5 - left * 0.5 { return above }
    return lowerBound(of: left, in: points)
  }

  /// Returns the index of the first point whose x is at least a given value, or the count if there is none.
  ///
  /// - Complexity: O(log(points)), without allocation.
  @inlinable public static func lowerBound<X: Comparable>(of x: X, in points: Span<X>) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = low + (high - low) / 2
      if points[middle] < x { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
