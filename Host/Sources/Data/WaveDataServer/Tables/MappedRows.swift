import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

/// Answers a client's requests about a table whose rows are in memory.
///
/// All clients of the table share its rows, columns and orders. Derived columns, orders by derived columns,
/// and filtered rows belong to this client only.
final class MappedRows: Sendable {
  struct State {
    var derived = DerivedState()
    /// The cached orders of filtered rows, the most recent last.
    var filtered: [(name: OrderedTable.Name, filters: [ColumnFilter], table: OrderedTable)] = []
    /// The filter texts that the client has already been warned about, because they are not in a column's
    /// dictionary.
    var missedTexts: Set<[UInt8]> = []
    /// The export in progress.
    var export: MappedExport?
  }

  /// The callbacks for one request: one checks whether the request is still needed, and the other receives
  /// reports.
  struct Run {
    /// Returns whether the answer is still needed.
    let goesOn: () -> Bool
    /// Receives progress, notices and partial answers, all before the final answer.
    let report: (Answer) -> Void

    func check() throws(ColumnFailure) { if !goesOn() { throw .cancelled } }
  }

  /// The number of rows processed between two checks for cancellation.
  private static let sliceCount = 1 << 18

  let host: LoadedTableHost
  let state = Mutex(State())

  init(host: LoadedTableHost) { self.host = host }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - question: The request.
  ///   - goesOn: Called repeatedly; returning false ends the work.
  ///   - report: Receives progress and notices, which precede the answer.
  /// - Returns: The answer; `.failed(.cancelled)` if `goesOn` ended the work, or if the table's columns come
  ///   from a file that was changed in the meantime.
  func answer(
    _ question: Question.Kind, goesOn: @escaping () -> Bool = { true },
    report: @escaping (Answer) -> Void = { _ in }
  ) -> Answer {
    let reading = host.state.withLock { $0.table.reading }
    var answer: Answer
    do throws(ColumnFailure) {
      answer = try self.answer(question, Run(goesOn: goesOn, report: report))
    } catch .cancelled {
      // If `goesOn` did not end the work, there were no rows, or the columns were not available.
      answer = goesOn() ? .nothing : .failed(.cancelled)
    } catch { answer = .failed(error) }
    return host.isCurrent(reading) ? answer : .failed(.cancelled)
  }

  private func answer(_ question: Question.Kind, _ run: Run) throws(ColumnFailure) -> Answer {
    switch question {
    case .axis(let order, let filters):
      let axis = try table(order, filters, run).axis
      return .axis(
        ColumnAxis(kind: axis.kind, from: axis.from, until: axis.until, offset: axis.offset, step: axis.step))
    case .extents(let columns, let isCoarse): return try .extents(isCoarse ? [] : extents(of: columns, run))
    case .coarse: return .nothing
    case .picture(let lanes, let window, let filters): return try picture(lanes, window, filters, run)
    case .row(let place, let column, let window, let filters):
      return try .row(row(at: place, pointOf: column, in: window, filters, run))
    case .rows(let place, let count, let order, let filters):
      return try .rows(rows(place, count: count, order, filters, run))
    case .range(let columns, let window, let counted, let bins, let texts, let filters):
      let table = try table(window.order, filters, run)
      return try .range(
        statistics(of: columns, in: window, histogramOf: counted, bins: bins, table, run),
        counts(of: texts, in: window, table, run))
    case .texts(let column): return text(column).map { .texts($0.texts) } ?? .nothing
    case .strip(let request, let window, let filters): return try strip(request, window, filters, run)
    case .density(let grid, let window, let filters): return try .density(density(grid, window, filters, run))
    case .correlations(let columns, let reference):
      guard let other = column(reference)?.series else { throw .cancelled }
      var found: [Double] = []
      for column in columns {
        try run.check()
        found.append(
          self.column(column)?.series.correlation(with: other, from: 0, to: other.count).coefficient ?? .nan)
      }
      return .correlations(found)
    case .derive(let columns):
      derive(columns)
      return .derived(refused: [])
    case .lines(let place, let window, let filters):
      return try .lines(lines(from: place, window, filters, run))
    }
  }

  // MARK: - Pictures

  private func picture(
    _ lanes: [LaneRequest], _ window: ColumnWindow, _ filters: [ColumnFilter], _ run: Run
  ) throws(ColumnFailure) -> Answer {
    let table = try table(window.order, filters, run)
    let edges = table.edges(window.map).edges
    let rowCount = UInt64((edges.last ?? 0) - (edges.first ?? 0))
    var picture = ColumnPicture(lanes: [], rowCount: rowCount, seenCount: rowCount, isExact: true)
    var points: [ColumnPoints?] = []
    for lane in lanes {
      let series = try series(lane.column, in: table, run).series
      picture.lanes.append(table.lane(of: series, edges: edges))
      guard lane.lens.lens != .m4 else {
        points.append(nil)
        continue
      }
      try run.check()
      let chosen = OrderedTable.points(
        lane.lens.lens, of: series, edges: edges, pixels: window.pixels, threshold: lane.lens.threshold)
      try run.check()
      points.append(table.atTicks(chosen))
    }
    return .picture(picture, points: points)
  }

  private func density(
    _ grid: ColumnGrid, _ window: ColumnWindow, _ filters: [ColumnFilter], _ run: Run
  ) throws(ColumnFailure) -> ColumnDensity {
    let table = try table(window.order, filters, run)
    guard let x = column(grid.x), let y = column(grid.y) else { throw .cancelled }
    let places = table.places(from: window.from, until: window.until)
    // If all rows are counted, their order does not matter, so the values are not rearranged.
    let isWhole = places == 0..<table.count && table.count == x.series.count
    let xs = isWhole ? x.series : try series(grid.x, in: table, run).series
    let ys = isWhole ? y.series : try series(grid.y, in: table, run).series
    var counted = DensityGrid(
      x: (grid.across.lowerBound - x.offset)...(grid.across.upperBound - x.offset),
      y: (grid.upright.lowerBound - y.offset)...(grid.upright.upperBound - y.offset), columns: grid.columns,
      rows: grid.rows)
    var correlation = Correlation()
    for part in places.parts(of: Self.sliceCount) {
      try run.check()
      let across = xs.values(from: part.lowerBound, to: part.upperBound)
      let upright = ys.values(from: part.lowerBound, to: part.upperBound)
      counted.add(across.span, upright.span)
      correlation.add(across.span, upright.span)
    }
    return ColumnDensity(
      counts: counted.counts.map { UInt64($0) }, insideCount: UInt64(counted.insideCount),
      outsideCount: UInt64(counted.outsideCount), missingCount: UInt64(counted.missingCount),
      correlation: correlation.coefficient ?? .nan)
  }

  // MARK: - Ranges

  private func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int, _ table: OrderedTable,
    _ run: Run
  ) throws(ColumnFailure) -> ColumnStatistics {
    let places = table.places(from: window.from, until: window.until)
    let (start, end) = (places.lowerBound, places.upperBound)
    var made = ColumnStatistics(rowCount: UInt64(places.count), columns: [])
    for column in columns {
      try run.check()
      let (series, offset) = try series(column, in: table, run)
      let found = series.statistics(from: start, to: end)
      made.columns.append(
        Statistics(
          count: found.count, missingCount: found.missingCount, infiniteCount: found.infiniteCount,
          minimum: found.minimum + offset, maximum: found.maximum + offset, mean: (found.mean ?? 0) + offset,
          squaredDeviations: found.squaredDeviations))
      guard column == counted, found.count > 0 else { continue }
      let high = found.maximum > found.minimum ? found.maximum : found.minimum + 1
      let histogram = series.histogram(from: start, to: end, low: found.minimum, high: high, bins: bins)
      made.histogram = (histogram.low + offset, histogram.high + offset, histogram.counts.map { UInt64($0) })
    }
    return made
  }

  // MARK: - Texts

  /// Returns a column's texts, or nil if they have not been read yet.
  func text(_ column: Int) -> TextColumn? { host.state.withLock { $0.texts[column] } }

  private func classes(
    _ column: Int, _ table: OrderedTable, _ run: Run
  ) throws(ColumnFailure) -> TextClasses {
    guard let text = text(column), let rows = table.classes(column, of: text.rows, goesOn: run.goesOn) else {
      throw .cancelled
    }
    return rows
  }

  private func counts(
    of texts: [TextRequest], in window: ColumnWindow, _ table: OrderedTable, _ run: Run
  ) throws(ColumnFailure) -> [TextCounts] {
    let places = table.places(from: window.from, until: window.until)
    var found: [TextCounts] = []
    for request in texts where text(request.column) != nil {
      var counts = [Int](repeating: 0, count: TextStrip.classCount)
      let classes = try classes(request.column, table, run)
      classes.count(from: places.lowerBound, to: places.upperBound, into: &counts)
      found.append(
        TextCounts(
          column: request.column,
          counts: counts.prefix(min(request.top.count, TextStrip.others)).map { UInt64($0) },
          missingCount: UInt64(counts[TextStrip.missing])))
    }
    return found
  }

  private func strip(
    _ request: TextRequest, _ window: ColumnWindow, _ filters: [ColumnFilter], _ run: Run
  ) throws(ColumnFailure) -> Answer {
    let table = try table(window.order, filters, run)
    let edges = table.edges(window.map).edges
    let parts = try classes(request.column, table, run).counts(
      edges: edges, start: { window.map.start(ofColumn: $0) }, isCounted: window.order.isCounted,
      goesOn: run.goesOn)
    guard let parts else { throw .cancelled }
    let count = min(request.top.count, TextStrip.others)
    return .strip(
      parts.map { classes in
        (classes.prefix(count) + [classes[TextStrip.others], classes[TextStrip.missing]]).map { UInt64($0) }
      }, rowCount: UInt64((edges.last ?? 0) - (edges.first ?? 0)))
  }
}

extension ColumnOrder {
  /// Whether a tick is the index of a row in the order, rather than a value.
  fileprivate var isCounted: Bool { if case .values = self { false } else { true } }
}
