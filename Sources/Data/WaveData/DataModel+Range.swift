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
    rowsRevision &+= 1
    send(.setFilter(SetFilter(source: table.source, filter: number, kind: kind)))
    moveAxis(.wholeNext)
    select(.clear(.row))
  }

  mutating func drop(_ filter: UInt8) {
    guard let table, filters.remove(filter) else { return }
    rowsRevision &+= 1
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

  // MARK: - Drawing

  func drawRange(_ lanes: [DataLane], into list: inout DrawList) {
    guard let marked = selection.range else { return }
    let left = Swift.max(0, x(ofTick: marked.low)).rounded()
    let right = Swift.min(screen.width, x(ofTick: marked.high)).rounded()
    guard right >= left else { return }
    let area = Rect(
      x: 0, y: screen.lanesTop, width: screen.width, height: screen.lanesBottom - screen.lanesTop)
    list.layer(LayerID.cursor, bounds: area) { list in
      list.clip(area)
      var shade = theme.accent
      shade.rgba = shade.rgba & 0x00FF_FFFF | 0x2600_0000
      list.rectangle(Rect(x: left, y: area.y, width: right - left, height: area.height), color: shade)
      let line = Swift.max(1, screen.scale.rounded())
      for x in [left, right - line] {
        list.rectangle(Rect(x: x, y: area.y, width: line, height: area.height), color: theme.accent)
      }
      drawHistogram(lanes, marked, left: left, right: right, into: &list)
    }
  }

  /// How often values occur, along the lane's own scale, from the range's left edge on.
  private func drawHistogram(
    _ lanes: [DataLane], _ marked: MarkedRange, left: Float, right: Float, into list: inout DrawList
  ) {
    guard let summary = marked.summary, let most = summary.counts.max(), most > 0,
      let lane = lanes.first(where: { $0.column == Int(summary.histogramColumn) })
    else { return }
    let top = Swift.max(lane.y, lane.isPinned ? screen.lanesTop : layout.movingTop)
    var bar = theme.accent
    bar.rgba = bar.rgba & 0x00FF_FFFF | 0xA000_0000
    let width = Swift.max(24 * screen.scale, Swift.min(right - left, 160 * screen.scale))
    let step = (summary.high - summary.low) / Double(summary.counts.count)
    for (bin, count) in summary.counts.enumerated() where count > 0 {
      let low = y(of: summary.low + Double(bin) * step, in: lane)
      let high = y(of: summary.low + Double(bin + 1) * step, in: lane)
      let from = Swift.max(top, high)
      let until = Swift.min(lane.y + lane.height, low)
      guard until > from else { continue }
      list.rectangle(
        Rect(x: left, y: from, width: width * Float(count) / Float(most), height: Swift.max(1, until - from)),
        color: bar)
    }
  }

  /// What is known of the rows that are marked, else of those that filters keep; nil where all rows are
  /// meant, or nothing is known yet.
  var partFigures: RangeSummary? { selection.range?.summary ?? filters.figures }

  /// Whether figures of all rows have to be called that.
  var isPartSeen: Bool { selection.range?.summary != nil || !filters.isEmpty }

  /// What is known of a lane's values in the marked rows, in those that are kept, or in the whole table.
  func statisticsText(of lane: DataLane) -> [UInt8] {
    let column = lane.column
    let info = columns[column].info
    var text = TextWriter()
    if let found = partFigures?.columns.first(where: { Int($0.column) == column }) {
      guard found.minimum.isFinite else {
        text.append("no values here")
        return text.bytes
      }
      text.append(bytes: info.text(found.minimum))
      text.append(" \u{2026} ")
      text.append(bytes: info.text(found.maximum))
      if info.kind != .time, found.mean.isFinite {
        text.append(" \u{00B7} mean ")
        text.append(bytes: Texts.brief(found.mean))
        text.append(" \u{00B1} ")
        text.append(bytes: Texts.brief(found.deviation))
      }
      appendMissing(found.missing, to: &text)
      if selection.range?.summary == nil, lenses.compared == nil { appendWrongPixels(of: lane, to: &text) }
      return text.bytes
    }
    guard info.minimum.isFinite else { return [] }
    if isPartSeen { text.append("all rows: ") }
    text.append(bytes: info.text(info.minimum))
    text.append(" \u{2026} ")
    text.append(bytes: info.text(info.maximum))
    if info.kind != .time, info.mean.isFinite {
      text.append(" \u{00B7} mean ")
      text.append(bytes: Texts.brief(info.mean))
    }
    appendMissing(info.missing, to: &text)
    if lenses.compared == nil { appendWrongPixels(of: lane, to: &text) }
    return text.bytes
  }

  private func appendMissing(_ count: UInt64, to text: inout TextWriter) {
    guard count > 0 else { return }
    text.append(" \u{00B7} ")
    text.append(bytes: Texts.grouped(count))
    text.append(" missing")
  }
}
