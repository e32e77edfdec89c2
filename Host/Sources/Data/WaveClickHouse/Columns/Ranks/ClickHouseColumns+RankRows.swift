import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveUnits

/// Access to single rows in the order of a column's values.
extension ClickHouseColumns {
  /// The maximum number of sorted rows that a query may skip before the requested rows.
  private static let skipLimit: UInt64 = 20_000

  /// Returns the row nearest to a rank or, if a column is given, the row whose drawn point in that column is
  /// nearest.
  func rankRow(
    nearest tick: Int64, pointOf drawn: Int?, by pinned: Int, _ window: ColumnWindow,
    _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    var (column, index) = try await rankIndex(pinned, filters)
    guard index.total > 0 else { return nil }
    let place = UInt64(max(0, min(tick, Int64(clamping: index.total) - 1)))
    if let drawn, let value = self.column(drawn)?.value,
      let row = try await rankPoint(nearest: place, of: drawn, value, column, window, &index, filters)
    {
      return row
    }
    return try await rankRows(from: place, count: 1, column, &index, filters).first
  }

  /// Returns consecutive rows, either around a rank or starting at a rank.
  func rankRows(
    _ place: ColumnPlace, count: Int, by pinned: Int, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    var (column, index) = try await rankIndex(pinned, filters)
    let (total, asked) = (index.total, UInt64(max(0, count)))
    guard total > 0 else { return ColumnRows(first: 0, place: 0, total: 0, rows: []) }
    let (wanted, near): (UInt64, UInt64?) =
      switch place {
      case .tick(let tick):
        (UInt64(max(0, tick)) - min(UInt64(max(0, tick)), asked / 2), min(total - 1, UInt64(max(0, tick))))
      case .place(let place): (UInt64(max(0, place)), nil)
      }
    let first = min(wanted, total - min(total, asked))
    let rows = try await rankRows(from: first, count: min(asked, total - first), column, &index, filters)
    return ColumnRows(first: first, place: near ?? first, total: total, rows: rows)
  }

  /// Returns the first rows of a window.
  func rankPart(
    of window: ColumnWindow, limit: Int, by pinned: Int, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    var (column, index) = try await rankIndex(pinned, filters)
    let from = max(0, window.from)
    let until = min(window.until, Int64(clamping: index.total), from.saturatingAdding(Int64(limit)))
    guard from < until else { return ([], window.until) }
    let rows = try await rankRows(from: UInt64(from), count: UInt64(until - from), column, &index, filters)
    return (rows, rows.isEmpty || until == Int64(clamping: index.total) ? window.until : until)
  }

  /// Returns rows starting at a rank.
  ///
  /// Rows with equal values are in the order of x.
  private func rankRows(
    from first: UInt64, count: UInt64, _ column: RankColumn, _ index: inout RankIndex,
    _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [ColumnRow] {
    guard count > 0 else { return [] }
    let ends = [first, first + count - 1]
    _ = try await settle(&index, column, filters) { $0.mixed(ends) }
    guard first < index.total, let last = index.cells.indices.last else { return [] }
    let cell = index.cell(holding: first)
    let until = first + count > index.total ? last : index.cell(holding: first + count - 1)
    let skipped = first - index.starts[cell]
    if skipped > Self.skipLimit, let group = sameValue(index.cells[cell], column) {
      // Too many rows have this value to be sorted. They are in the order of x, so it is enough to read a
      // range of x.
      let rest = min(count, index.starts[cell + 1] - first)
      let rows = try await rows(
        .place(Int64(clamping: skipped)), count: Int(clamping: rest), order: .rows, keeping: filters + [group]
      )
      let made = Self.numbered(rows.rows, from: first)
      guard UInt64(made.count) == rest, rest < count else { return made }
      return made + (try await rankRows(from: first + rest, count: count - rest, column, &index, filters))
    }
    let axis = try await known(.rows)
    let order = ([RankColumn.name] + rowOrder(axis)).joined(separator: ", ")
    let keys = index.cells[cell].least...index.cells[until].greatest
    let rows = try await askRanks(
      column, [], "\(axis.tick.sql) AS wg_tick, \(rowTerms)", range: [column.isWithin(keys)],
      try await conditions(filters), rest: " ORDER BY \(order) LIMIT \(skipped), \(count)"
    ) { reader throws(ClickHouseError) in try self.rows(&reader) }
    return Self.numbered(rows, from: first)
  }

  private static func numbered(_ rows: [ColumnRow], from first: UInt64) -> [ColumnRow] {
    rows.enumerated().map { number, row in
      ColumnRow(tick: Int64(clamping: first).saturatingAdding(Int64(number)), key: row.key, cells: row.cells)
    }
  }

  /// Returns a filter for rows with the cell's value, or nil if no floating-point number equals that value
  /// exactly.
  private func sameValue(_ cell: RankCell, _ column: RankColumn) -> ColumnFilter? {
    guard cell.isOneValue, let info = self.column(column.number)?.info else { return nil }
    let summary = ColumnSummary(info)
    guard let value = column.isReal ? column.real(cell.least) : Double(exactly: cell.least) else {
      return nil
    }
    let displayed = summary.displayed(value)
    guard summary.stored(fromDisplayed: displayed) == value, !column.isShifted else { return nil }
    return .values(column: column.number, low: displayed, high: displayed)
  }

  /// Returns the row of the drawn point nearest to a rank: the first, minimum, maximum or last value of the
  /// pixel columns around it.
  private func rankPoint(
    nearest place: UInt64, of drawn: Int, _ value: String, _ column: RankColumn, _ window: ColumnWindow,
    _ index: inout RankIndex, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    let map = window.map
    let middle = map.column(of: Int64(clamping: place))
    guard middle >= 0, middle < map.columns else { return nil }
    let pixels = max(0, middle - 1)...min(map.columns, middle + 2)
    let cut = RankWindow(
      borders: pixels.map {
        UInt64(clamping: max(0, min(map.start(ofColumn: $0), Int64(clamping: index.total))))
      })
    _ = try await settle(&index, column, filters) { $0.unsettled(cut.borders) }
    let stretches = cut.stretches(of: index)
    guard let keys = index.keys(of: stretches[...]) else { return nil }
    let sides = (try await conditions(filters)) + [self.column(drawn)?.valid].compactMap { $0 }
    let name = RankColumn.name
    var points: [(key: Int64, value: Double?)] = []
    try await askRanks(
      column, of: stretches[...], index,
      """
      min(\(name)), max(\(name)), (min((\(value), \(name))) AS wg_least).1, wg_least.2, (max((\(value), \
      \(name))) AS wg_greatest).1, wg_greatest.2
      """,
      sides, groups: RankLookup.name
    ) { reader throws(ClickHouseError) in
      while !reader.isAtEnd {
        for _ in 0..<2 { points.append((try column.key(&reader), nil)) }
        for _ in 0..<2 {
          let value = try reader.double()
          points.append((try column.key(&reader), value))
        }
      }
    }
    let pointKeys = points.map(\.key)
    _ = try await settle(&index, column, filters) { $0.unplaced(pointKeys) }
    let placed = points.compactMap { point -> (place: UInt64, key: Int64, value: Double?)? in
      guard let cell = index.cell(of: point.key) else { return nil }
      // A cell with only one value can occupy several ranks, of which the nearest one is used. In any other
      // cell, the point has the lowest rank.
      let places = (
        index.starts[cell], index.cells[cell].isOneValue ? index.starts[cell + 1] - 1 : index.starts[cell]
      )
      return (max(places.0, min(place, places.1)), point.key, point.value)
    }
    let distance = { (other: UInt64) in other > place ? other - place : place - other }
    guard let nearest = placed.min(by: { distance($0.place) < distance($1.place) }) else { return nil }
    let axis = try await known(.rows)
    var terms = [column.isWithin(keys), "\(name) = \(column.literal(nearest.key))"]
    if let found = nearest.value { terms.append("\(value) = \(SQLText.exact(found))") }
    let made = try await askRanks(
      column, [], "\(axis.tick.sql) AS wg_tick, \(rowTerms)", range: terms, sides,
      rest: " ORDER BY \(rowOrder(axis).joined(separator: ", ")) LIMIT 1"
    ) { reader throws(ClickHouseError) in try self.rows(&reader) }
    return Self.numbered(made, from: nearest.place).first
  }
}
