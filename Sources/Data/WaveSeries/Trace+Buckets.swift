extension Trace {
  /// Draws pixel columns from their summaries, by the same rules as
  /// ``spans(of:edges:neighbors:scale:into:)``.
  ///
  /// - Parameters:
  ///   - buckets: The summary of each column of the picture.
  ///   - before: The nearest rows to the left of the window, combined in a bucket.
  ///   - after: The nearest rows to the right of the window, combined in a bucket.
  ///   - neighbors: The columns of the last row before and the first row after the window.
  ///   - scale: Maps a value to a pixel row.
  ///   - drawn: Converts a value to the form used for drawing; must preserve the order of values.
  ///   - spans: Receives one span for each column; spans can extend beyond the picture.
  /// - Complexity: O(columns), without allocation if `spans` has room.
  public static func spans(
    of buckets: [ColumnBucket], before: ColumnBucket = .empty, after: ColumnBucket = .empty,
    neighbors: TraceNeighbors = TraceNeighbors(), scale: ValueScale, drawn: (Double) -> Float,
    into spans: inout [TraceSpan]
  ) {
    clear(&spans, columns: buckets.count)
    var last: Pixel?
    if before.count > 0, !before.endsMissing {
      let column = Swift.min(Swift.max(neighbors.before, -PixelMap.farthestColumn), -1)
      last = Pixel(column: column, row: scale.row(of: drawn(before.last)))
    }
    for (column, bucket) in buckets.enumerated() where bucket.rowCount > 0 {
      guard bucket.count > 0 else {
        last = nil
        continue
      }
      spans[column].cover(
        top: scale.row(of: drawn(bucket.maximum)), bottom: scale.row(of: drawn(bucket.minimum)) + 1)
      if let last, !bucket.startsMissing {
        join(last, Pixel(column: column, row: scale.row(of: drawn(bucket.first))), in: &spans)
      }
      last =
        bucket.endsMissing ? nil : Pixel(column: column, row: scale.row(of: drawn(bucket.last)))
    }
    if let last, after.count > 0, !after.startsMissing {
      let column = Swift.min(Swift.max(neighbors.after, buckets.count), PixelMap.farthestColumn)
      join(last, Pixel(column: column, row: scale.row(of: drawn(after.first))), in: &spans)
    }
  }
}
