import WaveDataWire
package import WaveInteraction
import WaveUnits

/// The text around the plot, and the contents of the drawer.
extension DataModel {
  package static var title: StaticString { "Data" }

  package var shownName: [UInt8] { table?.name ?? [] }

  package var hasContent: Bool { table != nil }

  package var waitingText: StaticString { "waiting for a table" }

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

  /// The first visible picture that is only a coarse approximation; nil if all are exact.
  private var coarsePicture: LaneSpans? {
    guard catalog.isRemote, scatter == nil, page == nil else { return nil }
    for lane in visibleLanes() {
      if let spans = pictures[lane.key]?.spans, spans.flags.contains(.coarse) { return spans }
    }
    return nil
  }

  /// The number of rows, preceded by the number of rows that pass the filters if that number is known.
  private var rowsText: [UInt8] {
    let kept = filters.figures.map { Texts.bytes("", Texts.grouped($0.rowCount), " of ") } ?? []
    let isEstimate = catalog.isRemote && !catalog.flags.contains(.complete)
    return kept + Texts.bytes(isEstimate ? "about " : "", Texts.grouped(table?.rowCount ?? 0))
  }

  // MARK: - The chip

  package func appendChip(to list: inout ControlListBuilder<DataAction>, at now: Int64) {
    guard let table else { return }
    // On a phone, the status chip fits on one line unless names are long. The lanes begin below it.
    if table.rowCount == 0, catalog.progress?.stage == .importing {
      return list.chip(.behind, strong: Texts.bytes("Importing"), quiet: [])
    }
    let coarse = coarsePicture
    if let condition = catalog.condition(isCoarse: coarse != nil) {
      return list.chip(condition.tone, strong: Texts.bytes(condition.strong), quiet: condition.quiet)
    }
    if let unread = catalog.unread(hasAxis: axis != nil) {
      return list.chip(unread.tone, strong: Texts.bytes(unread.strong), quiet: [])
    }
    var strong = TextWriter()
    var quiet = TextWriter()
    if let coarse {
      strong.append("Coarse")
      if coarse.rowCount > 0 {
        let looked = Swift.min(coarse.drawnCount, coarse.rowCount)
        quiet.append(bytes: Texts.bytes("", Texts.percent(looked, of: coarse.rowCount), " of the rows, "))
      }
      quiet.append("exact follows")
    } else {
      appendShown(to: &strong)
      strong.append(table.rowCount == 1 ? " row" : " rows")
    }
    if table.flags.contains(.simulated) { quiet.appendPart("simulated") }
    if catalog.isPartial { quiet.appendPart(catalog.partialText) }
    if !filters.isEmpty { quiet.appendPart("filtered") }
    if let pinned, order != .rows {
      quiet.appendPart(order == .ranks ? "by " : "over ")
      quiet.append(bytes: columns[pinned].info.name)
    }
    list.chip(
      catalog.progress == nil && coarse == nil && !catalog.isPartial ? .live : .behind, strong: strong.bytes,
      quiet: quiet.bytes)
  }

  /// Appends the number of rows or points shown, and the total.
  private func appendShown(to text: inout TextWriter) {
    let shown: (count: UInt64, total: UInt64)
    if let part = scatter?.grid?.part {
      shown = (part.insideCount, [part.insideCount, part.outsideCount, part.missingCount].saturatingSum())
    } else if !filters.isEmpty {
      return text.append(bytes: rowsText)
    } else if let column = overviewColumn {
      guard let spans = pictures[LaneKey(column: column)]?.spans else { return text.append(bytes: rowsText) }
      shown = (spans.drawnCount, spans.rowCount)
    } else {
      let strip = lanes.first.flatMap { pictures.strip(of: $0)?.strip }
      return text.append(bytes: strip.map { Texts.grouped($0.rowCount) } ?? rowsText)
    }
    text.append(bytes: Texts.bytes("", Texts.grouped(shown.count), " of ") + Texts.grouped(shown.total))
  }

  // MARK: - Accessibility and available controls

  package func newReading(at now: Int64) -> [UInt8]? {
    guard let table else { return nil }
    var text = TextWriter()
    if !link.isAnswering { text.append("No connection, ") }
    text.append(bytes: Texts.bytes("", table.name, ", ") + Texts.bytes("", rowsText, " rows, "))
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
      text.append(catalog.partialText)
    }
    if let pinned, order != .rows {
      text.append(bytes: Texts.bytes(", ordered by ", columns[pinned].info.name))
    }
    if let condition = catalog.condition(isCoarse: coarsePicture != nil) {
      text.append(", ")
      text.append(condition.strong)
    }
    return text.bytes
  }

  package func appendOffers(to list: inout ControlListBuilder<DataAction>) {
    catalog.appendWork(to: &list)
    if let export, export.total > 0 {
      let part = Texts.part(export.done, of: export.total)
      list.action(.stopExport, text: Texts.bytes("Exporting ", part, " \u{00B7} \u{00D7} stop"))
    } else if catalog.progress == nil, !isDrawerOpen, let rows = selection.range?.summary?.rowCount {
      let text = Texts.count(rows, " row marked \u{00B7} more", " rows marked \u{00B7} more")
      list.action(.openDrawer, text: text)
    }
    if !isDrawerOpen, scatter?.boxRanges != nil {
      list.action(.openDrawer, text: Texts.bytes("Values marked \u{00B7} more"))
    }
  }

  // MARK: - The drawer

  package func appendDrawer(to list: inout ControlListBuilder<DataAction>, at now: Int64) {
    guard table != nil else { return }
    catalog.appendCondition(isCoarse: coarsePicture != nil, to: &list)
    catalog.appendPartial(to: &list)
    scatter?.appendControls(catalog, columns, to: &list)
    selection.appendRange(catalog, to: &list)
    if scatter == nil, catalog.can(.scatter), columns.drawn.count > 1 {
      list.button(.scatter(.toggle), label: "Show two columns over one another")
    }
    if catalog.can(.rows) {
      list.button(.toggleRows, label: page == nil ? "Show the rows themselves" : "Show the columns again")
    }
    if catalog.can(.exporting) {
      list.button(
        .exportRows,
        label: selection.range == nil ? "Export the rows seen as CSV" : "Export the marked rows as CSV")
    }
    selection.appendValues(catalog, columns, to: &list)
    if catalog.can(.textFilters) { textChoice?.appendControls(columns, to: &list) }
    filters.appendControls(to: &list)
    orders.appendOrder(columns, x: xColumn, catalog, to: &list)
    if catalog.can(.deriving) {
      derived.appendControls(
        columns, of: deriving, pinned: pinned, hasNeighbors: !catalog.isRemote, to: &list)
    }
    lenses.appendControls(catalog, columns, column: selection.cursor?.column, to: &list)
    orders.appendSorting(catalog, to: &list)
    scroll.appendHeight(to: &list)
    selection.appendFacts(columns, to: &list)
    catalog.appendTable(to: &list)
    catalog.appendGestures(to: &list)
  }
}
