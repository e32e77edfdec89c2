import WaveDataFeed
import WaveSeries
import WaveTables

/// Draws columns from their values in this order.
extension OrderedTable {
  /// Returns the picture of a column in a window, with the rows just outside it.
  func lane(of series: Series, edges: [Int]) -> ColumnPicture.Lane {
    let start = edges.first ?? 0
    let end = edges.last ?? 0
    func bucket(_ place: Int) -> ColumnBucket {
      guard place >= 0, place < count else { return .empty }
      return series.buckets(edges: [place, place + 1]) { tick(ofPlace: $0) }[0]
    }
    return ColumnPicture.Lane(
      buckets: series.buckets(edges: edges) { tick(ofPlace: $0) }, before: bucket(start - 1),
      after: bucket(end), isDrawn: true)
  }

  /// Returns the row indices of the first, minimum, maximum and last values of the pixel columns around a
  /// tick.
  func points(around tick: Int64, _ map: PixelMap, of series: Series) -> [Int] {
    let middle = map.column(of: tick)
    var found: Set<Int> = []
    for column in (middle - 1)...(middle + 1) where column >= 0 && column < map.columns {
      let start = place(from: map.start(ofColumn: column))
      let end = place(from: map.start(ofColumn: column + 1))
      guard start < end, let first = series.firstValid(from: start, to: end),
        let last = series.lastValid(from: start, to: end)
      else { continue }
      found.formUnion([first, last])
      if let extremes = series.positionsOfExtremes(from: start, to: end) {
        found.formUnion([extremes.minimum, extremes.maximum])
      }
    }
    return found.sorted()
  }

  /// Returns the points that a lens chooses, including points just outside the window.
  ///
  /// If values between two points are missing, there is a gap between these points.
  static func points(
    _ lens: Lens, of series: Series, edges: [Int], pixels: Int, threshold: Int
  ) -> [LensPoint] {
    let first = max(0, (edges.first ?? 0) - 1)
    let end = min(series.count, (edges.last ?? 0) + 1)
    // While the table is being read again, the series may be shorter than the edges assume.
    guard first < end else { return [] }
    let points: [LensPoint]
    switch lens {
    case .minMax:
      points = MinMax.rows(of: series, edges: edges).map {
        LensPoint(row: $0, value: Double(series.value(at: $0)))
      }
    case .movingAverage:
      points = lens.points(of: series, from: first, to: end, threshold: 4 * pixels, window: threshold)
    default:
      points = lens.points(of: series, from: first, to: end, threshold: max(3, threshold))
    }
    guard series.missingCount > 0 else { return points }
    let values = series.values(from: first, to: end)
    var parted: [LensPoint] = []
    for point in points {
      if let last = parted.last, last.value.isFinite, last.row + 1 < point.row,
        values[(last.row + 1 - first)..<(point.row - first)].contains(where: { !$0.isFinite })
      {
        parted.append(LensPoint(row: last.row + 1, value: .nan))
      }
      parted.append(point)
    }
    return parted
  }

  /// Returns points with row indices replaced by ticks.
  func atTicks(_ points: [LensPoint]) -> ColumnPoints {
    let made = points.map { point in
      LensPoint(row: Int(tick(ofPlace: point.row)), value: point.value, low: point.low, high: point.high)
    }
    return ColumnPoints(points: made, isDrawn: true, places: points.map(\.row))
  }
}
