public import WaveSeries

/// A lens, with its parameter, for the points of columns.
public struct ColumnLens: Hashable, Sendable {
  /// The lens.
  public var lens: Lens
  /// Maximum number of points; for a moving average the number of values in its window; ignored by `minMax`.
  public var threshold: Int

  /// Makes a lens.
  public init(_ lens: Lens, threshold: Int) {
    self.lens = lens
    self.threshold = threshold
  }
}

/// The points of a column in a window that a lens has chosen.
public struct ColumnPoints: Equatable, Sendable {
  /// The points, ascending, each with its tick as `row`.
  ///
  /// If a line must not join two points, a point without a value is between them.
  public var points: [LensPoint]
  /// Whether values are drawn values; otherwise they are as the table stores them.
  public var isDrawn: Bool
  /// The place of each point in the order of the rows; empty if places are unknown.
  public var places: [Int]

  /// Makes points.
  public init(points: [LensPoint], isDrawn: Bool = false, places: [Int] = []) {
    self.points = points
    self.isDrawn = isDrawn
    self.places = places
  }

  /// Number of points with a value.
  public var count: Int { points.count { $0.value.isFinite } }

  /// Returns the rows of the points that are rows of the table.
  ///
  /// - Parameter lens: The lens that has chosen the points.
  /// - Returns: The rows, or ticks, ascending; none if the lens computes values.
  public func rows(chosenBy lens: Lens) -> [Int] {
    lens.keepsRows ? points.filter { $0.value.isFinite }.map { $0.row } : []
  }

  /// Converts the points' values to drawn values.
  ///
  /// - Parameter drawn: Converts a value as the table stores it to a drawn one; must preserve the order of
  ///   values.
  /// - Returns: The same points, with drawn values.
  public func drawn(_ drawn: (Double) -> Double) -> ColumnPoints {
    guard !isDrawn else { return self }
    let made = points.map { point in
      LensPoint(row: point.row, value: drawn(point.value), low: drawn(point.low), high: drawn(point.high))
    }
    return ColumnPoints(points: made, isDrawn: true, places: places)
  }

  /// Returns the lit pixels of the line through the points, in each column of pixels.
  ///
  /// - Parameters:
  ///   - map: The mapping of ticks to columns of pixels.
  ///   - scale: The mapping of values to rows of pixels.
  /// - Returns: A span for each column of pixels.
  public func line(_ map: PixelMap, scale: ValueScale) -> [TraceSpan] {
    var spans: [TraceSpan] = []
    Trace.spans(of: points, columns: map.columns, scale: scale, into: &spans) { map.column(of: Int64($0)) }
    return spans
  }

  /// Returns the lit pixels of the values that the points represent, in each column of pixels.
  ///
  /// - Parameters:
  ///   - map: The mapping of ticks to columns of pixels.
  ///   - scale: The mapping of values to rows of pixels.
  /// - Returns: A span for each column of pixels.
  public func band(_ map: PixelMap, scale: ValueScale) -> [TraceSpan] {
    var spans: [TraceSpan] = []
    Trace.envelope(of: points, columns: map.columns, scale: scale, into: &spans) { map.column(of: Int64($0)) }
    return spans
  }
}
