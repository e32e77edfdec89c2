import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// Marking a range, what its values are like, and keeping its rows.
extension DataModel {
  mutating func beginRange(x: Float, column: Int) {
    guard axis != nil, catalog.hasRows, catalog.can(.ranges) else { return }
    select(.mark(tick: tick(atX: x), column: column))
  }

  mutating func moveRange(x: Float) { select(.extend(tick: tick(atX: x))) }

  /// One question is on its way at a time, and the newest follows.
  mutating func sendRange(at now: Int64) {
    guard let table, let axis, let request = selection.askRange(&numbers, at: now),
      let marked = selection.range
    else { return }
    // The server answers the newest question only.
    filters.giveWay()
    let from = axis.tick(marked.low)
    send(
      .readRange(
        ReadRange(
          request: request, source: table.source, column: UInt16(truncatingIfNeeded: marked.column),
          from: from, until: Swift.max(from + 1, axis.tick(marked.high)))))
  }

  /// Asks what the rows that filters keep are like, where no other question is on its way.
  mutating func sendKeptFigures(at now: Int64) {
    guard selection.range?.isAsking != true, catalog.hasRows, catalog.can(.ranges), let table, let axis,
      let request = filters.ask(&numbers, at: now)
    else { return }
    send(
      .readRange(
        ReadRange(
          request: request, source: table.source, column: UInt16(truncatingIfNeeded: overviewColumn ?? 0),
          from: axis.from, until: Swift.max(axis.from + 1, axis.until))))
  }

  mutating func receive(_ summary: RangeSummary) {
    guard summary.source == table?.source, filters.receive(summary) || selection.receive(summary) else {
      return
    }
    redraw()
  }

  /// Keeps the rows of the range alone, or those whose values a lane shows.
  mutating func keepRange() {
    guard let marked = selection.range, let axis, !marked.isEmpty else { return }
    let from = axis.tick(marked.low)
    var text = TextWriter()
    if let count = marked.summary?.rowCount {
      text.append(bytes: Texts.grouped(count))
      text.append(" rows")
    } else {
      text.append("a range")
    }
    if let pinned, order != .rows {
      text.append(" by ")
      text.append(bytes: columns[pinned].info.name)
    }
    keep(.ticks(from: from, until: Swift.max(from + 1, axis.tick(marked.high))), text: text.bytes)
    select(.clear(.range))
  }

  mutating func keepValues(of column: Int) {
    guard columns.indices.contains(column) else { return }
    keepValues(columns[column].shown, of: column)
  }

  mutating func keepValues(_ shown: ValueRange, of column: Int) {
    var text = TextWriter()
    text.append(bytes: columns[column].info.name)
    text.append(" ")
    text.append(bytes: columns[column].info.text(shown.low))
    text.append(" \u{2026} ")
    text.append(bytes: columns[column].info.text(shown.high))
    keep(
      .values(column: UInt16(truncatingIfNeeded: column), low: shown.low, high: shown.high), text: text.bytes)
  }

  mutating func keep(_ kind: SetFilter.Kind, text: [UInt8]) {
    guard let table, let number = filters.add(kind, text: text) else { return }
    pictures.changeRows()
    send(.setFilter(SetFilter(source: table.source, filter: number, kind: kind)))
    moveAxis(.wholeNext)
    select(.clear(.row))
  }

  mutating func drop(_ filter: UInt8) {
    guard let table, filters.remove(filter) else { return }
    pictures.changeRows()
    send(.setFilter(SetFilter(source: table.source, filter: filter, kind: .none)))
    moveAxis(.wholeNext)
    select(.clear([.row, .range]))
  }

  /// Has the rows of the range, or all that are seen, sent as a text with columns.
  mutating func exportRows() {
    guard let table, let axis else { return }
    stopExport()
    let request = numbers.next()
    let marked = selection.range.flatMap { $0.isEmpty ? nil : $0 }
    let (low, high) = (marked?.low ?? window.start, marked?.high ?? window.end)
    let from = axis.tick(low)
    export = RowExport(request: request)
    send(
      .exportRows(
        ExportRows(
          request: request, source: table.source, from: from,
          until: Swift.max(from + 1, axis.tick(high)))))
    isDrawerOpen = false
  }

  /// Gives up what has come of a text.
  mutating func stopExport() {
    guard let export, let table else { return }
    send(.exportRows(export.ending(of: table.source)))
    request(.forget)
    self.export = nil
  }

  mutating func receive(_ part: ExportPart) {
    guard export?.request == part.request else { return }
    request(.save(part.bytes, isLast: part.isLast))
    if part.isLast { export = nil } else { export?.receive(part) }
    redraw()
  }

  /// Shows the range from edge to edge.
  mutating func zoomToRange() {
    guard let marked = selection.range, !marked.isEmpty else { return }
    moveAxis(.place(start: marked.low, width: marked.high - marked.low))
    select(.clear(.range))
  }

  /// What is known of the rows that are marked, else of those that filters keep; nil where all rows are
  /// meant, or nothing is known yet.
  var partFigures: RangeSummary? { selection.range?.summary ?? filters.figures }

  /// Whether figures of all rows have to be called that.
  var isPartSeen: Bool { selection.range?.summary != nil || !filters.isEmpty }
}
