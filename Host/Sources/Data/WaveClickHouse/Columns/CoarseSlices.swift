import WaveSeries
import WaveTables
import WaveUnits

/// The beginnings of equal stretches of a window, as long as they hold some thousand rows each.
struct CoarseSlices {
  /// Rows of a slice, about: some granules of an index.
  static let rowCount = 8192.0

  let slices: [Range<Int64>]

  /// - Returns: Nil where slices would hold a good part of the rows.
  init?(window: ColumnWindow, rows: Double, count: Int) {
    let width = window.until.saturatingSubtracting(window.from)
    let share = Self.rowCount * Double(count) / max(1, rows)
    guard share < 0.25, width > Int64(count) * 4 else { return nil }
    let length = max(1, Int64(saturating: Double(width / Int64(count)) * share))
    // From edge to edge.
    let step = (width - length) / Int64(max(1, count - 1))
    slices = (0..<count).map { place in
      let start = window.from + step * Int64(place)
      return start..<(start + length)
    }
  }

  /// The band in which values lie: from slice to slice its edges are straight.
  ///
  /// - Parameters:
  ///   - buckets: Columns of pixels, of which those of the slices have rows.
  ///   - map: The window's.
  /// - Returns: As many, drawn to between the slices; before the first and behind the last one as those are.
  func envelope(of buckets: [ColumnBucket], _ map: PixelMap) -> [ColumnBucket] {
    var knots: [(column: Int, whole: ColumnBucket)] = []
    for slice in slices {
      let first = max(0, min(buckets.count - 1, map.column(of: slice.lowerBound)))
      let last = max(first, min(buckets.count - 1, map.column(of: slice.upperBound - 1)))
      var whole = ColumnBucket.empty
      for column in first...last { whole.join(buckets[column]) }
      if whole.rowCount > 0 { knots.append((first, whole)) }
    }
    guard var left = knots.first else { return buckets }
    var right = 0
    return buckets.indices.map { column in
      while right < knots.count, knots[right].column <= column {
        left = knots[right]
        right += 1
      }
      let next = right < knots.count ? knots[right] : left
      guard left.whole.count > 0 else { return .missing(rowCount: left.whole.rowCount) }
      let share =
        next.column > left.column && next.whole.count > 0
        ? min(1, max(0, Double(column - left.column) / Double(next.column - left.column))) : 0
      let low = left.whole.minimum + (next.whole.minimum - left.whole.minimum) * share
      let high = left.whole.maximum + (next.whole.maximum - left.whole.maximum) * share
      return ColumnBucket(
        rowCount: 1, count: 1, firstTick: 0, lastTick: 0, first: (low + high) / 2, minimum: low,
        maximum: high,
        last: (low + high) / 2)
    }
  }
}
