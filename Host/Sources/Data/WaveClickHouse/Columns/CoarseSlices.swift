import WaveDataFeed
import WaveSeries
import WaveTables
import WaveUnits

/// Evenly spaced slices of a window, each of which contains several thousand rows.
struct CoarseSlices {
  /// The approximate number of rows in a slice, which spans a few granules of an index.
  static let rowCount = 8192.0

  let slices: [Range<Int64>]

  /// Creates evenly spaced slices, or returns nil if they would contain at least a quarter of the rows.
  init?(window: ColumnWindow, rows: Double, count: Int) {
    let width = window.until.saturatingSubtracting(window.from)
    let share = Self.rowCount * Double(count) / max(1, rows)
    guard share < 0.25, width > Int64(count) * 4 else { return nil }
    let length = max(1, Int64(saturating: Double(width / Int64(count)) * share))
    // The first slice begins at the left edge, and the last one ends at the right edge.
    let step = (width - length) / Int64(max(1, count - 1))
    slices = (0..<count).map { place in
      let start = window.from + step * Int64(place)
      return start..<(start + length)
    }
  }

  /// Returns the band that contains the values, interpolated linearly between slices.
  ///
  /// - Parameters:
  ///   - buckets: The buckets of all pixel columns, of which only those in slices have rows.
  ///   - map: The mapping of ticks to pixel columns.
  /// - Returns: The buckets, with the gaps between slices filled in. Buckets before the first slice and after
  ///   the last slice repeat the values of the nearest slice.
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
        maximum: high, last: (low + high) / 2)
    }
  }
}
