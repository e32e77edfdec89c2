import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

/// A snapshot of the rows to export, taken when the export began.
struct MappedExport: Sendable {
  let table: OrderedTable
  let end: Int
  let total: UInt64
  let source: any TableSource
  /// The client's derived columns, which follow the table's own columns.
  var derived: DerivedRows?
}

/// Access to single rows.
extension MappedRows {
  func row(
    at place: ColumnPlace, pointOf column: Int?, in window: ColumnWindow, _ filters: [ColumnFilter],
    _ run: Run
  ) throws(ColumnFailure) -> FeedRow? {
    let table = try table(window.order, filters, run)
    guard table.count > 0 else { throw .cancelled }
    var derived = derivedRows
    switch place {
    // While the table is being read again, it may have fewer rows than when the request was made.
    case .place(let place):
      return try row(max(0, min(table.count - 1, Int(clamping: place))), table, &derived)
    case .tick(let tick):
      guard let column else { return try row(table.place(nearestTo: tick), table, &derived) }
      let points = table.points(around: tick, window.map, of: try series(column, in: table, run).series)
      let ticks = points.map { table.tick(ofPlace: $0) }
      let near = NearestSearch.index(of: tick, in: ticks.span).map { points[$0] }
      return try row(near ?? table.place(nearestTo: tick), table, &derived)
    }
  }

  /// Returns a row, or nil if it is no longer in the table.
  private func row(
    _ place: Int, _ table: OrderedTable, _ derived: inout DerivedRows?
  ) throws(ColumnFailure) -> FeedRow? {
    let row = table.row(atPlace: place)
    let (source, key) = host.state.withLock { ($0.source, $0.keys.key(ofRow: row)) }
    guard let source, let key else { return nil }
    do throws(TableError) {
      guard let cells = try source.row(key: key) else { return nil }
      let own = derived?.numbered(row, cells: cells) ?? []
      return FeedRow(
        tick: table.tick(ofPlace: place), key: key,
        cells: (cells.prefix(WireLimits.tableColumns) + own).map { TableCells.Cell($0) })
    } catch { throw failure(error) }
  }

  func rows(
    _ place: ColumnPlace, count: Int, _ order: ColumnOrder, _ filters: [ColumnFilter], _ run: Run
  ) throws(ColumnFailure) -> FeedRows {
    let table = try table(order, filters, run)
    guard table.count > 0 else { throw .cancelled }
    let count = min(table.count, count)
    let (asked, first): (Int, Int) =
      switch place {
      case .tick(let tick): (table.place(nearestTo: tick), table.place(nearestTo: tick) - count / 2)
      case .place(let place): (Int(clamping: place), Int(clamping: place))
      }
    let start = max(0, min(table.count - count, first))
    var (rows, derived) = ([FeedRow](), derivedRows)
    for place in start..<(start + count) {
      try run.check()
      guard let row = try row(place, table, &derived) else {
        let text = "The row is no longer in the table: reopen the table."
        run.report(.note(Notice(severity: .warning, text: Array(text.utf8))))
        continue
      }
      rows.append(row)
    }
    return FeedRows(
      first: UInt64(start), place: UInt64(max(0, min(table.count - 1, asked))), total: UInt64(table.count),
      rows: rows)
  }

  // MARK: - Export

  /// Returns the header line of an export if `place` is nil, otherwise the next rows as lines.
  func lines(
    from place: ColumnPlace?, _ window: ColumnWindow, _ filters: [ColumnFilter], _ run: Run
  ) throws(ColumnFailure) -> ExportLines {
    guard case .place(let place)? = place else { return try beginExport(window, filters, run) }
    let (keys, reading) = host.state.withLock { ($0.keys, $0.table.reading) }
    guard var export = state.withLock({ $0.export }), export.table.reading == reading else {
      throw .other("The table was read again while its rows were being written: export them again.")
    }
    var lines = ExportLines(bytes: [], rowCount: 0, total: export.total, cutCount: 0, next: nil)
    var next = Int(clamping: place)
    while next < export.end, lines.bytes.count < WireLimits.exportBytes {
      try run.check()
      let row = export.table.row(atPlace: next)
      next += 1
      lines.rowCount += 1
      guard let key = keys.key(ofRow: row) else { continue }
      do throws(TableError) {
        guard var cells = try export.source.row(key: key) else { continue }
        cells += export.derived?.cells(row, cells: cells) ?? []
        RowText.append(cells, to: &lines)
      } catch { throw failure(error) }
    }
    if next < export.end { lines.next = .place(Int64(next)) }
    let left = lines.next == nil ? nil : export
    state.withLock { $0.export = left }
    return lines
  }

  private func beginExport(
    _ window: ColumnWindow, _ filters: [ColumnFilter], _ run: Run
  ) throws(ColumnFailure) -> ExportLines {
    let table = try table(window.order, filters, run)
    guard let source = host.state.withLock({ $0.source }) else { throw .cancelled }
    let places = table.places(from: window.from, until: window.until)
    let export = MappedExport(
      table: table, end: places.upperBound, total: UInt64(places.count), source: source, derived: derivedRows)
    state.withLock { $0.export = export }
    var header: [UInt8] = []
    RowText.append(
      source.info.columns.map { Array($0.name.utf8) } + (export.derived?.names ?? []), to: &header)
    return ExportLines(
      bytes: header, rowCount: 0, total: export.total, cutCount: 0,
      next: places.isEmpty ? nil : .place(Int64(places.lowerBound)))
  }
}
