extension Lens {
  /// Applies the lens to a range of a series.
  ///
  /// ``m4`` and ``minMax`` use the pyramid; the others copy the range first.
  ///
  /// - Parameters:
  ///   - series: The values, ordered by x.
  ///   - start: The position of the first value in the range, clamped to the series.
  ///   - end: The position after the last value in the range.
  ///   - threshold: The maximum number of points.
  ///   - window: The number of rows averaged by ``movingAverage``; rows outside the range are included in
  ///     averages.
  /// - Returns: The points in ascending order; their rows are positions in the series.
  /// - Complexity: See ``cost``.
  public func points(
    of series: Series, from start: Int, to end: Int, threshold: Int, window: Int = 1
  ) -> [LensPoint] {
    let start = Swift.min(Swift.max(start, 0), series.count)
    let end = Swift.min(Swift.max(end, start), series.count)
    switch self {
    case .m4, .minMax:
      let width = self == .m4 ? 4 : 2
      guard threshold < end - start else { break }
      let edges = Buckets.edges(rowCount: end - start, count: threshold / width).map { $0 + start }
      return series.rows(edges: edges, keepsEnds: self == .m4).map {
        LensPoint(row: $0, value: Self.value(series.value(at: $0)))
      }
    case .movingAverage:
      // Read an extra half window on either side, for which no points are returned.
      let margin = Swift.min(Swift.max(window, 1) / 2, series.count)
      let first = Swift.max(start - margin, 0)
      let values = series.values(from: first, to: Swift.min(end + margin, series.count))
      let edges = Buckets.edges(rowCount: end - start, count: threshold).map { $0 + start - first }
      return MovingAverage.points(of: values.span, edges: edges, window: window).map { $0.moved(by: first) }
    default: break
    }
    let values = series.values(from: start, to: end)
    return points(of: values.span, threshold: threshold, window: window).map { $0.moved(by: start) }
  }

  private static func value(_ value: Float) -> Double { value.isFinite ? Double(value) : .nan }
}

extension LensPoint {
  fileprivate func moved(by rows: Int) -> LensPoint {
    LensPoint(row: row + rows, value: value, low: low, high: high)
  }
}

extension MinMax {
  /// Returns the rows of a series that the lens keeps, using the series' pyramid of extremes.
  ///
  /// - Parameters:
  ///   - series: The values, ordered by x.
  ///   - edges: The positions at which buckets begin, in ascending order, followed by the end of the last
  ///     one.
  /// - Returns: The positions of the kept rows, at most two for each bucket.
  /// - Complexity: O(buckets) if the extreme values are rare, with one allocation.
  public static func rows(of series: Series, edges: [Int]) -> [Int] {
    series.rows(edges: edges, keepsEnds: false)
  }
}

extension Series {
  fileprivate func rows(edges: [Int], keepsEnds: Bool) -> [Int] {
    Buckets.extremeRows(edges, rowCount: count, keepsEnds: keepsEnds) {
      positionsOfExtremes(from: $0.lowerBound, to: $0.upperBound)
    } firstValid: {
      firstValid(from: $0.lowerBound, to: $0.upperBound)
    } lastValid: {
      lastValid(from: $0.lowerBound, to: $0.upperBound)
    }
  }
}
