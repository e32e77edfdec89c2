public import WaveSeries

/// What chooses the points of columns.
public struct ColumnLens: Hashable, Sendable {
  /// The lens.
  public var lens: Lens
  /// How many points there may be; of a moving average the values of its window, and of `minMax` nothing.
  public var threshold: Int

  /// Describes a lens.
  public init(_ lens: Lens, threshold: Int) {
    self.lens = lens
    self.threshold = threshold
  }
}

/// The points of a column in a window, as a lens has chosen them.
public struct ColumnPoints: Equatable, Sendable {
  /// The points, ascending, each with its tick as `row`; between two there is one without a value where a
  /// line must not cross.
  public var points: [LensPoint]
  /// Whether values are those that are drawn, and not as the table counts them.
  public var isDrawn: Bool

  /// Describes points.
  public init(points: [LensPoint], isDrawn: Bool = false) {
    self.points = points
    self.isDrawn = isDrawn
  }

  /// Points with a value.
  public var count: Int { points.count { $0.value.isFinite } }

  /// The points of values that are taken as another function has them.
  ///
  /// - Parameter drawn: What is drawn of a value as the table counts it; it must keep their order.
  /// - Returns: The same points, to be drawn.
  public func drawn(_ drawn: (Double) -> Double) -> ColumnPoints {
    guard !isDrawn else { return self }
    let made = points.map { point in
      LensPoint(row: point.row, value: drawn(point.value), low: drawn(point.low), high: drawn(point.high))
    }
    return ColumnPoints(points: made, isDrawn: true)
  }

  /// What the line through the points lights in each column of pixels.
  ///
  /// - Parameters:
  ///   - map: The window's.
  ///   - scale: Which row of pixels a value lies in.
  /// - Returns: A span for each column of pixels.
  public func line(_ map: PixelMap, scale: ValueScale) -> [TraceSpan] {
    var spans: [TraceSpan] = []
    Trace.spans(of: points, columns: map.columns, scale: scale, into: &spans) { map.column(of: Int64($0)) }
    return spans
  }

  /// What the values that the points stand for light in each column of pixels.
  ///
  /// - Parameters:
  ///   - map: The window's.
  ///   - scale: Which row of pixels a value lies in.
  /// - Returns: A span for each column of pixels.
  public func band(_ map: PixelMap, scale: ValueScale) -> [TraceSpan] {
    var spans: [TraceSpan] = []
    Trace.envelope(of: points, columns: map.columns, scale: scale, into: &spans) { map.column(of: Int64($0)) }
    return spans
  }
}
