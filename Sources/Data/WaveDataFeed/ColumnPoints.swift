public import WaveSeries

/// A lens, which reduces a column to points, with its parameter.
public struct ColumnLens: Hashable, Sendable {
  /// The lens.
  public var lens: Lens
  /// The maximum number of points.
  ///
  /// For a moving average, the number of values in the window. Ignored by `minMax`.
  public var threshold: Int

  /// Creates a lens with its parameter.
  public init(_ lens: Lens, threshold: Int) {
    self.lens = lens
    self.threshold = threshold
  }
}

/// The points that a lens has chosen from a column in a window.
public struct ColumnPoints: Equatable, Sendable {
  /// The points in ascending order, with ticks as their `row`.
  ///
  /// A point without a value separates two points that must not be joined by a line.
  public var points: [LensPoint]
  /// Whether values are in the form used for drawing, with the column's offset subtracted.
  ///
  /// If false, they are as stored in the table.
  public var isDrawn: Bool
  /// The index of each point's row in the view's order of rows; empty if unknown.
  public var places: [Int]

  /// Creates the points of a column.
  public init(points: [LensPoint], isDrawn: Bool = false, places: [Int] = []) {
    self.points = points
    self.isDrawn = isDrawn
    self.places = places
  }

  /// The number of points with a value.
  public var count: Int { points.count { $0.value.isFinite } }

  /// Returns the points that are rows of the table.
  ///
  /// - Parameter lens: The lens that chose the points.
  /// - Returns: The row indices or ticks in ascending order; empty if the lens computes new values.
  public func rows(chosenBy lens: Lens) -> [Int] {
    lens.keepsRows ? points.filter { $0.value.isFinite }.map { $0.row } : []
  }

  /// Returns the points with their values converted for drawing.
  ///
  /// - Parameter drawn: Converts a value as stored in the table to the form used for drawing; must preserve
  ///   the order of values.
  /// - Returns: The same points, with converted values.
  public func drawn(_ drawn: (Double) -> Double) -> ColumnPoints {
    guard !isDrawn else { return self }
    let made = points.map { point in
      LensPoint(row: point.row, value: drawn(point.value), low: drawn(point.low), high: drawn(point.high))
    }
    return ColumnPoints(points: made, isDrawn: true, places: places)
  }

  /// Returns the pixel rows that the line through the points covers in each pixel column.
  ///
  /// - Parameters:
  ///   - map: The mapping of ticks to pixel columns.
  ///   - scale: The mapping of values to pixel rows.
  /// - Returns: A span for each pixel column.
  public func line(_ map: PixelMap, scale: ValueScale) -> [TraceSpan] {
    var spans: [TraceSpan] = []
    Trace.spans(of: points, columns: map.columns, scale: scale, into: &spans) { map.column(of: Int64($0)) }
    return spans
  }

  /// Returns the pixel rows that the band of values around the points covers in each pixel column.
  ///
  /// - Parameters:
  ///   - map: The mapping of ticks to pixel columns.
  ///   - scale: The mapping of values to pixel rows.
  /// - Returns: A span for each pixel column.
  public func band(_ map: PixelMap, scale: ValueScale) -> [TraceSpan] {
    var spans: [TraceSpan] = []
    Trace.envelope(of: points, columns: map.columns, scale: scale, into: &spans) { map.column(of: Int64($0)) }
    return spans
  }
}
