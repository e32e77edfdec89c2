extension Trace {
  /// Draws the points of a lens by the rule of ``spans(of:edges:neighbors:scale:into:)``: as though they were
  /// all there is.
  ///
  /// Points that follow one another are joined, whatever lies between; one whose value is missing is a gap.
  ///
  /// - Parameters:
  ///   - points: The points, ascending by row.
  ///   - columns: How many columns the picture has.
  ///   - scale: Which row of pixels a value lies in.
  ///   - spans: Gets one span for each column.
  ///   - columnOf: The column that a row lies in, below 0 or beyond the last one where it is outside.
  /// - Complexity: O(points + columns), no allocation where `spans` has room.
  public static func spans(
    of points: [LensPoint], columns: Int, scale: ValueScale, into spans: inout [TraceSpan],
    columnOf: (Int) -> Int
  ) {
    clear(&spans, columns: columns)
    var last: Pixel?
    for point in points {
      guard point.value.isFinite else {
        last = nil
        continue
      }
      let far = PixelMap.farthestColumn
      let column = Swift.min(Swift.max(columnOf(point.row), -far), far)
      let pixel = Pixel(column: column, row: scale.row(of: point.value))
      if spans.indices.contains(column) { spans[column].light(top: pixel.row, bottom: pixel.row + 1) }
      if let last { join(last, pixel, in: &spans) }
      last = pixel
    }
  }

  /// Draws what points stand for: each column is lit from the lowest to the highest value of its points.
  ///
  /// - Parameters:
  ///   - points: The points, ascending by row.
  ///   - columns: How many columns the picture has.
  ///   - scale: Which row of pixels a value lies in.
  ///   - spans: Gets one span for each column.
  ///   - columnOf: The column that a row lies in.
  /// - Complexity: O(points + columns), no allocation where `spans` has room.
  public static func envelope(
    of points: [LensPoint], columns: Int, scale: ValueScale, into spans: inout [TraceSpan],
    columnOf: (Int) -> Int
  ) {
    clear(&spans, columns: columns)
    for point in points where point.low.isFinite && point.high.isFinite {
      let column = columnOf(point.row)
      guard spans.indices.contains(column) else { continue }
      spans[column].light(top: scale.row(of: point.high), bottom: scale.row(of: point.low) + 1)
    }
  }

  /// How many pixels of a picture two traces differ in: lit in one and not in the other.
  ///
  /// - Parameters:
  ///   - a: A trace.
  ///   - b: Another one, of as many columns; what one has more counts as lit in that one only.
  ///   - rows: How many rows the picture has.
  /// - Returns: A number of pixels.
  /// - Complexity: O(columns), no allocation.
  public static func differingPixels(_ a: [TraceSpan], _ b: [TraceSpan], rows: Int) -> Int {
    var count = 0
    for column in 0..<Swift.max(a.count, b.count) {
      let first = column < a.count ? a[column].clipped(rows: rows) : .none
      let second = column < b.count ? b[column].clipped(rows: rows) : .none
      let top = Swift.max(first.top, second.top)
      let bottom = Swift.min(first.bottom, second.bottom)
      let common = first.isNone || second.isNone || top >= bottom ? 0 : Int(bottom) - Int(top)
      count += first.count + second.count - 2 * common
    }
    return count
  }

  /// How many pixels of a picture a trace lights.
  ///
  /// - Complexity: O(columns), no allocation.
  public static func litPixels(_ spans: [TraceSpan], rows: Int) -> Int {
    differingPixels(spans, [], rows: rows)
  }

  private static func clear(_ spans: inout [TraceSpan], columns: Int) {
    spans.removeAll(keepingCapacity: true)
    spans.append(
      contentsOf: repeatElement(.none, count: Swift.min(Swift.max(columns, 0), PixelMap.columnLimit)))
  }
}
