extension PixelMap {
  /// Returns the row indices at which pixel columns begin, for rows whose x is the row number.
  ///
  /// Element c is the first row of column c, and element c + 1 is the row after the last row of column c.
  /// There are `columns` + 1 indices, clamped to 0...`rowCount`. The last one is the end of the last column.
  ///
  /// - Complexity: O(columns), with one allocation.
  public func edges(rowCount: Int) -> [Int] {
    let rowCount = Int64(Swift.max(rowCount, 0))
    return (0...columns).map { Int(Swift.min(Swift.max(start(ofColumn: $0), 0), rowCount)) }
  }

  /// Returns the row indices at which pixel columns begin, for rows ordered by x.
  ///
  /// Rows with the same x lie in the same column. If `x` is not in order, the indices are meaningless, but
  /// still ascending and within the rows.
  ///
  /// - Parameter x: The x value of each row, in ascending order.
  /// - Returns: `columns` + 1 indices, of which the last is the end of the last column.
  /// - Complexity: O(columns · log(rows)), with one allocation.
  public func edges(of x: Span<Int64>) -> [Int] {
    var edges: [Int] = []
    edges.reserveCapacity(columns + 1)
    var position = 0
    for column in 0...columns {
      let rest = x.extracting(position..<x.count)
      position += NearestSearch.lowerBound(of: start(ofColumn: column), in: rest)
      edges.append(position)
    }
    return edges
  }

  /// Returns the pixel columns of the rows just before and after the window, for rows whose x is the row
  /// number.
  ///
  /// - Parameter edges: The result of ``edges(rowCount:)``.
  /// - Returns: The two pixel columns, which lie outside the window.
  /// - Complexity: O(1), without allocation.
  public func neighbors(of edges: [Int]) -> TraceNeighbors {
    guard let first = edges.first, let last = edges.last else { return TraceNeighbors() }
    return TraceNeighbors(before: column(of: Int64(first) - 1), after: column(of: Int64(last)))
  }

  /// Returns the pixel columns of the rows just before and after the window, for rows ordered by x.
  ///
  /// - Parameters:
  ///   - edges: The result of ``edges(of:)``.
  ///   - x: The x value of each row, in ascending order.
  /// - Returns: The two pixel columns, which lie outside the window.
  /// - Complexity: O(1), without allocation.
  public func neighbors(of edges: [Int], in x: Span<Int64>) -> TraceNeighbors {
    guard let first = edges.first, let last = edges.last else { return TraceNeighbors() }
    var neighbors = TraceNeighbors()
    if first > 0, first <= x.count { neighbors.before = column(of: x[first - 1]) }
    if last >= 0, last < x.count { neighbors.after = column(of: x[last]) }
    return neighbors
  }
}
