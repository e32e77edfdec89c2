package import WaveDataWire
import WaveSeries

/// A cache of a source's answers, valid as long as the rows stay the same.
package struct AnswerCache: Sendable {
  /// The settings that determine the range of the x axis: the quantity on the axis, and the revision of the
  /// filters.
  package struct AxisKey: Equatable, Sendable {
    let order: ColumnOrder
    let filters: Int
  }

  private var axis: (key: AxisKey, axis: ColumnAxis)?
  /// The most frequent text values of columns, by index; a nil value means that the source has none.
  private var texts: [Int: ColumnTexts?] = [:]
  /// For each column reduced by a lens, the ticks of the chosen points, and their row indices if known.
  private var points: [UInt16: (ticks: [Int64], places: [Int])] = [:]

  /// Returns the range of the x axis for a key, or nil if it is unknown.
  package func axis(_ key: AxisKey) -> ColumnAxis? { axis?.key == key ? axis?.axis : nil }

  /// Stores the range of the x axis for a key.
  package mutating func store(_ next: ColumnAxis, for key: AxisKey) { axis = (key, next) }

  /// Returns the first of the given columns whose text values have not been requested yet, or nil if there is
  /// none.
  package func firstUnknown(textsOf columns: [Int]) -> Int? { columns.first { texts[$0] == nil } }

  /// Returns the most frequent text values of a column, or nil if they are unknown or the source has none.
  package func texts(of column: Int) -> ColumnTexts? { texts[column] ?? nil }

  /// Returns a request to count a column's most frequent text values individually, or nil if they are
  /// unknown.
  package func textRequest(_ column: Int) -> TextRequest? {
    texts(of: column).map { TextRequest(column: column, top: $0.top.map { $0.text }) }
  }

  /// Stores the most frequent text values of a column; nil means that the source has none.
  package mutating func store(texts next: ColumnTexts?, of column: Int) { texts[column] = .some(next) }

  /// Stores the points that a lens has chosen in a column, or removes them if all values are drawn.
  ///
  /// Only points that are rows of the table are stored, since only rows can be selected.
  package mutating func store(points next: ColumnPoints?, of lane: ShowLane) {
    guard !lane.isSecond, !lane.isOverview else { return }
    points[lane.column] = nil
    guard let next, Lens(rawValue: lane.lens)?.keepsRows == true else { return }
    let rows = next.points.indices.filter { next.points[$0].value.isFinite }
    let hasPlaces = next.places.count == next.points.count
    points[lane.column] = (
      rows.map { Int64(next.points[$0].row) }, hasPlaces ? rows.map { next.places[$0] } : []
    )
  }

  /// Returns the position of the drawn point of a column that is nearest to a tick, or nil if all rows are
  /// drawn.
  package func nearest(to tick: Int64, of column: UInt16) -> ColumnPlace? {
    guard let (ticks, places) = points[column],
      let index = NearestSearch.index(of: tick, in: ticks.span)
    else { return nil }
    return places.isEmpty ? .tick(ticks[index]) : .place(Int64(places[index]))
  }

  /// Returns the request to the source for a row.
  ///
  /// - Parameters:
  ///   - request: The client's request.
  ///   - isSeen: Whether the column in the request has a lane.
  ///   - window: The visible window.
  ///   - rules: The filters.
  /// - Returns: The request for the row at the tick, or for the row of the nearest drawn point.
  package func question(
    _ request: ReadRow, isSeen: Bool, _ window: ColumnWindow, _ rules: [ColumnFilter]
  ) -> Question.Kind {
    let point = isSeen ? nearest(to: request.tick, of: request.column) : nil
    let column = isSeen && point == nil ? Int(request.column) : nil
    return .row(point ?? .tick(request.tick), pointOf: column, window, rules)
  }

  /// Removes all points, because the pictures are computed again.
  package mutating func forgetPoints() { points = [:] }

  /// Removes the points of the given columns.
  package mutating func forgetPoints(of columns: [Int]) {
    for column in columns { points[UInt16(truncatingIfNeeded: column)] = nil }
  }

  /// Removes the range of the x axis.
  package mutating func forgetAxis() { axis = nil }

  /// Removes all cached answers, because the rows have changed.
  package mutating func forgetRows() { self = AnswerCache() }
}
