package import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveSeries
import WaveUnits
package import WaveWire

extension DataModel {
  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    views.connectionChanged()
    laneRequests = LaneRequests()
    select(.connectionChanged)
    catalog.connectionChanged()
    guard isOpen else { return }
    select(.clear(.range))
    if export != nil { request(.forget) }
    export = nil
    page = nil
    scatter?.connect()
    filters.connect()
    derived.connect()
    rest.connect()
  }

  package mutating func accept(_ message: TableMessage, at now: Int64) {
    switch message {
    case .table(let table): receive(table, at: now)
    case .columns(let columns): receive(columns)
    case .progress(let next): if catalog.receive(next) { redraw() }
    case .axis(let axis): receive(axis)
    case .spans(let spans): receive(spans)
    case .viewDone(let done): views.receive(done)
    case .row(let row): receive(row)
    case .rows(let rows): if rows.source == table?.source { page?.receive(rows) }
    case .scatter(let part): if scatter?.receive(part) == true { redraw() }
    case .range(let summary): receive(summary)
    case .exportPart(let part): receive(part)
    case .textSummary(let summary):
      guard summary.source == table?.source, hasTexts(summary.column) else { return }
      pictures.receive(summary)
      redraw()
    case .textStrip(let strip):
      guard hasTexts(strip.column), let window = views.window(of: strip.view) else { return }
      pictures.receive(strip, window: window)
      redraw()
    case .abilities(let next): receive(next)
    case .hello, .show, .showLane, .readRow, .stop, .readRange, .setFilter, .exportRows, .readRows,
      .showScatter, .showTexts, .deriveColumn, .chooseLost, .readTable, .clockRequest, .welcome, .clockReply,
      .notice:
      break
    }
  }

  private func hasTexts(_ column: UInt16) -> Bool {
    columns.indices.contains(Int(column)) && columns[Int(column)].isText
  }

  package mutating func show(_ notice: Notice, at now: Int64) {
    alertText = notice.text
    if notice.severity == .failure { catalog.refuse() }
    redraw()
  }

  private mutating func receive(_ next: TableDescription, at now: Int64) {
    redraw()
    switch catalog.receive(next) {
    case .added: break
    case .first: open(0, at: now)
    case .updated: showWhatThereIs()
    case .emptied:
      forgetPictures()
      showWhatThereIs()
    case .replaced:
      open(catalog.index, at: now)
      showWhatThereIs()
    }
  }

  /// Leaves what was drawn of rows that are shown no more.
  private mutating func forgetPictures() {
    selection = Selection()
    (page, scatter) = (nil, nil)
    pictures.removeAll()
    strips.removeOverview()
    laneRequests = LaneRequests()
  }

  /// Shows a table from its beginning.
  mutating func open(_ index: Int, at now: Int64) {
    if let source = table?.source, link.isConnected {
      for column in derived.columns { send(.deriveColumn(column.message(of: source, isRemoved: true))) }
      for rows in filters.kept {
        send(.setFilter(SetFilter(source: source, filter: rows.filter, kind: .none)))
      }
    }
    filters.removeAll()
    catalog.show(index)
    derived.reset(after: tableColumnCount)
    shell.words.startHint(at: now)
    columns = [DataColumn](repeating: DataColumn(), count: tableColumnCount)
    orders.reset()
    scroll.reset()
    rest = RestChoice()
    isHeadFree = true
    forgetPictures()
    strips.removeLanes()
    views.forget()
    axisView.show(catalog.axis(.rows, of: nil), on: axisPixels)
    for columns in catalog.knownColumns { receive(columns) }
    applyAbilities()
  }

  private mutating func receive(_ next: TableColumns) {
    if receiveDerived(next) { return }
    catalog.receive(next)
    guard next.source == table?.source else { return }
    for (index, info) in next.columns.enumerated() where Int(next.first) + index < columns.count {
      _ = columns[Int(next.first) + index].receive(info)
    }
    arrangeLanes()
    redraw()
  }

  private mutating func receive(_ next: TableAxis) {
    catalog.receive(next)
    guard next.source == table?.source, next.order == order,
      order == .rows || Int(next.column) == pinned
    else { return }
    axisView.receive(next, on: axisPixels)
    filters.readAgain()
    showWhatThereIs()
    redraw()
  }

  private mutating func receive(_ next: LaneSpans) {
    redraw()
    guard let window = views.window(of: next.view) else { return }
    if next.flags.contains(.overview) { return pictures.receive(overview: next) }
    let key = LaneKey(column: Int(next.column), isSecond: next.flags.contains(.second))
    guard columns.indices.contains(key.column), let asked = laneRequests.lane(key) else { return }
    pictures.receive(next, window: window, range: ValueRange(low: asked.low, high: asked.high))
  }

  private mutating func receive(_ row: TableCells) {
    switch page?.receive(row) {
    case .complete: redraw()
    case .more: break
    case .other, nil: if row.source == table?.source, selection.receive(row) { redraw() }
    }
  }

  /// Sends what is due: lanes, the view, a request for a row.
  package mutating func sendDue(at now: Int64) {
    guard link.isVisible, link.isConnected, let source = table?.source, screen.width > 0 else { return }
    for column in derived.unsent() { send(.deriveColumn(column.message(of: source))) }
    for rows in filters.unsent() {
      send(.setFilter(SetFilter(source: source, filter: rows.filter, kind: rows.kind)))
    }
    sendLanes()
    sendView(at: now)
    sendQuestion(at: now)
    sendRange(at: now)
    sendKeptFigures(at: now)
    sendPage(at: now)
    sendScatter(at: now)
  }

  /// Tells the server of lanes that are seen now and were not, or are seen otherwise.
  private mutating func sendLanes() {
    guard axis != nil else { return }
    let lanes = visibleLanes().filter { columns[$0.column].isDrawn }.map { lane in
      let range = columns[lane.column].shown
      return ShowLane(
        column: UInt16(truncatingIfNeeded: lane.column),
        lens: lenses.lens(of: columns[lane.column], isSecond: lane.isSecond).rawValue,
        threshold: lenses.threshold,
        pixels: UInt16(saturating: Swift.max(1, Swift.min(lane.height, Float(WireLimits.tablePixels)))),
        isSecond: lane.isSecond, low: range.low, high: range.high)
    }
    for lane in laneRequests.show(lanes) {
      send(.showLane(lane))
      // What was drawn for another height or other values remains until the new one is there.
      if lane.pixels > 0 { views.changeLanes() }
    }
    sendTexts()
    sendOverview()
  }

  private mutating func sendOverview() {
    guard let column = overviewColumn else { return }
    let range = columns[column].whole
    let wanted = ShowLane(
      column: UInt16(truncatingIfNeeded: column), lens: 0, threshold: 3,
      pixels: UInt16(saturating: Swift.max(1, screen.overviewRect.height)), isOverview: true, low: range.low,
      high: range.high)
    guard laneRequests.showOverview(wanted) else { return }
    send(.showLane(wanted))
    views.changeLanes()
  }

  /// One view is on its way at a time: the newest follows when it has been answered.
  private mutating func sendView(at now: Int64) {
    guard let table, let asked = axisView.asked(on: axisPixels) else { return }
    if let late = views.lateTime(at: now) { return wake(at: late) }
    let wanted = ShowTable(
      view: 0, source: table.source, order: order,
      orderColumn: order == .rows ? 0 : UInt16(truncatingIfNeeded: pinned ?? 0),
      pixels: UInt16(saturating: Swift.max(1, Swift.min(screen.width, Float(WireLimits.tablePixels)))),
      from: asked.from, until: asked.until)
    if let view = views.show(wanted, window: asked.window, at: now) { send(.show(view)) }
  }

  /// One question is on its way at a time, and the newest follows.
  private mutating func sendQuestion(at now: Int64) {
    noticeLateRow(at: now)
    guard let table, let axis else { return }
    switch selection.askRow(&numbers, at: now) {
    case .nothing: break
    case .wait(let late): wake(at: late)
    case .ask(let question):
      send(
        .readRow(
          ReadRow(
            request: question.request, source: table.source, tick: axis.tick(question.tick),
            column: question.column.map { UInt16(truncatingIfNeeded: $0) } ?? WireLimits.noColumn)))
      noticeLateRow(at: now)
    }
  }

  /// Another engine may be slow: values of another row are shown as such meanwhile.
  private mutating func noticeLateRow(at now: Int64) {
    guard catalog.isRemote, let late = selection.noticeLate(at: now) else { return }
    if late > now { wake(at: late) } else { redraw() }
  }
}
