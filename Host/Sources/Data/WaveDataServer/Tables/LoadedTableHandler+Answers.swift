import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables
import WaveUnits
import WaveWire

/// Answers about single rows and ranges of rows.
extension LoadedTableHandler {
  /// Sends statistics of a range of rows.
  func answer(_ range: ReadRange, _ view: ShowTable) {
    let goesOn = { self.state.withLock { !$0.rows.hasRange && !$0.isClosed } }
    guard let table = ordered(view, goesOn: goesOn) else { return }
    let start = table.place(from: range.from)
    let end = max(start, table.place(from: range.until))
    var columns: [RangeSummary.Column] = []
    var answer = RangeSummary(
      request: range.request, source: range.source, rowCount: UInt64(end - start), columns: [],
      histogramColumn: range.column, low: .nan, high: .nan, counts: [])
    for column in drawnColumns.prefix(WireLimits.columnsPerMessage) {
      guard goesOn() else { return }
      guard let (series, offset) = series(column, in: table, goesOn: goesOn) else { continue }
      let found = series.statistics(from: start, to: end)
      columns.append(
        RangeSummary.Column(
          column: UInt16(truncatingIfNeeded: column),
          missing: UInt64(clamping: found.missingCount.saturatingAdding(found.infiniteCount)),
          minimum: found.count > 0 ? found.minimum + offset : .nan,
          maximum: found.count > 0 ? found.maximum + offset : .nan,
          mean: found.mean.map { $0 + offset } ?? .nan,
          deviation: found.standardDeviation ?? .nan))
      guard column == Int(range.column), found.count > 0 else { continue }
      let high = found.maximum > found.minimum ? found.maximum : found.minimum + 1
      var histogram = Histogram(low: found.minimum, high: high, bins: Self.bins)
      let values = series.values(from: start, to: end)
      histogram.add(values.span)
      (answer.low, answer.high) = (histogram.low + offset, histogram.high + offset)
      answer.counts = histogram.counts.map { UInt32(clamping: $0) }
    }
    answer.columns = columns
    for column in state.withLock({ $0.shown.texts?.columns ?? [] }) {
      guard goesOn() else { return }
      guard let text = text(Int(column)),
        let rows = table.classes(Int(column), of: text.rows, goesOn: goesOn)
      else { continue }
      var counts = [Int](repeating: 0, count: TextStrip.classCount)
      rows.count(from: start, to: end, into: &counts)
      answer.texts.append(
        RangeSummary.Texts(
          column: column, missingCount: UInt64(counts[TextStrip.missing]),
          counts: text.top.indices.map { UInt64(counts[$0]) }))
    }
    send([.range(answer)], of: table)
  }

  func answer(_ question: ReadRow, _ view: ShowTable, _ generation: Int) {
    guard let table = ordered(view, goesOn: { !self.state.withLock { $0.isClosed } }), table.count > 0 else {
      return
    }
    var derived = derivedRows
    send(
      cells(
        of: nearest(question, view, generation, table), in: table, for: question.request, question.source,
        derived: &derived), of: table)
  }

  /// Sends consecutive rows.
  func answer(_ page: ReadRows, _ view: ShowTable) {
    guard let table = ordered(view, goesOn: { !self.state.withLock { $0.isClosed } }), table.count > 0 else {
      return
    }
    let place =
      page.isTick
      ? table.place(nearestTo: page.start) : max(0, min(table.count - 1, Int(clamping: page.start)))
    let count = min(table.count, Int(page.count))
    let start = max(0, min(table.count - count, page.isTick ? place - count / 2 : place))
    var messages: [DataMessage] = [
      .rows(
        TableRows(
          request: page.request, source: page.source, first: UInt64(start), count: UInt8(count),
          place: UInt64(place), total: UInt64(table.count)))
    ]
    var derived = derivedRows
    for place in start..<(start + count) {
      guard state.withLock({ !$0.rows.hasPage && !$0.isClosed }) else { return }
      messages += cells(of: place, in: table, for: page.request, page.source, derived: &derived)
    }
    send(messages, of: table)
  }

  /// Returns the cells of a row, in as many messages as necessary, or the reason why they cannot be read.
  func cells(
    of place: Int, in table: OrderedTable, for request: UInt16, _ number: UInt16,
    derived: inout DerivedRows?
  ) -> [DataMessage] {
    let row = table.row(atPlace: place)
    let (source, key) = host.state.withLock { ($0.source, $0.keys.key(ofRow: row)) }
    guard let source, let key else { return [] }
    do throws(TableError) {
      guard let cells = try source.row(key: key) else {
        return [
          .notice(
            Notice(
              severity: .warning, text: Array("The row is no longer in the table: open it again.".utf8)))
        ]
      }
      let own = derived?.numbered(row, cells: cells) ?? []
      let whole = TableCells(
        request: request, source: number, key: key, tick: table.tick(ofPlace: place), first: 0,
        cells: (cells.prefix(WireLimits.tableColumns) + own).map { TableCells.Cell($0) })
      return TableCells.parts(of: whole).map { .row($0) }
    } catch {
      return [.notice(Notice(severity: .failure, text: host.textForClients(error.description)))]
    }
  }

  /// Returns the nearest drawn point along x of the lane under the finger; without a lane, the nearest row.
  func nearest(_ question: ReadRow, _ view: ShowTable, _ generation: Int, _ table: OrderedTable) -> Int {
    let (isShown, chosen) = state.withLock { state in
      // Places in another view's order do not apply to this one.
      (
        state.shown[ClientView.LaneKey(column: question.column)] != nil,
        state.pictures.points(of: question.column, in: generation)
      )
    }
    guard question.column != WireLimits.noColumn, isShown else {
      return table.place(nearestTo: question.tick)
    }
    // While the table is read again, it may have fewer rows than before.
    var candidates = (chosen ?? []).filter { $0 < table.count }
    if candidates.isEmpty {
      candidates = exactPoints(question, view, table)
    }
    guard !candidates.isEmpty else { return table.place(nearestTo: question.tick) }
    let ticks = candidates.map { table.tick(ofPlace: $0) }
    return NearestSearch.index(of: question.tick, in: ticks.span).map { candidates[$0] } ?? candidates[0]
  }

  /// Returns the places of the first, least, greatest and last values of the columns of pixels around a tick.
  func exactPoints(_ question: ReadRow, _ view: ShowTable, _ table: OrderedTable) -> [Int] {
    guard let series = series(Int(question.column), in: table, goesOn: { true })?.series else { return [] }
    let map = PixelMap(start: view.from, end: view.until, columns: Int(view.pixels))
    return table.points(around: question.tick, map, of: series)
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
