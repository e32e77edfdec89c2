import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveTables
import WaveWire

/// Pictures of columns of texts.
extension LoadedTableHandler {
  func show(_ texts: ShowTexts) { state.withLock { $0.shown.show(texts) } }

  /// Returns a column's texts; nil until they have been read.
  func text(_ column: Int) -> TextColumn? { host.state.withLock { $0.texts[column] } }

  /// Sends a column's strip, and its most frequent texts if the client does not know them; a newer view ends
  /// it.
  func drawTexts(_ column: UInt16, _ view: ShowTable, _ generation: Int) {
    let goesOn = { self.isCurrent(generation) }
    let buckets = state.withLock { Int($0.shown.texts?.buckets ?? 0) }
    guard buckets > 0, let text = text(Int(column)), let table = ordered(view, goesOn: goesOn),
      let rows = table.classes(Int(column), of: text.rows, goesOn: goesOn)
    else { return }
    let map = PixelMap(start: view.from, end: view.until, columns: buckets)
    let edges = table.edges(map).edges
    let shares = rows.shares(
      edges: edges, start: { map.start(ofColumn: $0) }, isCounted: table.axis.order != .values, goesOn: goesOn
    )
    guard let shares else { return }
    let count = (edges.last ?? 0) - (edges.first ?? 0)
    let summary = text.summary(source: host.number, column: column)
    let strip = TextStrip(view: view.view, column: column, rowCount: UInt64(count), shares: shares)
    let isWanted = state.withLock { state in
      guard state.pictures.generation == generation, !state.isClosed else { return false }
      if state.sent.isNew(textsOf: column) { state.answers.append([.textSummary(summary)]) }
      state.answers.append([.textStrip(strip)])
      return true
    }
    if isWanted { waker.wake() }
  }

  /// Warns if a text is not in the dictionary, but may be in the table.
  func checkMatch(_ match: TextMatch, _ column: UInt16) {
    guard case .value(let value) = match, let text = text(Int(column)), text.dictionary.isCut,
      text.dictionary.code(of: value.span) == nil
    else { return }
    let words = "This text is not among those that are told apart: there are too many."
    send([.notice(Notice(severity: .warning, text: Array(words.utf8)))])
  }
}
