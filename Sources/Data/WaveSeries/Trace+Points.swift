extension Trace {
  /// Draws the points of a lens by the rules of ``spans(of:edges:neighbors:scale:into:)``, as if there were
  /// no other rows.
  ///
  /// Consecutive points are joined regardless of the rows between them; a point whose value is missing is a
  /// gap.
  ///
  /// - Parameters:
  ///   - points: The points, in ascending order of their rows.
  ///   - columns: The number of columns in the picture.
  ///   - scale: Maps a value to a pixel row.
  ///   - spans: Receives one span for each column.
  ///   - columnOf: Returns the pixel column of a row; outside the picture, it is negative or at least
  ///     `columns`.
  /// - Complexity: O(points + columns), without allocation if `spans` has room.
  public static func spans(
    of points: [LensPoint], columns: Int, scale: ValueScale, into spans: inout [TraceSpan],
    columnOf: (Int) -> Int
  ) {
    clear(&spans, columns: Swift.min(Swift.max(columns, 0), PixelMap.columnLimit))
    var last: Pixel?
    for point in points {
      guard point.value.isFinite else {
        last = nil
        continue
      }
      let far = PixelMap.farthestColumn
      let column = Swift.min(Swift.max(columnOf(point.row), -far), far)
      let pixel = Pixel(column: column, row: scale.row(of: point.value))
      if spans.indices.contains(column) { spans[column].cover(top: pixel.row, bottom: pixel.row + 1) }
      if let last { join(last, pixel, in: &spans) }
      last = pixel
    }
  }

  /// Draws the range of values that points represent.
  ///
  /// Each column is covered from the lowest to the highest value of its points.
  ///
  /// - Parameters:
  ///   - points: The points, in ascending order of their rows.
  ///   - columns: The number of columns in the picture.
  ///   - scale: Maps a value to a pixel row.
  ///   - spans: Receives one span for each column.
  ///   - columnOf: Returns the pixel column of a row; columns outside the picture are ignored.
  /// - Complexity: O(points + columns), without allocation if `spans` has room.
  public static func envelope(
    of points: [LensPoint], columns: Int, scale: ValueScale, into spans: inout [TraceSpan],
    columnOf: (Int) -> Int
  ) {
    clear(&spans, columns: Swift.min(Swift.max(columns, 0), PixelMap.columnLimit))
    for point in points where point.low.isFinite && point.high.isFinite {
      let column = columnOf(point.row)
      guard spans.indices.contains(column) else { continue }
      spans[column].cover(top: scale.row(of: point.high), bottom: scale.row(of: point.low) + 1)
    }
  }

  /// Returns the number of pixels that exactly one of two traces covers.
  ///
  /// - Parameters:
  ///   - a: A trace.
  ///   - b: A second trace. If a column is missing from one of the traces, that trace does not cover it.
  ///   - rows: The number of rows in the picture.
  /// - Returns: The number of pixels.
  /// - Complexity: O(columns), without allocation.
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

  /// Returns the number of pixels that a trace covers in a picture.
  ///
  /// - Complexity: O(columns), without allocation.
  public static func coveredPixelCount(_ spans: [TraceSpan], rows: Int) -> Int {
    differingPixels(spans, [], rows: rows)
  }

  /// Replaces spans by empty ones, without allocation if `spans` has room.
  static func clear(_ spans: inout [TraceSpan], columns: Int) {
    spans.removeAll(keepingCapacity: true)
    spans.append(contentsOf: repeatElement(.none, count: columns))
  }
}
