import WaveDataWire
package import WaveInteraction
import WaveSeries
import WaveUnits

extension DataModel {
  /// What rows stand along as they come.
  var rowsText: [UInt8] {
    guard let xColumn else { return Texts.bytes("Rows as they come") }
    var text = TextWriter()
    text.append("Along ")
    text.append(bytes: columns[xColumn].info.name)
    return text.bytes
  }

  package mutating func handle(_ action: DataAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.derived(let action), _): handle(action, input)
    case (.setLaneHeight, .drag(_, let fraction, _)):
      let limits = LaneScroll.heights
      let share = Float(Swift.max(0, Swift.min(1, fraction)))
      setLaneHeight(limits.lowerBound + share * share * (limits.upperBound - limits.lowerBound))
    case (.setLaneHeight, .step(_, let steps)): setLaneHeight(scroll.points + Float(steps) * 8)
    case (_, .set(let value)): set(action, to: value)
    default: break
    }
  }

  /// Performs the action of a control that was set to an index, or pressed.
  private mutating func set(_ action: DataAction, to value: Int) {
    switch action {
    case .chooseOrder: setOrder(catalog.orders.indices.contains(value) ? catalog.orders[value] : .rows)
    case .chooseLens:
      lenses.choose(catalog.lenses.indices.contains(value) ? catalog.lenses[value] : catalog.lenses[0])
    case .chooseColumnLens:
      guard let column = selection.cursor?.column, columns.indices.contains(column) else { return }
      columns[column].choose(catalog.lenses.indices.contains(value - 1) ? catalog.lenses[value - 1] : nil)
    case .chooseComparedLens:
      compare(
        with: catalog.can(.comparing) && catalog.lenses.indices.contains(value - 1)
          ? catalog.lenses[value - 1] : nil)
    case .chooseThreshold: lenses.chooseThreshold(value)
    case .chooseRest: chooseRest(value == 1)
    case .orderLanes:
      orders.sort(by: catalog.sortings.indices.contains(value) ? catalog.sortings[value] : .table)
      arrangeLanes()
    case .pinColumn:
      let choices = columns.indices.filter { columns[$0].isDrawn }
      if value == 0 {
        if pinned != nil { pin(nil) }
      } else if choices.indices.contains(value - 1), choices[value - 1] != pinned {
        pin(choices[value - 1])
      }
    case .chooseTable:
      guard catalog.tables.indices.contains(value), value != catalog.index else { return }
      open(value, at: 0)
      if catalog.isPartial, table?.rowCount == 0 { readTable() }
    case .readTable: readTable()
    case .discardRows: readTable(isDiscarded: true)
    case .toggleRows: showRows(page == nil)
    case .scatter(let action): set(action, to: value)
    case .exportRows: exportRows()
    case .stopExport: stopExport()
    case .stop where catalog.progress?.stage == .deriving: stopDeriving()
    case .stop:
      if let table, let progress = catalog.progress {
        send(.stop(StopTableWork(source: table.source, stage: progress.stage)))
      }
    case .zoomToRange: zoomToRange()
    case .keepRange: keepRange()
    case .keepValues: if let column = selection.column { keepValues(of: column) }
    case .filterTexts(let isKept): keepPicked(isKept)
    case .removeFilter(let number):
      drop(number)
    case .openDrawer: isDrawerOpen = true
    case .setLaneHeight, .derived: break
    }
  }

  package mutating func pressChip(at now: Int64) {
    moveAxis(.whole)
  }

  package var hint: [UInt8] {
    Texts.bytes(
      catalog.orders.count > 1
        ? """
        Drag along to read values \u{00B7} pinch to zoom \u{00B7} tap \u{25CB} to order by a column \
        \u{00B7} more at \u{2039}
        """
        : "Drag along to read values \u{00B7} pinch to zoom \u{00B7} more at \u{2039}"
    )
  }

  package func appendOffers(to list: inout ControlListBuilder<DataAction>) {
    if let progress = catalog.progress, progress.total == 0 || progress.done < progress.total {
      list.action(.stop, text: stopText(progress))
    }
    if let export, export.total > 0 {
      var text = TextWriter()
      text.append("Exporting ")
      text.append(100 * Double(export.done) / Double(export.total), decimals: 0)
      text.append(" % \u{00B7} \u{00D7} stop")
      list.action(.stopExport, text: text.bytes)
    } else if catalog.progress == nil, !isDrawerOpen, let rows = selection.range?.summary?.rowCount {
      var text = TextWriter()
      text.append(bytes: Texts.grouped(rows))
      text.append(rows == 1 ? " row marked" : " rows marked")
      text.append(" \u{00B7} more")
      list.action(.openDrawer, text: text.bytes)
    }
    if !isDrawerOpen, scatter?.boxRanges != nil {
      list.action(.openDrawer, text: Texts.bytes("Values marked \u{00B7} more"))
    }
  }

  private func stopText(_ progress: TableWork) -> [UInt8] {
    var text = TextWriter()
    let doing: StaticString =
      switch progress.stage {
      case .importing: "Importing "
      case .reading: "Reading "
      case .texts: "Reading texts "
      case .deriving: "Making columns "
      case .ordering: "Putting in order "
      case .asking: "Asking "
      }
    text.append(doing)
    if progress.total > 0 {
      text.append(100 * Double(progress.done) / Double(progress.total), decimals: 0)
      text.append(" %")
    } else {
      text.append(bytes: Texts.grouped(progress.done))
      text.append(" rows")
    }
    text.append(" \u{00B7} \u{00D7} stop")
    return text.bytes
  }

  package func newReading(at now: Int64) -> [UInt8]? {
    guard let table else { return nil }
    var text = TextWriter()
    if !link.isAnswering { text.append("No connection, ") }
    text.append(bytes: table.name)
    text.append(", ")
    text.append(bytes: rowsText(of: table))
    text.append(" rows, ")
    let textCount = lanes.count { columns[$0].isText }
    text.append(integer: lanes.count - textCount + (pinned == nil ? 0 : 1))
    text.append(" columns with numbers")
    if textCount > 0 {
      text.append(", ")
      text.append(integer: textCount)
      text.append(" with texts")
    }
    if catalog.isPartial {
      text.append(", ")
      text.append(partialText(of: table))
    }
    if let pinned, order != .rows {
      text.append(", ordered by ")
      text.append(bytes: columns[pinned].info.name)
    }
    if let said = conditionChip() {
      text.append(", ")
      text.append(said.strong)
    }
    return text.bytes
  }

  /// What a table lacks whose reading ended early.
  private func partialText(of table: TableDescription) -> StaticString {
    table.flags.contains(.complete) ? "texts not read" : "partial"
  }

  /// Has the server resume a reading that ended early, or discard its rows.
  private mutating func readTable(isDiscarded: Bool = false) {
    guard let table, catalog.isPartial else { return }
    catalog.readAgain()
    alertText = []
    send(.readTable(ReadTable(source: table.source, isDiscarded: isDiscarded)))
  }

  /// A table's entry in the list: its name, and whether all of it has been read.
  func listText(of table: TableDescription) -> [UInt8] {
    guard table.flags.contains(.partial), !table.flags.contains(.complete) else { return table.name }
    var text = TextWriter()
    text.append(bytes: table.name)
    text.append(table.rowCount == 0 ? " (not read)" : " (partial)")
    return text.bytes
  }

  /// What can be done with a reading that ended early.
  func appendPartial(to list: inout ControlListBuilder<DataAction>) {
    guard catalog.isPartial, let table else { return }
    list.button(.readTable, label: table.rowCount == 0 ? "Read the table" : "Resume reading")
    guard table.rowCount > 0, !table.flags.contains(.complete) else { return }
    list.button(.discardRows, label: "Discard what has been read")
  }

  /// The rows of a table, and how many of them are kept where that is known.
  private func rowsText(of table: TableDescription) -> [UInt8] {
    var text = TextWriter()
    if let count = filters.figures?.rowCount {
      text.append(bytes: Texts.grouped(count))
      text.append(" of ")
    }
    if catalog.isRemote, !table.flags.contains(.complete) { text.append("about ") }
    text.append(bytes: Texts.grouped(table.rowCount))
    return text.bytes
  }

  package var hasContent: Bool { catalog.tables.indices.contains(catalog.index) }

  package var waitingText: StaticString { "waiting for a table" }

  package func appendChip(to list: inout ControlListBuilder<DataAction>, at now: Int64) {
    guard let table else { return }
    // On a phone all of it fits into a line with names of usual length: where the chip ends the lanes begin.
    if let progress = catalog.progress, progress.stage == .importing, table.rowCount == 0 {
      return list.chip(.behind, strong: Texts.bytes("Importing"), quiet: table.name)
    }
    if let said = conditionChip() {
      return list.chip(said.tone, strong: Texts.bytes(said.strong), quiet: said.quiet)
    }
    if table.rowCount == 0, catalog.isRefused {
      return list.chip(.lost, strong: Texts.bytes("Not open"), quiet: table.name)
    }
    if table.rowCount == 0, catalog.isPartial {
      return list.chip(.behind, strong: Texts.bytes("Not read"), quiet: table.name)
    }
    if table.rowCount == 0, !table.flags.contains(.complete), !catalog.isRemote || axis == nil {
      return list.chip(.behind, strong: Texts.bytes("Opening"), quiet: table.name)
    }
    var strong = TextWriter()
    let coarse = coarsePicture
    if coarse != nil {
      strong.append("Coarse")
    } else if let picture = scatter?.grid {
      strong.append(bytes: Texts.grouped(picture.insideCount))
      strong.append(" of ")
      let counts = [picture.insideCount, picture.outsideCount, picture.missingCount]
      strong.append(bytes: Texts.grouped(counts.saturatingSum()))
    } else if !filters.isEmpty {
      strong.append(bytes: rowsText(of: table))
    } else if let spans = overviewColumn.flatMap({ pictures[LaneKey(column: $0)]?.spans }) {
      strong.append(bytes: Texts.grouped(spans.drawnCount))
      strong.append(" of ")
      strong.append(bytes: Texts.grouped(spans.rowCount))
    } else if overviewColumn == nil, let strip = lanes.first.flatMap({ pictures.strip(of: $0)?.strip }) {
      strong.append(bytes: Texts.grouped(strip.rowCount))
    } else {
      strong.append(bytes: rowsText(of: table))
    }
    if coarse == nil { strong.append(table.rowCount == 1 ? " row" : " rows") }
    var quiet = TextWriter()
    if let coarse { quiet.append(bytes: coarseText(coarse)) }
    if table.flags.contains(.simulated) {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append("simulated")
    }
    if catalog.isPartial {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append(partialText(of: table))
    }
    if !filters.isEmpty {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append("filtered")
    }
    if let pinned, order != .rows {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append(order == .ranks ? "by " : "over ")
      quiet.append(bytes: columns[pinned].info.name)
    }
    list.chip(
      catalog.progress == nil && coarse == nil && !catalog.isPartial ? .live : .behind, strong: strong.bytes,
      quiet: quiet.bytes)
  }
}
