package import WaveDataWire
import WaveSeries

/// What a feed has learned from its source, for as long as the rows stay the same.
package struct LearnedParts: Sendable {
  /// What the range of x depends on.
  package struct AxisKey: Equatable, Sendable {
    let order: ColumnOrder
    let filters: Int

    /// Describes the range of x.
    ///
    /// - Parameters:
    ///   - order: The values along x.
    ///   - filters: The revision of the filters.
    package init(_ order: ColumnOrder, filters: Int) {
      self.order = order
      self.filters = filters
    }
  }

  private var axis: (key: AxisKey, axis: ColumnAxis)?
  /// The texts of columns; nil if the source has none.
  private var texts: [Int: ColumnTexts?] = [:]
  /// The points that a lens has chosen in a column: ticks, and places if they are known.
  private var points: [UInt16: (ticks: [Int64], places: [Int])] = [:]

  /// Starts without knowledge.
  package init() {}

  /// Returns the range of x; nil if it is unknown.
  package func axis(_ key: AxisKey) -> ColumnAxis? { axis?.key == key ? axis?.axis : nil }

  /// Stores the range of x.
  package mutating func store(_ next: ColumnAxis, for key: AxisKey) { axis = (key, next) }

  /// Returns the first of some columns whose texts have not been asked for.
  package func firstUnknown(textsOf columns: [Int]) -> Int? { columns.first { texts[$0] == nil } }

  /// Returns the most frequent texts of a column; nil if they are unknown, or have not been read.
  package func texts(of column: Int) -> ColumnTexts? { texts[column] ?? nil }

  /// Returns the texts of a column that are counted one by one; nil if there are none.
  package func textWish(_ column: Int) -> TextWish? {
    texts(of: column).map { TextWish(column: column, top: $0.top.map { $0.text }) }
  }

  /// Stores the most frequent texts of a column; nil if the source has none.
  package mutating func store(texts next: ColumnTexts?, of column: Int) { texts[column] = .some(next) }

  /// Stores the points that a lens has chosen in a column; nil if all values are drawn.
  ///
  /// Points that are no rows of the table cannot be touched.
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

  /// Returns the drawn point of a column that is nearest to a tick; nil if any row is a candidate.
  package func nearest(to tick: Int64, of column: UInt16) -> ColumnPlace? {
    guard let (ticks, places) = points[column],
      let index = NearestSearch.index(of: tick, in: ticks.span)
    else { return nil }
    return places.isEmpty ? .tick(ticks[index]) : .place(Int64(places[index]))
  }

  /// Returns the question for a row.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isSeen: Whether its column has a lane.
  ///   - window: The window.
  ///   - rules: The filters.
  /// - Returns: The row at the tick, or that of the drawn point there.
  package func question(
    _ request: ReadRow, isSeen: Bool, _ window: ColumnWindow, _ rules: [ColumnFilter]
  ) -> Question.Kind {
    guard isSeen else { return .row(.tick(request.tick), pointOf: nil, window, rules) }
    guard let point = nearest(to: request.tick, of: request.column) else {
      return .row(.tick(request.tick), pointOf: Int(request.column), window, rules)
    }
    return .row(point, pointOf: nil, window, rules)
  }

  /// Forgets the points, since the pictures are made again.
  package mutating func forgetPoints() { points = [:] }

  /// Forgets the points of some columns.
  package mutating func forgetPoints(of columns: [Int]) {
    for column in columns { points[UInt16(truncatingIfNeeded: column)] = nil }
  }

  /// Forgets the range of x.
  package mutating func forgetAxis() { axis = nil }

  /// Forgets everything, since the rows have changed.
  package mutating func forgetRows() { self = LearnedParts() }
}
