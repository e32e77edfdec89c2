public import WaveDataWire
public import WaveSeries
public import WaveTableFormats

/// Converts a column's values to the pixel rows that its line covers, in the form sent to a client.
public struct PictureDrawing: Sendable {
  private let lane: ShowLane
  private let view: ShowTable
  private let summary: ColumnSummary
  private let offset: Double
  private let isPartial: Bool

  /// Prepares to draw a lane.
  ///
  /// - Parameters:
  ///   - lane: The lane.
  ///   - view: The view.
  ///   - summary: The statistics of the column, which determine how its values are converted for drawing.
  ///   - isPartial: Whether rows of the table remain to be read.
  public init(_ lane: ShowLane, of view: ShowTable, _ summary: ColumnSummary, isPartial: Bool = false) {
    (self.lane, self.view, self.summary) = (lane, view, summary)
    offset = summary.offset ?? 0
    self.isPartial = isPartial
  }

  /// The lens, if it chooses points; nil if the lane draws all values.
  public var lens: Lens? {
    lane.isOverview ? nil : Lens(rawValue: lane.lens).flatMap { $0 == .m4 ? nil : $0 }
  }

  /// Draws all values.
  ///
  /// - Parameters:
  ///   - values: The values of the column.
  ///   - picture: The picture that contains the values.
  /// - Returns: The pixel rows that the line covers in each pixel column.
  /// - Complexity: O(pixel columns).
  public func spans(of values: ColumnPicture.Lane, in picture: ColumnPicture) -> LaneSpans {
    let points = values.buckets.reduce(UInt64(0)) { $0 + min(4, $1.rowCount) }
    var spans = message(
      trace(values), in: picture, drawnCount: picture.isExact ? points : picture.seenCount,
      wrongPixels: picture.isExact ? 0 : .max)
    if !picture.isExact { spans.flags.insert(.coarse) }
    return spans
  }

  /// Draws the points that a lens has chosen.
  ///
  /// - Parameters:
  ///   - points: The points.
  ///   - lens: The lens.
  ///   - values: All values of the column, to compare with the line through the points.
  ///   - picture: The picture that contains the values.
  /// - Returns: The pixel rows that the line covers, preceded by those of the band around it if the lens
  ///   shows one.
  /// - Complexity: O(points + pixel columns).
  public func spans(
    of points: ColumnPoints, through lens: Lens, of values: ColumnPicture.Lane, in picture: ColumnPicture
  ) -> [LaneSpans] {
    let scale = ValueScale(low: lane.low - offset, high: lane.high - offset, rows: Int(lane.pixels))
    let map = map(values)
    let drawn = points.drawn { value in
      lens.keepsRows ? Double(summary.drawn(value)) : summary.displayed(value) - offset
    }
    let line = drawn.line(map, scale: scale)
    // If rows may be missing, the number of wrong pixels is unknown.
    let wrong =
      picture.isExact
      ? UInt32(clamping: Trace.differingPixels(trace(values), line, rows: Int(lane.pixels))) : .max
    let count = UInt64(drawn.count)
    let spans = message(line, in: picture, drawnCount: count, wrongPixels: wrong)
    guard lens == .mean else { return [spans] }
    var band = message(drawn.band(map, scale: scale), in: picture, drawnCount: count, wrongPixels: .max)
    band.flags.insert(.band)
    return [band, spans]
  }

  private func map(_ values: ColumnPicture.Lane) -> PixelMap {
    PixelMap(start: view.from, end: view.until, columns: values.buckets.count)
  }

  private func trace(_ values: ColumnPicture.Lane) -> [TraceSpan] {
    values.spans(map(values), low: lane.low, high: lane.high, rows: Int(lane.pixels), offset: offset) {
      summary.drawn($0)
    }
  }

  private func message(
    _ trace: [TraceSpan], in picture: ColumnPicture, drawnCount: UInt64, wrongPixels: UInt32
  ) -> LaneSpans {
    var flags: LaneSpans.Flags = lane.isOverview ? .overview : []
    if isPartial { flags.insert(.partial) }
    if lane.isSecond { flags.insert(.second) }
    // Spans outside the picture are clipped, so they cover no pixels.
    let seen = trace.map { $0.clipped(rows: Int(lane.pixels)) }
    return LaneSpans(
      view: view.view, column: lane.column, flags: flags, pixels: lane.pixels, drawnCount: drawnCount,
      rowCount: picture.rowCount, wrongPixels: wrongPixels,
      tops: seen.map { $0.isNone ? LaneSpans.none : $0.top },
      bottoms: seen.map { $0.isNone ? LaneSpans.none : $0.bottom })
  }
}
