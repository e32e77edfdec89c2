import WaveDataWire
import WaveWire
import WaveSeries
import WaveTableFormats
import WaveUnits

/// Properties, requests and messages that are derived from the state of a feed.
extension DataFeed {
  /// The indices of the columns that can be drawn, with derived columns first.
  var drawnColumns: [Int] { derived.drawn.map { table.columnCount + $0 } + table.drawn }

  /// The filters in the form sent to the source.
  var rules: [ColumnFilter] { filters.rules(cache) }

  /// The order and filters that determine the range of the x axis; nil if there is no view.
  var axisKey: AnswerCache.AxisKey? {
    views.shown.view.map { AnswerCache.AxisKey(order: ColumnOrder($0), filters: filters.revision) }
  }

  /// The settings that determine the overview's picture; nil if no overview is shown.
  var overviewKey: SentRecord.Overview? {
    guard let lane = views.shown.overview, let view = views.shown.view else { return nil }
    return SentRecord.Overview(lane, view: view, filters: filters.revision)
  }

  /// Returns the statistics of a column's values, or nil if they are unknown.
  func summary(of column: Int) -> ColumnSummary? { table.summary(of: column, derived) }
}

extension FeedTable {
  /// The table's number.
  var source: UInt16 { description.source }

  /// The number of the table's own columns.
  var columnCount: Int { Int(description.columnCount) }

  /// Returns the statistics of one of the table's own or derived columns, or nil if they are unknown.
  func summary(of column: Int, _ derived: DerivedColumns) -> ColumnSummary? {
    summaries[column] ?? derived.summary(of: column - columnCount)
  }

  /// Whether rows remain to be read.
  var isPartial: Bool { description.flags.isDisjoint(with: [.complete, .remote]) }

  /// Whether a column can have a second lane, for comparing two lenses.
  var hasSecondLanes: Bool {
    abilities.map { $0.abilities.contains(.comparing) } ?? !description.flags.contains(.remote)
  }

  /// Returns the lens for drawing a lane, which is `m4` if the requested lens is not available.
  func lens(_ lane: ShowLane, _ view: ShowTable) -> ColumnLens {
    guard let lens = ownLens(lane), !lacksRankLens(lane, view) else { return ColumnLens(.m4, threshold: 0) }
    // MinMax chooses points in each pixel column, so it needs no number of points.
    return ColumnLens(lens, threshold: lens == .minMax ? 0 : Int(lane.threshold))
  }

  /// The note that explains why a lane is not drawn with its chosen lens.
  static var rankLensNote: [UInt8] {
    Array("In the order of a column, every lane is drawn by M4, whatever is chosen.".utf8)
  }

  /// Returns whether a lane's lens is available in general, but not in the order of the view.
  func lacksRankLens(_ lane: ShowLane, _ view: ShowTable) -> Bool {
    !hasRankLenses && view.order == .ranks && ownLens(lane) != nil
  }

  private func ownLens(_ lane: ShowLane) -> Lens? {
    guard let lens = Lens(rawValue: lane.lens), lens != .m4,
      abilities.map({ $0.lenses >> UInt32(lens.rawValue) & 1 == 1 }) != false
    else { return nil }
    return lens
  }
}

extension FeedTable {
  /// Returns the messages that describe the table's own columns, including their correlations.
  func messages(correlations: [Double], of columns: [Int]) -> [DataMessage] {
    var described = self.columns
    for (column, correlation) in zip(columns, correlations) where described.indices.contains(column) {
      described[column].correlation = correlation
    }
    return TableColumns.parts(of: described, source: source).map { .columns($0) }
  }
}

extension Question.Kind {
  /// Creates the request to the source for the statistics of a range.
  static func range(
    _ request: ReadRange, _ columns: [Int], texts: [TextRequest], _ order: ColumnOrder,
    _ rules: [ColumnFilter]
  ) -> Question.Kind {
    .range(
      columns, ColumnWindow(order: order, from: request.from, until: request.until, pixels: 1),
      histogramOf: columns.first { $0 == Int(request.column) }, bins: DataFeed.bins, texts: texts, rules)
  }

  /// Creates the request to the source for the overview.
  static func overview(
    _ lane: ShowLane, _ view: ShowTable, _ axis: ColumnAxis, _ rules: [ColumnFilter]
  ) -> Question.Kind {
    let window = ColumnWindow(
      order: ColumnOrder(view), from: axis.from, until: max(axis.until, axis.from.saturatingAdding(1)),
      pixels: Int(view.pixels))
    return .picture(
      [LaneRequest(column: Int(lane.column), lens: ColumnLens(.m4, threshold: 0))], window, rules)
  }
}

extension TableWork {
  /// Whether the work is complete.
  var isFinished: Bool { total > 0 && done >= total }
}

extension ColumnGrid {
  init(_ scatter: ShowScatter) {
    self.init(
      x: Int(scatter.x), y: Int(scatter.y), across: scatter.xLow...scatter.xHigh,
      upright: scatter.yLow...scatter.yHigh, columns: Int(scatter.columns), rows: Int(scatter.rows))
  }
}

extension FilterList<ColumnFilter> {
  /// Returns the filters, with the most frequent text values inserted where a filter refers to them.
  func rules(_ cache: AnswerCache) -> [ColumnFilter] {
    ordered.map { $0.filled { cache.texts(of: $0)?.top.map { $0.text } ?? [] } }
  }
}

extension ColumnFilter {
  /// Creates a filter from a client's request, or returns nil if the request removes a filter.
  ///
  /// The filter's ticks refer to the order of the rows that pass the other filters.
  init?(_ kind: SetFilter.Kind, _ order: ColumnOrder, among others: [ColumnFilter]) {
    switch kind {
    case .none: return nil
    case .values(let column, let low, let high): self = .values(column: Int(column), low: low, high: high)
    case .ticks(let from, let until):
      self = .ticks(order, from: from, until: until, among: order.countsRows ? others.withoutImplied : [])
    case .texts(let column, .value(let text), let isKept):
      self = .text(column: Int(column), text: text, isKept: isKept)
    case .texts(let column, .missing, let isKept):
      self = .text(column: Int(column), text: nil, isKept: isKept)
    case .texts(let column, .others, let isKept):
      self = .others(column: Int(column), than: [], isKept: isKept)
    }
  }

  /// The indices of the columns whose most frequent text values the filter needs.
  var othersColumns: [Int] {
    switch self {
    case .others(let column, _, _): [column]
    case .ticks(_, _, _, let among): among.flatMap { $0.othersColumns }
    case .values, .text: []
    }
  }

  /// Returns the filter with the most frequent text values of its columns inserted.
  func filled(_ top: (Int) -> [[UInt8]]) -> ColumnFilter {
    switch self {
    case .others(let column, _, let isKept): .others(column: column, than: top(column), isKept: isKept)
    case .ticks(let order, let from, let until, let among):
      .ticks(order, from: from, until: until, among: among.map { $0.filled(top) })
    case .values, .text: self
    }
  }

  /// The maximum nesting depth of filters by ticks.
  static let depthLimit = 16

  /// The notice that a filter was rejected because its nesting depth exceeds the limit.
  static var depthNotice: Notice {
    let text = "The filter was not added: filters nest at most 16 deep. Remove all filters."
    return Notice(severity: .failure, text: Array(text.utf8))
  }

  /// The nesting depth of a filter by ticks; 0 for other filters.
  var depth: Int {
    guard case .ticks(_, _, _, let among) = self else { return 0 }
    return 1 + (among.map { $0.depth }.max() ?? 0)
  }

  /// Returns whether every row that passes this filter also passes the other one.
  func implies(_ other: ColumnFilter) -> Bool {
    guard case .ticks(_, _, _, let among) = self else { return false }
    return among.contains { $0 == other || $0.implies(other) }
  }
}

extension [ColumnFilter] {
  /// The filters that are not implied by another filter in the list.
  ///
  /// If a filter by ticks contains only these filters, nested filters form a chain instead of a tree.
  var withoutImplied: [ColumnFilter] {
    filter { filter in !contains { $0.implies(filter) } }
  }
}

extension ColumnOrder {
  /// Whether ticks are row numbers or ranks among the rows that pass the filters, rather than values.
  var countsRows: Bool {
    if case .values = self { false } else { true }
  }
}

extension Answer {
  /// Returns the messages for an answer that is forwarded without further processing, or nil if the answer
  /// does not match the question.
  func messages(for job: FeedJob, source: UInt16) -> [DataMessage]? {
    switch (job, self) {
    case (.row(let request), .row(let row?)): return row.messages(for: request.request, source: source)
    case (.row, .row(nil)):
      let text = "The row is no longer in the table: reopen the table."
      return [.notice(Notice(severity: .warning, text: Array(text.utf8)))]
    case (.page(let request), .rows(let rows)): return rows.messages(for: request)
    case (.range(let request, let columns), .range(let found, let texts)):
      return [.range(RangeSummary(found, of: columns, texts: texts, for: request))]
    case (.scatter(let request), .density(let density)):
      return ScatterPart.parts(of: density, for: request).map { .scatter($0) }
    default: return nil
    }
  }
}
