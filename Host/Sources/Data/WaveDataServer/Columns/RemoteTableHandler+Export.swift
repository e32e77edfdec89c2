import WaveTableFormats
import WaveServer
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveTables

/// An export of a client, which goes on whenever the client has received all answers.
struct EngineExport {
  let request: UInt16
  /// The rows that have not been read.
  var window: ColumnWindow
  let filters: [ColumnFilter]
  /// The columns of the table, and the lines that have been read; nil until the first line.
  var text: (columns: [Int], rows: RowExport)?
  /// Whether the client has to receive answers first.
  var isWaiting = false
}

/// Export of rows as CSV.
extension RemoteTableHandler {
  private static let loss = "The rows could not be exported"

  func export(_ request: ExportRows) {
    state.withLock { state in
      state.export = nil
      guard let view = state.shown.view, request.until > request.from else { return }
      state.export = EngineExport(
        request: request.request,
        window: ColumnWindow(order: ColumnOrder(view), from: request.from, until: request.until, pixels: 1),
        filters: state.filters.ordered)
    }
    begin(.export) { await $0.write() }
  }

  /// Reads the rows of the next part, and sends it as soon as the client has received all answers.
  ///
  /// Before the table is open, nothing is read.
  func write() async {
    while let source, let export = state.withLock({ $0.export }), !Task.isCancelled {
      guard let (columns, rows) = export.text else {
        let counted = await asking(orSay: Self.loss) { () async throws(ColumnFailure) in
          try await source.statistics(
            of: [], in: export.window, histogramOf: nil, bins: 1, keeping: export.filters)
        }
        change(export, with: counted) { $0.text = text(of: source, $0.request, total: $1.rowCount) }
        continue
      }
      guard rows.needsLines else { return send(export) }
      let part = await asking(orSay: Self.loss) { () async throws(ColumnFailure) in
        try await source.part(of: export.window, keeping: export.filters)
      }
      change(export, with: part) { export, part in
        var (lines, cutCount): ([UInt8], Int) = ([], 0)
        for row in part.rows {
          let cells = columns.map { row.cells.indices.contains($0) ? row.cells[$0] : .null }
          cutCount += cells.count { RowText.isCut($0) }
          RowText.append(cells.map { RowText.bytes(of: $0) }, to: &lines)
        }
        export.text?.rows.append(lines, rowCount: part.rows.count, cutCount: cutCount)
        export.window.from = max(part.next, export.window.from + 1)
        if export.window.from >= export.window.until { export.text?.rows.end() }
      }
    }
  }

  private func text(
    of source: any ColumnSource, _ request: UInt16, total: UInt64
  ) -> (columns: [Int], rows: RowExport) {
    // Places without a derived column have no name.
    let (all, count) = (source.info.columns, tableColumnCount)
    let columns = all.indices.filter { $0 < count || !all[$0].name.isEmpty }
    var header: [UInt8] = []
    RowText.append(columns.map { Array(all[$0].name.utf8) }, to: &header)
    return (columns, RowExport(request: request, header: header, total: total))
  }

  /// Changes the export by an answer; ends it without one, unless another request has replaced it.
  private func change<Answer>(
    _ export: EngineExport, with answer: Answer?, _ body: (inout EngineExport, Answer) -> Void
  ) {
    guard !Task.isCancelled else { return }
    var next = export
    if let answer { body(&next, answer) }
    let changed = answer == nil ? nil : next
    state.withLock { if $0.export?.request == export.request { $0.export = changed } }
  }

  /// Sends a part if the client has received all answers; `nextAnswers` continues the export.
  private func send(_ export: EngineExport) {
    let isSent = state.withLock { state in
      guard state.export?.request == export.request else { return false }
      state.export?.isWaiting = true
      guard state.answers.isEmpty, let part = state.export?.text?.rows.next() else { return false }
      state.answers.append([.exportPart(part)])
      guard part.isLast else { return true }
      state.answers.append(RowText.notes(cutCount: state.export?.text?.rows.cutCount ?? 0))
      state.export = nil
      return true
    }
    if isSent { waker.wake() }
  }
}
