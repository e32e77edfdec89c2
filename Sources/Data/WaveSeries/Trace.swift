/// Draws a column of values as one span of pixel rows in each pixel column.
///
/// The result is the same as if every value and every line between two values were drawn. The rules use only
/// integers:
/// - A value lies in the middle of its column and of its row (``PixelMap``, ``ValueScale``).
/// - A column is covered from the smallest to the largest of its values. A single value covers one row.
/// - Consecutive values without a missing one between them are joined by a straight line, from the middle of
///   one pixel to the middle of the other. In each column that the line crosses, a row is covered if more
///   than a single point of the line lies in it. The line passes from column c to the next one at c + 1/2.
/// - A missing value (NaN, infinities) is a gap: the values before and after it are not joined. A gap within
///   one pixel column is too narrow to be seen.
/// - Values outside the picture are treated like those inside, and so are the values just outside the window.
///
/// The mapping to rows preserves the order of values, so a column's smallest, largest, first and last value
/// determine its whole picture. The idea is from U. Jugel et al., M4: A Visualization-Oriented Time Series
/// Data Aggregation, VLDB 2014, doi 10.14778/2732951.2732953; the rules are our own.
public enum Trace {
  /// The pixel of a value, whose column can lie outside the window and whose row can lie outside the picture.
  struct Pixel: Equatable {
    var column: Int
    var row: Int
  }

  /// Draws the values of a window.
  ///
  /// - Parameters:
  ///   - series: The values.
  ///   - edges: The positions at which columns begin, from ``PixelMap/edges(rowCount:)`` or
  ///     ``PixelMap/edges(of:)``: in ascending order, one more than there are columns. Positions outside the
  ///     series are ignored.
  ///   - neighbors: The columns of the values just outside the window.
  ///   - scale: Maps a value to a row.
  ///   - spans: Receives one span for each column. Spans can extend beyond the picture;
  ///     ``TraceSpan/clipped(rows:)`` limits them to it.
  /// - Complexity: O(columns), regardless of the length of the series, without allocation if `spans` has
  ///   room.
  public static func spans(
    of series: Series, edges: [Int], neighbors: TraceNeighbors = TraceNeighbors(), scale: ValueScale,
    into spans: inout [TraceSpan]
  ) {
    let columns = Swift.max(edges.count - 1, 0)
    clear(&spans, columns: columns)
    guard let start = edges.first, let end = edges.last else { return }
    var last: (position: Int, pixel: Pixel)?
    let before = series.value(at: start &- 1)
    if before.isFinite {
      let column = Swift.min(Swift.max(neighbors.before, -PixelMap.farthestColumn), -1)
      last = (start - 1, Pixel(column: column, row: scale.row(of: before)))
    }
    for column in 0..<columns where edges[column] < edges[column + 1] {
      let (low, high) = (edges[column], edges[column + 1])
      guard let first = series.firstValid(from: low, to: high),
        let final = series.lastValid(from: low, to: high)
      else { continue }
      let extremes = series.extremes(from: first, to: final + 1)
      spans[column].cover(top: scale.row(of: extremes.maximum), bottom: scale.row(of: extremes.minimum) + 1)
      if let last, last.position + 1 == first {
        join(last.pixel, Pixel(column: column, row: scale.row(of: series.value(at: first))), in: &spans)
      }
      last = (final, Pixel(column: column, row: scale.row(of: series.value(at: final))))
    }
    let after = series.value(at: end)
    if let last, last.position + 1 == end, after.isFinite {
      let column = Swift.min(Swift.max(neighbors.after, columns), PixelMap.farthestColumn)
      join(last.pixel, Pixel(column: column, row: scale.row(of: after)), in: &spans)
    }
  }
}
