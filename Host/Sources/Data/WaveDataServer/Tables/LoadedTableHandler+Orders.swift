import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveSystem
import WaveTableFormats
import WaveTables
import WaveUnits
import WaveWire

/// Filtered rows in the order of a view.
extension LoadedTableHandler {
  /// Returns a column's drawn values in the table's own order, and the offset that was subtracted from each.
  func column(_ index: Int) -> (series: Series, offset: Double)? {
    if let number = derivedNumber(index) { return derivedColumn(number) }
    return host.state.withLock { state in
      state.series[index].map { ($0, state.statistics[index]?.offset ?? 0) }
    }
  }

  /// The columns that can be drawn.
  var drawnColumns: [Int] { derivedPlaces + host.state.withLock { $0.drawn } }

  func ordered(_ view: ShowTable, goesOn: () -> Bool) -> OrderedTable? {
    let name = OrderedTable.Name(view.order, column: Int(view.orderColumn))
    var reportedMicroseconds = MonotonicClock.microseconds
    var isSlow = false
    let table: OrderedTable?
    do throws(TableError) {
      table = try inOrder(name) { part in
        let now = MonotonicClock.microseconds
        if now - reportedMicroseconds >= Self.reportIntervalMicroseconds {
          reportedMicroseconds = now
          isSlow = true
          send([.progress(work(.ordering, part, of: view))])
        }
        return goesOn()
      }
    } catch {
      send([.notice(Notice(severity: .failure, text: host.textForClients(error.description)))])
      table = nil
    }
    if isSlow { send([.progress(work(.ordering, 1, of: view))]) }
    guard let table, let kept = keep(table, name, goesOn: goesOn) else { return nil }
    let isNew = state.withLock { $0.sent.isNew(kept.axis) }
    if isNew { send([.axis(kept.axis)]) }
    return kept
  }

  /// Returns a table with only the rows that pass the filters.
  func keep(_ table: OrderedTable, _ name: OrderedTable.Name, goesOn: () -> Bool) -> OrderedTable? {
    let (filters, known) = state.withLock { ($0.filters, $0.filtered[name]) }
    guard !filters.isEmpty else { return table }
    if let known, known.rowCount == table.rowCount, known.reading == table.reading { return known }
    let rows = filters.rows(count: table.rowCount, series: { self.column($0) }, texts: { self.text($0) })
    guard let kept = table.keeping(rows, goesOn: goesOn) else { return nil }
    state.withLock { $0.filtered[name] = kept }
    return kept
  }

  /// Sets a filter, and requests new pictures of everything.
  func perform(_ wish: SetFilter, _ view: ShowTable) {
    var kept: TableFilter?
    switch wish.kind {
    case .none: break
    case .values(let column, let low, let high): kept = .values(column: Int(column), low: low, high: high)
    case .texts(let column, let match, let isKept):
      kept = .texts(column: Int(column), match, isKept: isKept)
      checkMatch(match, column)
    case .ticks(let from, let until):
      guard let table = ordered(view, goesOn: { true }) else { return }
      var rows = RowSet(count: table.rowCount, isFull: false)
      for place in table.place(from: from)..<max(table.place(from: from), table.place(from: until)) {
        rows.insert(table.row(atPlace: place))
      }
      kept = .rows(rows)
    }
    state.withLock { state in
      state.filters.set(wish.filter, kept)
      state.filtered = [:]
      state.pictures.start(state.shown, hasOverview: true, isAnnounced: false)
    }
  }

  func work(_ stage: TableWork.Stage, _ part: Double, of view: ShowTable) -> TableWork {
    TableWork(source: view.source, stage: stage, done: UInt64(saturating: min(1, part) * 1000), total: 1000)
  }
}
