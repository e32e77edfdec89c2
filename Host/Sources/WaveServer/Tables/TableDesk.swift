import Dispatch
import Synchronization
import WaveDevices
import WaveSeries
import WaveTables
import WaveWire

/// Does what one client asks of a table, the newest wish first, beside the event loop.
///
/// One thing is done at a time for a client: a question for a row goes before pictures, and what a newer view has made useless is left out.
final class TableDesk: Sendable {
  private struct State {
    var lanes: [UInt16: ShowLane] = [:]
    var overview: ShowLane?
    var view: ShowTable?
    /// Lanes that the newest view has no picture of yet, in the order in which they were asked for.
    var waiting: [UInt16] = []
    var isOverviewWaiting = false
    var isDoneTold = true
    var question: ReadRow?
    var range: ReadRange?
    var page: ReadRows?
    var filters = TableFilters()
    /// Rows that are to be written, and how many have been.
    var export: RowWriter?
    var wantedExport: (request: ExportRows, view: ShowTable)?
    /// Tables in the orders that were asked for, of the rows that are kept.
    var filtered: [OrderedTable.Name: OrderedTable] = [:]
    /// Filters to be set, each with the view that was the newest when it came: a later one must not give its ticks another meaning.
    var wishes: [(filter: SetFilter, view: ShowTable?)] = []
    var isWorking = false
    var isClosed = false
    /// Grows with every view, so that work on an older one can end.
    var generation = 0
    var answers: [TableMessage] = []
    /// The axis that the client was told last.
    var toldAxis: TableAxis?
    /// The column with which the others have been compared.
    var correlated: Int?
    /// Places that a lens has chosen, by column.
    var chosen: [UInt16: [Int]] = [:]
  }

  /// How often it is told how far an order is.
  private static let tellMicroseconds: Int64 = 100_000

  /// Answers that wait for a client to read them, at most.
  private static let answersLimit = 256
  /// Bins of a histogram.
  private static let bins = 48

  private let station: TableStation
  private let state = Mutex(State())

  init(station: TableStation) { self.station = station }

  // MARK: - On the event loop

  func show(_ view: ShowTable) {
    state.withLock { state in
      let isSame = state.view.map { $0.order == view.order && $0.orderColumn == view.orderColumn } ?? false
      state.view = view
      // Of the older view no more may come, and who does not read must not fill memory with it.
      state.answers.removeAll { answer in
        switch answer {
        case .spans(let spans): !spans.flags.contains(.overview) && spans.view != view.view
        case .viewDone(let done): done.view != view.view
        default: false
        }
      }
      state.generation += 1
      state.waiting = state.lanes.keys.sorted()
      if !isSame { state.isOverviewWaiting = true }
      state.isDoneTold = false
      state.chosen = [:]
    }
    work()
  }

  func show(_ lane: ShowLane) {
    state.withLock { state in
      if lane.isOverview {
        state.overview = lane
        state.isOverviewWaiting = true
      } else if lane.pixels == 0 {
        state.lanes[lane.column] = nil
        state.waiting.removeAll { $0 == lane.column }
      } else if state.lanes.count < WireLimits.toldColumns || state.lanes[lane.column] != nil {
        state.lanes[lane.column] = lane
      }
    }
  }

  func read(_ range: ReadRange) {
    state.withLock { $0.range = range }
    work()
  }

  func set(_ filter: SetFilter) {
    state.withLock { state in
      if state.wishes.count < Self.answersLimit { state.wishes.append((filter, state.view)) }
    }
    work()
  }

  func read(_ page: ReadRows) {
    state.withLock { $0.page = page }
    work()
  }

  func export(_ request: ExportRows) {
    state.withLock { state in
      state.export = nil
      state.wantedExport = state.view.flatMap { request.until > request.from ? (request, $0) : nil }
    }
    work()
  }

  func read(_ question: ReadRow) {
    state.withLock { $0.question = question }
    work()
  }

  /// The table has more rows: the pictures are made anew.
  func refresh() {
    state.withLock { state in
      guard state.view != nil else { return }
      state.generation += 1
      state.waiting = state.lanes.keys.sorted()
      state.isOverviewWaiting = state.overview != nil
      state.correlated = nil
      state.chosen = [:]
      state.filtered = [:]
    }
    work()
  }

  func close() { state.withLock { $0.isClosed = true } }

  var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }

  func takeAnswers() -> [TableMessage] {
    let (answers, goesOn) = state.withLock { state in
      defer { state.answers = [] }
      return (state.answers, state.export != nil || state.answers.count >= Self.answersLimit)
    }
    // What has waited for those before to leave goes on: the next part of a text, and all where too much was unread.
    if goesOn { work() }
    return answers
  }

  // MARK: - Beside it

  private enum Job {
    case row(ReadRow, ShowTable)
    case range(ReadRange, ShowTable)
    case page(ReadRows, ShowTable)
    case filter(SetFilter, ShowTable)
    case lane(ShowLane, ShowTable, generation: Int)
    case done(ShowTable)
    case export(ExportRows, ShowTable)
    case write(RowWriter)
    case correlations(OrderedTable.Name, generation: Int)
  }

  private func work() {
    let begins = state.withLock { state in
      guard !state.isWorking, !state.isClosed else { return false }
      state.isWorking = true
      return true
    }
    guard begins else { return }
    station.queue.async { self.run() }
  }

  private func run() {
    while let job = next() {
      switch job {
      case .row(let question, let view): answer(question, view)
      case .page(let page, let view): answer(page, view)
      case .range(let range, let view): answer(range, view)
      case .filter(let wish, let view): perform(wish, view)
      case .lane(let lane, let view, let generation): draw(lane, view, generation)
      case .done(let view): put([.viewDone(ViewDone(view: view.view))])
      case .export(let request, let view): begin(request, view)
      case .write(let writer): write(writer)
      case .correlations(let name, let generation): correlate(name, generation)
      }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard let view = state.view, !state.isClosed else {
        state.isWorking = false
        return nil
      }
      // Who does not read what was asked for gets no more of it.
      guard state.answers.count < Self.answersLimit else {
        state.isWorking = false
        return nil
      }
      if !state.wishes.isEmpty {
        let wish = state.wishes.removeFirst()
        return .filter(wish.filter, wish.view ?? view)
      }
      if let question = state.question {
        state.question = nil
        return .row(question, view)
      }
      if let page = state.page {
        state.page = nil
        return .page(page, view)
      }
      while let column = state.waiting.first {
        state.waiting.removeFirst()
        if let lane = state.lanes[column] { return .lane(lane, view, generation: state.generation) }
      }
      if let range = state.range, state.isDoneTold {
        state.range = nil
        return .range(range, view)
      }
      if !state.isDoneTold {
        state.isDoneTold = true
        return .done(view)
      }
      if state.isOverviewWaiting, let lane = state.overview {
        state.isOverviewWaiting = false
        return .lane(lane, view, generation: state.generation)
      }
      if let wanted = state.wantedExport {
        state.wantedExport = nil
        return .export(wanted.request, wanted.view)
      }
      if let writer = state.export, state.answers.isEmpty { return .write(writer) }
      let name = OrderedTable.Name(view.order, column: Int(view.orderColumn))
      if name.order != .rows, name.column != state.correlated {
        state.correlated = name.column
        return .correlations(name, generation: state.generation)
      }
      state.isWorking = false
      return nil
    }
  }

  private func put(_ messages: [TableMessage]) {
    state.withLock { $0.answers += messages }
    station.tell(.answers)
  }

  /// Whether what was begun for a view is still wanted.
  private func isCurrent(_ generation: Int) -> Bool {
    state.withLock { $0.generation == generation && !$0.isClosed }
  }

  private func ordered(_ view: ShowTable, goesOn: () -> Bool) -> OrderedTable? {
    let name = OrderedTable.Name(view.order, column: Int(view.orderColumn))
    var told = MonotonicClock.microseconds
    var isSlow = false
    let table: OrderedTable?
    do throws(TableError) {
      table = try station.ordered(name) { part in
        let now = MonotonicClock.microseconds
        if now - told >= Self.tellMicroseconds {
          told = now
          isSlow = true
          put([.progress(work(.ordering, part, of: view))])
        }
        return goesOn()
      }
    } catch {
      put([.notice(Notice(severity: .failure, text: station.told(error.description)))])
      table = nil
    }
    if isSlow { put([.progress(work(.ordering, 1, of: view))]) }
    guard let table, let kept = keep(table, name, goesOn: goesOn) else { return nil }
    let isNew = state.withLock { state in
      defer { state.toldAxis = kept.axis }
      return state.toldAxis != kept.axis
    }
    if isNew { put([.axis(kept.axis)]) }
    return kept
  }

  /// Those of a table's rows that the filters keep.
  private func keep(_ table: OrderedTable, _ name: OrderedTable.Name, goesOn: () -> Bool) -> OrderedTable? {
    let (filters, known) = state.withLock { ($0.filters, $0.filtered[name]) }
    guard !filters.isEmpty else { return table }
    if let known, known.rowCount == table.rowCount { return known }
    let (series, statistics) = station.state.withLock { ($0.series, $0.statistics) }
    let rows = filters.rows(count: table.rowCount) { column in
      series[column].map { ($0, statistics[column]?.offset ?? 0) }
    }
    guard let kept = table.keeping(rows, goesOn: goesOn) else { return nil }
    state.withLock { $0.filtered[name] = kept }
    return kept
  }

  /// Sets a filter, and has everything drawn anew.
  private func perform(_ wish: SetFilter, _ view: ShowTable) {
    var kept: TableFilters.Kept?
    switch wish.kind {
    case .none: break
    case .values(let column, let low, let high): kept = .values(column: Int(column), low: low, high: high)
    case .ticks(let from, let until):
      guard let table = ordered(view, goesOn: { true }) else { return }
      var rows = RowSet(count: table.rowCount, isFull: false)
      for place in table.place(from: from)..<max(table.place(from: from), table.place(from: until)) {
        rows.insert(table.row(atPlace: place))
      }
      kept = .rows(rows)
    }
    state.withLock { state in
      state.filters.set(wish.filter, kept)
      state.filtered = [:]
      state.generation += 1
      state.waiting = state.lanes.keys.sorted()
      state.isOverviewWaiting = state.overview != nil
      state.chosen = [:]
    }
  }

  private func work(_ stage: TableWork.Stage, _ part: Double, of view: ShowTable) -> TableWork {
    TableWork(source: view.source, stage: stage, done: UInt64(max(0, min(1, part)) * 1000), total: 1000)
  }

  private func draw(_ lane: ShowLane, _ view: ShowTable, _ generation: Int) {
    let goesOn = { self.isCurrent(generation) }
    guard let table = ordered(view, goesOn: goesOn) else { return }
    let column = Int(lane.column)
    let (base, summary, isComplete) = station.state.withLock { state in
      (state.series[column], state.statistics[column], state.description.flags.contains(.complete))
    }
    guard let base, let summary, let series = table.series(column, of: base, goesOn: goesOn) else { return }
    let painter = LanePainter(
      table: table, series: series, offset: summary.offset ?? 0, lane: lane, view: view,
      isComplete: isComplete)
    guard let (spans, chosen) = painter.paint(goesOn: goesOn), isCurrent(generation) else { return }
    state.withLock { $0.chosen[lane.column] = chosen }
    put(spans.map { .spans($0) })
  }

  private func begin(_ request: ExportRows, _ view: ShowTable) {
    let source = station.state.withLock { $0.source }
    guard let source, let table = ordered(view, goesOn: { true }) else { return }
    let start = table.place(from: request.from)
    let writer = RowWriter(
      request: request.request, source: source, table: table,
      places: start..<max(start, table.place(from: request.until)))
    state.withLock { $0.export = writer }
  }

  /// Writes the next part, unless the text is no longer wanted.
  private func write(_ writer: RowWriter) {
    let keys = station.state.withLock { $0.keys }
    var writer = writer
    do throws(TableError) {
      let part = try writer.next { keys.key(ofRow: $0) }
      let isWanted = state.withLock { state in
        guard state.export?.request == writer.request else { return false }
        state.export = part.isLast ? nil : writer
        return true
      }
      guard isWanted else { return }
      put([.exportPart(part)])
      if part.isLast, let note = writer.note {
        put([.notice(Notice(severity: .information, text: Array(note.utf8)))])
      }
    } catch {
      state.withLock { $0.export = nil }
      put([.notice(Notice(severity: .failure, text: station.told(error.description)))])
    }
  }

  /// Tells how every column goes together with the one that orders.
  private func correlate(_ name: OrderedTable.Name, _ generation: Int) {
    let (columns, drawn, series) = station.state.withLock { ($0.columns, $0.drawn, $0.series) }
    guard let reference = series[name.column] else { return }
    var told = columns
    for column in drawn {
      guard state.withLock({ $0.view.map { Int($0.orderColumn) == name.column } == true && !$0.isClosed })
      else {
        return state.withLock { $0.correlated = nil }
      }
      guard let other = series[column] else { continue }
      let found = reference.correlation(with: other, from: 0, to: reference.count)
      told[column].correlation = found.coefficient ?? .nan
    }
    put(TableStation.told(told, station.number).map { .columns($0) })
  }

  /// Tells what the values of a range of rows are like.
  private func answer(_ range: ReadRange, _ view: ShowTable) {
    let goesOn = { self.state.withLock { $0.range == nil && !$0.isClosed } }
    guard let table = ordered(view, goesOn: goesOn) else { return }
    let (base, summaries, drawn) = station.state.withLock { ($0.series, $0.statistics, $0.drawn) }
    let start = table.place(from: range.from)
    let end = max(start, table.place(from: range.until))
    var columns: [RangeSummary.Column] = []
    var answer = RangeSummary(
      request: range.request, source: range.source, rowCount: UInt64(end - start), columns: [],
      histogramColumn: range.column, low: .nan, high: .nan, counts: [])
    for column in drawn.prefix(WireLimits.toldColumns) {
      guard goesOn() else { return }
      guard let known = base[column], let series = table.series(column, of: known, goesOn: goesOn) else {
        continue
      }
      let offset = summaries[column]?.offset ?? 0
      let found = series.statistics(from: start, to: end)
      columns.append(
        RangeSummary.Column(
          column: UInt16(truncatingIfNeeded: column),
          missing: UInt64(found.missingCount + found.infiniteCount),
          minimum: found.count > 0 ? found.minimum + offset : .nan,
          maximum: found.count > 0 ? found.maximum + offset : .nan,
          mean: found.mean.map { $0 + offset } ?? .nan,
          deviation: found.standardDeviation ?? .nan))
      guard column == Int(range.column), found.count > 0 else { continue }
      let high = found.maximum > found.minimum ? found.maximum : found.minimum + 1
      var histogram = Histogram(low: found.minimum, high: high, bins: Self.bins)
      let values = series.values(from: start, to: end)
      histogram.take(values.span)
      (answer.low, answer.high) = (histogram.low + offset, histogram.high + offset)
      answer.counts = histogram.counts.map { UInt32(clamping: $0) }
    }
    answer.columns = columns
    put([.range(answer)])
  }

  private func answer(_ question: ReadRow, _ view: ShowTable) {
    guard let table = ordered(view, goesOn: { !self.state.withLock { $0.isClosed } }), table.count > 0 else {
      return
    }
    put(cells(of: nearest(question, view, table), in: table, for: question.request, question.source))
  }

  /// Tells rows that follow one another.
  private func answer(_ page: ReadRows, _ view: ShowTable) {
    guard let table = ordered(view, goesOn: { !self.state.withLock { $0.isClosed } }), table.count > 0 else {
      return
    }
    let place =
      page.isTick
      ? table.place(nearestTo: page.start) : max(0, min(table.count - 1, Int(clamping: page.start)))
    let count = min(table.count, Int(page.count))
    let start = max(0, min(table.count - count, page.isTick ? place - count / 2 : place))
    var messages: [TableMessage] = [
      .rows(
        TableRows(
          request: page.request, source: page.source, first: UInt64(start), count: UInt8(count),
          place: UInt64(place), total: UInt64(table.count)))
    ]
    for place in start..<(start + count) {
      guard state.withLock({ $0.page == nil && !$0.isClosed }) else { return }
      messages += cells(of: place, in: table, for: page.request, page.source)
    }
    put(messages)
  }

  /// The cells of a row, in as many messages as it takes, or why they cannot be told.
  private func cells(
    of place: Int, in table: OrderedTable, for request: UInt16, _ number: UInt16
  ) -> [TableMessage] {
    let row = table.row(atPlace: place)
    let (source, key) = station.state.withLock { ($0.source, $0.keys.key(ofRow: row)) }
    guard let source, let key else { return [] }
    do throws(TableError) {
      guard let cells = try source.row(key: key) else {
        return [
          .notice(
            Notice(
              severity: .warning, text: Array("The row is no longer in the table: open it again.".utf8)))
        ]
      }
      let told = cells.prefix(WireLimits.tableColumns).map { TableCells.Cell($0) }
      return stride(from: 0, to: max(1, told.count), by: WireLimits.toldColumns).map { first in
        .row(
          TableCells(
            request: request, source: number, key: key, tick: table.tick(ofPlace: place),
            first: UInt16(truncatingIfNeeded: first),
            cells: Array(told[first..<min(told.count, first + WireLimits.toldColumns)])))
      }
    } catch {
      return [.notice(Notice(severity: .failure, text: station.told(error.description)))]
    }
  }

  /// The drawn point of the lane under the finger that is nearest along x; without a lane the nearest row.
  private func nearest(_ question: ReadRow, _ view: ShowTable, _ table: OrderedTable) -> Int {
    let (lane, chosen) = state.withLock { ($0.lanes[question.column], $0.chosen[question.column]) }
    guard question.column != WireLimits.noColumn, lane != nil else {
      return table.place(nearestTo: question.tick)
    }
    var candidates = chosen ?? []
    if candidates.isEmpty {
      candidates = exactPoints(question, view, table)
    }
    guard !candidates.isEmpty else { return table.place(nearestTo: question.tick) }
    let ticks = candidates.map { table.tick(ofPlace: $0) }
    return NearestSearch.index(of: question.tick, in: ticks.span).map { candidates[$0] } ?? candidates[0]
  }

  /// The first, least, greatest and last values of the columns of pixels around a tick.
  private func exactPoints(_ question: ReadRow, _ view: ShowTable, _ table: OrderedTable) -> [Int] {
    let base = station.state.withLock { $0.series[Int(question.column)] }
    guard let base, let series = table.series(Int(question.column), of: base, goesOn: { true }) else {
      return []
    }
    let map = PixelMap(start: view.from, end: view.until, columns: Int(view.pixels))
    let middle = map.column(of: question.tick)
    var found: Set<Int> = []
    for column in (middle - 1)...(middle + 1) where column >= 0 && column < map.columns {
      let start = table.place(from: map.start(ofColumn: column))
      let end = table.place(from: map.start(ofColumn: column + 1))
      guard start < end, let first = series.firstValid(from: start, to: end),
        let last = series.lastValid(from: start, to: end)
      else { continue }
      found.formUnion([first, last])
      if let extremes = series.positionsOfExtremes(from: start, to: end) {
        found.formUnion([extremes.minimum, extremes.maximum])
      }
    }
    return found.sorted()
  }
}

extension TableCells.Cell {
  init(_ cell: TableCell) {
    self =
      switch cell {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let text, _): .text(Array(text.utf8))
      case .blob(let byteCount): .bytes(UInt64(byteCount))
      }
  }
}
