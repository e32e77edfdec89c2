import WaveDataWire
import WaveSeries
import WaveTables

/// Makes the picture of one lane: the lit pixels of each column of pixels.
struct LanePainter {
  let table: OrderedTable
  /// The column's values in the table's order, minus `offset`.
  let series: Series
  let offset: Double
  let lane: ShowLane
  let view: ShowTable
  let isComplete: Bool

  /// - Parameter goesOn: Called repeatedly; false ends painting.
  /// - Returns: The pictures, and the places of the points that a lens has chosen; nil if `goesOn` ended it.
  func paint(goesOn: () -> Bool) -> (spans: [LaneSpans], chosen: [Int])? {
    let (from, until) =
      lane.isOverview ? (table.axis.from, table.axis.until) : (view.from, view.until)
    let map = PixelMap(start: from, end: until, columns: Int(view.pixels))
    let edges = table.edges(map).edges
    let scale = ValueScale(low: lane.low - offset, high: lane.high - offset, rows: Int(lane.pixels))
    let exact = table.lane(of: series, edges: edges).spans(
      map, low: lane.low, high: lane.high, rows: Int(lane.pixels), offset: offset, drawn: { Float($0) })
    let rowCount = (edges.last ?? 0) - (edges.first ?? 0)
    guard let lens = Lens(rawValue: lane.lens), lens != .m4, !lane.isOverview else {
      var drawn = 0
      for column in 0..<max(0, edges.count - 1) { drawn += min(4, edges[column + 1] - edges[column]) }
      return ([message(exact, drawn: drawn, rowCount: rowCount, wrong: 0)], [])
    }
    guard goesOn() else { return nil }
    let points = Self.points(
      lens, of: series, edges: edges, pixels: Int(view.pixels), threshold: Int(lane.threshold))
    guard goesOn() else { return nil }
    let column = { map.column(of: table.tick(ofPlace: $0)) }
    var line: [TraceSpan] = []
    Trace.spans(of: points, columns: map.columns, scale: scale, into: &line, columnOf: column)
    let wrong = Trace.differingPixels(exact, line, rows: Int(lane.pixels))
    let drawn = points.count { $0.value.isFinite }
    var pictures = [message(line, drawn: drawn, rowCount: rowCount, wrong: UInt32(clamping: wrong))]
    if lens == .mean {
      var band: [TraceSpan] = []
      Trace.envelope(of: points, columns: map.columns, scale: scale, into: &band, columnOf: column)
      var picture = message(band, drawn: drawn, rowCount: rowCount, wrong: .max)
      picture.flags.insert(.band)
      pictures.insert(picture, at: 0)
    }
    return (pictures, lens.keepsRows ? points.filter { $0.value.isFinite }.map(\.row) : [])
  }

  /// Returns the points of a lens, including those just outside the window, with a gap between two points if
  /// a value between them is missing.
  static func points(
    _ lens: Lens, of series: Series, edges: [Int], pixels: Int, threshold: Int
  ) -> [LensPoint] {
    let first = max(0, (edges.first ?? 0) - 1)
    let end = min(series.count, (edges.last ?? 0) + 1)
    // While the table is read again, it may have fewer values than before.
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

  private func message(_ spans: [TraceSpan], drawn: Int, rowCount: Int, wrong: UInt32) -> LaneSpans {
    let (tops, bottoms) = LaneSpans.lit(spans, rows: Int(lane.pixels))
    var flags: LaneSpans.Flags = lane.isOverview ? .overview : []
    if !isComplete { flags.insert(.partial) }
    if lane.isSecond { flags.insert(.second) }
    return LaneSpans(
      view: view.view, column: lane.column, flags: flags, pixels: lane.pixels, drawnCount: UInt64(drawn),
      rowCount: UInt64(rowCount), wrongPixels: wrong, tops: tops, bottoms: bottoms)
  }
}

extension LaneSpans {
  /// Clips a trace to a picture with a number of rows of pixels, in the wire format.
  static func lit(_ spans: [TraceSpan], rows: Int) -> (tops: [Int16], bottoms: [Int16]) {
    var tops = [Int16](repeating: LaneSpans.none, count: spans.count)
    var bottoms = tops
    for (column, span) in spans.enumerated() {
      let seen = span.clipped(rows: rows)
      guard !seen.isNone else { continue }
      tops[column] = seen.top
      bottoms[column] = seen.bottom
    }
    return (tops, bottoms)
  }
}
