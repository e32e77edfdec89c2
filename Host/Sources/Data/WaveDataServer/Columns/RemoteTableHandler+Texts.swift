import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveTableFormats
import WaveTables
import WaveUnits
import WaveWire

/// Columns of texts, scatter plots, and correlations.
extension RemoteTableHandler {
  /// Sends the strips of the visible columns of texts, and their most frequent texts if the client does not
  /// know them.
  func drawTexts(_ view: ShowTable) async {
    guard let source, let shown = state.withLock({ $0.shown.texts }), shown.buckets > 0 else { return }
    let filters = filters
    let window = ColumnWindow(
      order: ColumnOrder(view), from: view.from, until: view.until, pixels: Int(shown.buckets))
    for column in shown.columns where !Task.isCancelled {
      guard let texts = await texts(of: Int(column), source) else { continue }
      let top = texts.top.map(\.text)
      let counted = await asking { () async throws(ColumnFailure) in
        try await source.textCounts(of: Int(column), top: top, in: window, keeping: filters)
      }
      guard let counted, !Task.isCancelled else { return }
      let isNew = state.withLock { $0.sent.isNew(textsOf: column) }
      if isNew { send([.textSummary(summary(texts, of: column))]) }
      var shares: [UInt8] = []
      var rowCount: UInt64 = 0
      for counts in counted {
        rowCount = rowCount.saturatingAdding(counts.saturatingSum())
        var classes = [Int](repeating: 0, count: TextStrip.classCount)
        for place in top.indices { classes[place] = Int(clamping: counts[place]) }
        classes[TextStrip.others] = Int(clamping: counts[top.count])
        classes[TextStrip.missing] = Int(clamping: counts[top.count + 1])
        shares += TextClasses.shares(of: classes)
      }
      send([.textStrip(TextStrip(view: view.view, column: column, rowCount: rowCount, shares: shares))])
    }
  }

  /// Returns the most frequent texts of a column, which are requested once for all clients.
  func texts(of column: Int, _ source: any ColumnSource) async -> ColumnTexts? {
    if let known = host.state.withLock({ $0.texts[column] }) { return known }
    let found = await asking { () async throws(ColumnFailure) in try await source.texts(of: column) }
    if let found { host.state.withLock { $0.texts[column] = found } }
    return found
  }

  private func summary(_ texts: ColumnTexts, of column: UInt16) -> TextSummary {
    TextSummary(
      source: host.number, column: column, isCut: texts.isCut,
      distinctCount: UInt32(clamping: texts.distinctCount), rowCount: texts.rowCount,
      missingCount: texts.missingCount, top: texts.top.map { .init(text: $0.text, count: $0.count) })
  }

  func answer(_ wish: ShowScatter) async {
    guard let source, let view = state.withLock({ $0.shown.view }), wish.xLow <= wish.xHigh,
      wish.yLow <= wish.yHigh
    else { return }
    let filters = filters
    let window = ColumnWindow(
      order: ColumnOrder(view), from: view.from, until: view.until, pixels: Int(view.pixels))
    let grid = ColumnGrid(
      x: Int(wish.x), y: Int(wish.y), across: wish.xLow...wish.xHigh, upright: wish.yLow...wish.yHigh,
      columns: Int(wish.columns), rows: Int(wish.rows))
    let found = await asking { () async throws(ColumnFailure) in
      try await source.density(grid, in: window, keeping: filters)
    }
    guard let found, !Task.isCancelled else { return }
    send(
      ScatterPart.parts(
        of: ScatterPart(
          request: wish.request, source: wish.source, columns: wish.columns, rows: wish.rows, first: 0,
          insideCount: found.insideCount, outsideCount: found.outsideCount, missingCount: found.missingCount,
          correlation: found.correlation, counts: found.counts.map { UInt32(clamping: $0) })
      ).map { .scatter($0) })
  }

  /// Sends the correlation of every column with the one that orders the rows.
  func correlate(with reference: Int) async {
    guard let source else { return }
    var described = host.state.withLock { $0.columns }
    let columns = drawnColumns
    let found = await asking { () async throws(ColumnFailure) in
      try await source.correlations(of: columns, with: reference)
    }
    guard let found, !Task.isCancelled else { return }
    for (column, found) in zip(columns, found) where described.indices.contains(column) {
      described[column].correlation = found
    }
    send(TableColumns.parts(of: described, source: host.number).map { .columns($0) })
    note(correlations: Dictionary(zip(columns, found)) { first, _ in first })
  }
}
