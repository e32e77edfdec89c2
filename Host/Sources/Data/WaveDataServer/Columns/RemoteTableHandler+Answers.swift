import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables
import WaveUnits
import WaveWire

/// Answers about single rows and ranges of rows.
extension RemoteTableHandler {
  func answer(_ question: ReadRow) async {
    guard let source, let view = state.withLock({ $0.shown.view }) else { return }
    let filters = filters
    let window = ColumnWindow(
      order: ColumnOrder(view), from: view.from, until: view.until, pixels: Int(view.pixels))
    let column = question.column == WireLimits.noColumn ? nil : Int(question.column)
    let (isSeen, point) = state.withLock { state in
      (
        column.map { state.shown[ClientView.LaneKey(column: UInt16($0))] != nil } ?? false,
        state.chosen(question)
      )
    }
    let row = await asking(orSay: "The row could not be read") { () async throws(ColumnFailure) in
      try await source.row(
        nearest: point ?? question.tick, pointOf: isSeen && point == nil ? column : nil, in: window,
        keeping: filters)
    }
    guard let row = row ?? nil, !Task.isCancelled else { return }
    send(cells(of: row, for: question.request))
  }

  func answer(_ page: ReadRows) async {
    guard let source, let view = state.withLock({ $0.shown.view }) else { return }
    let filters = filters
    let found = await asking(orSay: "The rows could not be read") { () async throws(ColumnFailure) in
      try await source.rows(
        page.isTick ? .tick(page.start) : .place(page.start), count: Int(page.count),
        order: ColumnOrder(view), keeping: filters)
    }
    guard let found, !Task.isCancelled else { return }
    var messages: [DataMessage] = [
      .rows(
        TableRows(
          request: page.request, source: page.source, first: found.first,
          count: UInt8(clamping: found.rows.count), place: found.place, total: found.total))
    ]
    for row in found.rows { messages += cells(of: row, for: page.request) }
    send(messages)
  }

  private func cells(of row: ColumnRow, for request: UInt16) -> [DataMessage] {
    let whole = TableCells(
      request: request, source: host.number, key: row.key, tick: row.tick, first: 0,
      cells: row.cells.prefix(WireLimits.tableColumns).map { TableCells.Cell($0) })
    return TableCells.parts(of: whole).map { .row($0) }
  }

  func answer(_ range: ReadRange) async {
    guard let source, let view = state.withLock({ $0.shown.view }) else { return }
    let filters = filters
    let columns = Array(drawnColumns.prefix(WireLimits.columnsPerMessage))
    let window = ColumnWindow(
      order: ColumnOrder(view), from: range.from, until: range.until, pixels: 1)
    let counted = columns.first { $0 == Int(range.column) }
    let found = await asking(orSay: "The range could not be read") { () async throws(ColumnFailure) in
      try await source.statistics(
        of: columns, in: window, histogramOf: counted, bins: LoadedTableHandler.bins, keeping: filters)
    }
    guard let found, !Task.isCancelled else { return }
    var texts: [RangeSummary.Texts] = []
    for column in state.withLock({ $0.shown.texts?.columns ?? [] }) {
      guard let text = await self.texts(of: Int(column), source) else { continue }
      let top = text.top.map(\.text)
      let counted = await asking { () async throws(ColumnFailure) in
        try await source.textCounts(of: Int(column), top: top, in: window, keeping: filters)
      }
      guard !Task.isCancelled else { return }
      // The counts of the texts are followed by those of other texts and of rows without a text.
      guard let counts = counted?.first, counts.count == top.count + 2 else { continue }
      texts.append(
        RangeSummary.Texts(
          column: column, missingCount: counts[top.count + 1], counts: Array(counts.prefix(top.count))))
    }
    let sent = zip(columns, found.columns).map { column, found in
      RangeSummary.Column(
        column: UInt16(truncatingIfNeeded: column),
        missing: UInt64(clamping: found.missingCount.saturatingAdding(found.infiniteCount)),
        minimum: found.count > 0 ? found.minimum : .nan, maximum: found.count > 0 ? found.maximum : .nan,
        mean: found.mean ?? .nan, deviation: found.standardDeviation ?? .nan)
    }
    send([
      .range(
        RangeSummary(
          request: range.request, source: range.source, rowCount: found.rowCount, columns: sent,
          histogramColumn: range.column, low: found.histogram?.low ?? .nan,
          high: found.histogram?.high ?? .nan,
          counts: found.histogram?.counts.map { UInt32(clamping: $0) } ?? [], texts: texts))
    ])
  }
}
