import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveSystem
import WaveTableFormats
import WaveTables
import WaveUnits
import WaveWire

/// Filtered rows in the order of a view, and columns in that order.
extension MappedRows {
  /// The maximum number of cached orders of filtered rows.
  private static let filteredLimit = 4

  /// Returns the rows that pass the filters, in an order.
  func table(
    _ order: ColumnOrder, _ filters: [ColumnFilter], _ run: Run
  ) throws(ColumnFailure) -> OrderedTable {
    let name = OrderedTable.Name(order)
    let table = try ordered(name, run)
    guard !filters.isEmpty else { return table }
    let (known, revision) = state.withLock { state in
      (state.filtered.first { $0.name == name && $0.filters == filters }?.table, state.derived.revision)
    }
    if let known, known.rowCount == table.rowCount, known.reading == table.reading { return known }
    var rows = RowSet(count: table.rowCount, isFull: true)
    for filter in filters {
      warn(of: filter, run)
      try rows.keep(filter, series: { self.column($0) }, texts: { self.text($0) }) {
        order, among throws(ColumnFailure) in try self.table(order, among, run)
      }
    }
    guard let kept = table.keeping(rows, goesOn: run.goesOn) else { throw .cancelled }
    state.withLock { state in
      // The rows that pass a filter by a derived column may have changed in the meantime.
      guard state.derived.revision == revision else { return }
      state.filtered.removeAll { $0.name == name && $0.filters == filters }
      if state.filtered.count >= Self.filteredLimit { state.filtered.removeFirst() }
      state.filtered.append((name, filters, kept))
    }
    return kept
  }

  /// Returns all rows in an order and reports progress if sorting takes a long time.
  private func ordered(_ name: OrderedTable.Name, _ run: Run) throws(ColumnFailure) -> OrderedTable {
    var progress = SlowWork(.ordering, of: host.number, run.report)
    defer { progress.end() }
    let table: OrderedTable?
    do throws(TableError) {
      table = try inOrder(name) { part in
        progress.note(part)
        return run.goesOn()
      }
    } catch { throw failure(error) }
    guard let table else { throw .cancelled }
    return table
  }

  func failure(_ error: TableError) -> ColumnFailure {
    if case .cancelled = error { return .cancelled }
    return .other(String(decoding: host.textForClients(error.description), as: UTF8.self))
  }

  /// Returns a column's values for drawing in the table's own order, and the offset that was subtracted from
  /// each of them.
  func column(_ index: Int) -> (series: Series, offset: Double)? {
    if let number = derivedNumber(index) { return derivedColumn(number) }
    return host.state.withLock { state in
      state.series[index].map { ($0, state.table.summaries[index]?.offset ?? 0) }
    }
  }

  /// Warns the client once if a filter's text is missing from the column's truncated dictionary but may occur
  /// in the table.
  private func warn(of filter: ColumnFilter, _ run: Run) {
    guard case .text(let column, let value?, _) = filter, let text = text(column), text.dictionary.isCut,
      text.dictionary.code(of: value.span) == nil,
      state.withLock({ $0.missedTexts.insert(value).inserted })
    else { return }
    let words = "This text is not indexed, since the column has too many different texts."
    run.report(.note(Notice(severity: .warning, text: Array(words.utf8))))
  }
}

extension OrderedTable.Name {
  init(_ order: ColumnOrder) {
    switch order {
    case .rows: self.init(.rows, column: 0)
    case .ranks(let column): self.init(.ranks, column: column)
    case .values(let column): self.init(.values, column: column)
    }
  }
}

/// Reports the progress of work that takes a long time.
struct SlowWork {
  /// The delay before the first report, and the minimum interval between two reports, in microseconds.
  static let intervalMicroseconds: Int64 = 100_000

  private let stage: TableWork.Stage
  private let source: UInt16
  private let report: (Answer) -> Void
  private var reportedMicroseconds = MonotonicClock.microseconds
  private var isSlow = false

  init(_ stage: TableWork.Stage, of source: UInt16, _ report: @escaping (Answer) -> Void) {
    (self.stage, self.source, self.report) = (stage, source, report)
  }

  /// Records the fraction of the work that is complete, from 0 to 1.
  mutating func note(_ part: Double) {
    let now = MonotonicClock.microseconds
    guard now - reportedMicroseconds >= Self.intervalMicroseconds else { return }
    reportedMicroseconds = now
    isSlow = true
    send(min(0.999, part))
  }

  /// Reports completion, if any progress has been reported.
  func end() { if isSlow { send(1) } }

  private func send(_ part: Double) {
    report(
      .progress(TableWork(source: source, stage: stage, done: UInt64(saturating: part * 1000), total: 1000)))
  }
}
