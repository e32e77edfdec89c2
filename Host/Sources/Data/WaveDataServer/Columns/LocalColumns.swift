import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveTables

/// A table whose rows have been read into memory, as a `ColumnSource`.
final class LocalColumns: ColumnSource {
  private let host: LoadedTableHost
  /// Computes derived columns.
  private let handler: LoadedTableHandler
  private let made: [FormulaColumn?]
  private let isMade = Mutex(false)

  init(host: LoadedTableHost, made: [FormulaColumn?] = []) {
    self.host = host
    self.made = made
    handler = LoadedTableHandler(host: host, waker: .none)
    handler.state.withLock { state in
      for case (let number, .some(let column)) in made.enumerated() {
        state.derived.columns[number] = DerivedColumn(
          name: Array(column.name.utf8), formula: column.formula, wish: number)
      }
    }
  }

  var info: TableInfo {
    var info = host.state.withLock { $0.source?.info } ?? TableInfo(name: "", columns: [])
    info.columns += made.map { FormulaColumn.info($0) }
    return info
  }

  var abilities: ColumnAbilities {
    ColumnAbilities(
      hasRanks: true, hasValues: true, hasFormulas: true, lenses: Lens.allCases, hasRankLenses: true)
  }

  func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    LocalColumns(host: host, made: columns)
  }

  /// Computes the derived columns, once.
  private func make() {
    isMade.withLock { isMade in
      if !isMade, !made.isEmpty { handler.makeWhatIsMissing() }
      isMade = true
    }
  }

  /// Returns the filtered rows in an order.
  private func table(
    _ order: ColumnOrder, _ filters: [ColumnFilter]
  ) throws(ColumnFailure) -> OrderedTable {
    let table: OrderedTable?
    make()
    do { table = try handler.inOrder(Self.name(order)) { _ in !Task.isCancelled } } catch {
      throw .other(error.description)
    }
    guard let table else { throw Task.isCancelled ? .cancelled : .absent("The table has no rows.") }
    guard !filters.isEmpty else { return table }
    var kept = FilterList<TableFilter>()
    for (number, filter) in filters.enumerated() {
      kept.set(UInt8(truncatingIfNeeded: number), try self.kept(filter))
    }
    let rows = kept.rows(
      count: table.rowCount, series: { self.column($0) },
      texts: { column in self.host.state.withLock { $0.texts[column] } })
    guard let found = table.keeping(rows, goesOn: { !Task.isCancelled }) else { throw .cancelled }
    return found
  }

  private static func name(_ order: ColumnOrder) -> OrderedTable.Name {
    switch order {
    case .rows: OrderedTable.Name(.rows, column: 0)
    case .ranks(let column): OrderedTable.Name(.ranks, column: column)
    case .values(let column): OrderedTable.Name(.values, column: column)
    }
  }

  private func kept(_ filter: ColumnFilter) throws(ColumnFailure) -> TableFilter {
    switch filter {
    case .values(let column, let low, let high): return .values(column: column, low: low, high: high)
    case .text(let column, let text, let isKept):
      return .texts(column: column, text.map { .value($0) } ?? .missing, isKept: isKept)
    case .others(let column, _, let isKept): return .texts(column: column, .others, isKept: isKept)
    case .ticks(let order, let from, let until):
      let table = try table(order, [])
      var rows = RowSet(count: table.rowCount, isFull: false)
      for place in table.place(from: from)..<max(table.place(from: from), table.place(from: until)) {
        rows.insert(table.row(atPlace: place))
      }
      return .rows(rows)
    }
  }

  /// Returns a column's drawn values, in the table's own order.
  private func column(_ column: Int) -> (Series, offset: Double)? {
    make()
    return handler.column(column)
  }

  private func series(_ column: Int, in table: OrderedTable) throws(ColumnFailure) -> (Series, offset: Double)
  {
    guard self.column(column) != nil else { throw .absent("This column has no numbers.") }
    guard let found = handler.series(column, in: table, goesOn: { !Task.isCancelled }) else {
      throw .cancelled
    }
    return found
  }

  func axis(of order: ColumnOrder, keeping filters: [ColumnFilter]) async throws(ColumnFailure) -> ColumnAxis
  {
    let axis = try table(order, filters).axis
    return ColumnAxis(
      kind: axis.kind, from: axis.from, until: axis.until, offset: axis.offset, step: axis.step)
  }

  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] {
    make()
    let known = host.state.withLock { $0.statistics }
    let own = handler.state.withLock { $0.derived.columns }
    return columns.compactMap { column in
      known[column] ?? handler.derivedNumber(column).flatMap { own[$0]?.drawn?.summary }
    }.map { ColumnExtent(summary: $0, isExact: true) }
  }

  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    let table = try table(window.order, filters)
    let edges = table.edges(window.map).edges
    var lanes: [ColumnPicture.Lane] = []
    for column in columns { lanes.append(table.lane(of: try series(column, in: table).0, edges: edges)) }
    let rows = UInt64((edges.last ?? 0) - (edges.first ?? 0))
    return ColumnPicture(lanes: lanes, rowCount: rows, seenCount: rows, isExact: true)
  }

  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    let table = try table(window.order, filters)
    let edges = table.edges(window.map).edges
    var made: [ColumnPoints] = []
    for column in columns {
      let points = OrderedTable.points(
        lens.lens, of: try series(column, in: table).0, edges: edges, pixels: window.pixels,
        threshold: lens.threshold)
      made.append(table.atTicks(points))
    }
    return made
  }

  /// Returns nil: pictures of all rows are as quick.
  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? { nil }

  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics {
    let table = try table(window.order, filters)
    let start = table.place(from: window.from)
    let end = max(start, table.place(from: window.until))
    var made = ColumnStatistics(rowCount: UInt64(end - start), columns: [])
    for column in columns {
      let (series, offset) = try series(column, in: table)
      let found = series.statistics(from: start, to: end)
      made.columns.append(
        Statistics(
          count: found.count, missingCount: found.missingCount, infiniteCount: found.infiniteCount,
          minimum: found.minimum + offset, maximum: found.maximum + offset, mean: (found.mean ?? 0) + offset,
          squaredDeviations: found.squaredDeviations))
      guard column == counted, found.count > 0 else { continue }
      let high = found.maximum > found.minimum ? found.maximum : found.minimum + 1
      let histogram = series.histogram(from: start, to: end, low: found.minimum, high: high, bins: bins)
      made.histogram = (
        histogram.low + offset, histogram.high + offset, histogram.counts.map { UInt64($0) }
      )
    }
    return made
  }

  // MARK: - Rows

  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    let table = try table(window.order, filters)
    guard table.count > 0 else { return nil }
    var place = table.place(nearestTo: tick)
    if let column {
      let points = table.points(around: tick, window.map, of: try series(column, in: table).0)
      let ticks = points.map { table.tick(ofPlace: $0) }
      if let near = NearestSearch.index(of: tick, in: ticks.span) { place = points[near] }
    }
    return try row(place, table)
  }

  private func row(_ place: Int, _ table: OrderedTable) throws(ColumnFailure) -> ColumnRow? {
    let row = table.row(atPlace: place)
    let (source, key) = host.state.withLock { ($0.source, $0.keys.key(ofRow: row)) }
    guard let source, let key else { return nil }
    do throws(TableError) {
      guard let cells = try source.row(key: key) else { return nil }
      var own = handler.derivedRows
      return ColumnRow(
        tick: table.tick(ofPlace: place), key: key, cells: cells + (own?.numbered(row, cells: cells) ?? []))
    } catch { throw .other(error.description) }
  }

  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    let table = try table(order, filters)
    let count = min(table.count, count)
    let (asked, first): (Int, Int) =
      switch place {
      case .tick(let tick):
        table.count == 0 ? (0, 0) : (table.place(nearestTo: tick), table.place(nearestTo: tick) - count / 2)
      case .place(let place): (Int(clamping: place), Int(clamping: place))
      }
    let start = max(0, min(table.count - count, first))
    var rows: [ColumnRow] = []
    for place in start..<(start + count) {
      if let row = try row(place, table) { rows.append(row) }
    }
    return ColumnRows(
      first: UInt64(start), place: UInt64(max(0, min(table.count - 1, asked))), total: UInt64(table.count),
      rows: rows)
  }

  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    let table = try table(window.order, filters)
    let start = table.place(from: window.from)
    var end = min(table.place(from: window.until), start + TableRow.countLimit)
    // Rows of one tick stay together.
    while end > start, end < table.count, table.tick(ofPlace: end) == table.tick(ofPlace: end - 1) {
      end += 1
    }
    var rows: [ColumnRow] = []
    for place in start..<max(start, end) {
      if let row = try row(place, table) { rows.append(row) }
    }
    return (rows, end < table.count ? min(window.until, table.tick(ofPlace: end)) : window.until)
  }

  // MARK: - Correlations and texts

  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double] {
    guard let other = column(reference)?.0 else { return columns.map { _ in .nan } }
    return columns.map { column in
      self.column(column)?.0.correlation(with: other, from: 0, to: other.count).coefficient ?? .nan
    }
  }

  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    let table = try table(window.order, filters)
    let (xs, left) = try series(grid.x, in: table)
    let (ys, low) = try series(grid.y, in: table)
    let start = table.place(from: window.from)
    let end = max(start, table.place(from: window.until))
    var counted = DensityGrid(
      x: (grid.across.lowerBound - left)...(grid.across.upperBound - left),
      y: (grid.upright.lowerBound - low)...(grid.upright.upperBound - low), columns: grid.columns,
      rows: grid.rows)
    let (across, upright) = (xs.values(from: start, to: end), ys.values(from: start, to: end))
    counted.add(across.span, upright.span)
    var correlation = Correlation()
    correlation.add(across.span, upright.span)
    return ColumnDensity(
      counts: counted.counts.map { UInt64($0) }, insideCount: UInt64(counted.insideCount),
      outsideCount: UInt64(counted.outsideCount), missingCount: UInt64(counted.missingCount),
      correlation: correlation.coefficient ?? .nan)
  }

  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    guard let text = host.state.withLock({ $0.texts[column] }) else {
      throw .absent("Its texts have not been read.")
    }
    return ColumnTexts(
      top: text.top.map { (text.dictionary.text($0.code) ?? [], UInt64($0.count)) },
      distinctCount: UInt64(text.dictionary.count), isCut: text.dictionary.isCut,
      rowCount: UInt64(text.codes.count), missingCount: UInt64(text.missingCount))
  }

  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    let table = try table(window.order, filters)
    guard let text = host.state.withLock({ $0.texts[column] }) else {
      throw .absent("Its texts have not been read.")
    }
    guard let rows = table.classes(column, of: text.rows, goesOn: { !Task.isCancelled }) else {
      throw .cancelled
    }
    let edges = table.edges(window.map).edges
    var classes = [Int](repeating: 0, count: TextStrip.classCount)
    return (0..<window.pixels).map { part in
      rows.count(from: edges[part], to: edges[part + 1], into: &classes)
      return top.indices.map { UInt64(classes[$0]) }
        + [UInt64(classes[TextStrip.others]), UInt64(classes[TextStrip.missing])]
    }
  }
}
