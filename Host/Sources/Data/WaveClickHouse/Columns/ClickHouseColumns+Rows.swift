public import WaveDataFeed
import WaveSeries
public import WaveTables
import WaveUnits

/// Access to single rows.
extension ClickHouseColumns {
  /// Returns the row nearest to a tick or, if a column is given, the row whose drawn point in that column is
  /// nearest.
  public func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    if case .ranks(let pinned) = window.order {
      return try await rankRow(nearest: tick, pointOf: column, by: pinned, window, filters)
    }
    let axis = try await known(window.order)
    if let column, let point = try await point(nearest: tick, of: column, window, axis, filters) {
      return try await rows(
        axis, filters, range: point.tick..<(point.tick + 1), isBackwards: point.isLast, count: 1,
        which: point.condition, thenBy: point.order
      ).first
    }
    guard let found = try await nearest(tick, window, axis, filters) else { return nil }
    return try await rows(axis, filters, range: found..<(found + 1), count: 1).first
  }

  /// A drawn row, with the SQL condition and order that distinguish it from other rows with the same tick.
  private struct Point {
    var tick: Int64
    var condition: String
    var order: String?
    var isLast = false
  }

  /// Returns the nearest of the first, last, minimum and maximum values in the pixel columns around a tick.
  private func point(
    nearest tick: Int64, of number: Int, _ window: ColumnWindow, _ axis: KnownAxis, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> Point? {
    guard let column = column(number), let value = column.value else { return nil }
    let map = window.map
    let middle = map.column(of: tick)
    let (first, end) = (max(0, middle - 1), max(1, min(map.columns, middle + 2)))
    // A tick far to the right of the window has no pixel columns around it.
    guard first < end else { return nil }
    let query = query(axis, window, range: first..<end, try await conditions(filters))
    let t = axis.tick.sql
    var points: [Point] = []
    try await select(
      """
      \(query.pixel) AS wg_px, min(\(t)), max(\(t)), (min((\(value), \(t))) AS wg_least).1, wg_least.2, \
      (max((\(value), -\(t))) AS wg_greatest).1, wg_greatest.2
      """,
      where: query.terms + [column.valid].compactMap { $0 }, then: "GROUP BY wg_px"
    ) { reader throws(ClickHouseError) in
      let isThere = column.valid ?? "1"
      let answerable = query.answerableTicks
      while !reader.isAtEnd {
        _ = try reader.integer(Int64.self)
        for isLast in [false, true] {
          points.append(
            Point(
              tick: try reader.tick(in: answerable), condition: isThere, order: breaker ?? value,
              isLast: isLast))
        }
        for isGreatest in [false, true] {
          let drawn = SQLText.exact(try reader.double())
          points.append(
            Point(
              tick: try reader.tick(in: answerable, isNegated: isGreatest),
              condition: "\(isThere) AND \(value) = \(drawn)", order: breaker))
        }
      }
    }
    points.sort { $0.tick < $1.tick }
    let ticks = points.map(\.tick)
    return NearestSearch.index(of: tick, in: ticks.span).map { points[$0] }
  }

  /// Returns the tick of the row nearest to a given tick.
  private func nearest(
    _ tick: Int64, _ window: ColumnWindow, _ axis: KnownAxis, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> Int64? {
    let twice = window.until.saturatingSubtracting(window.from).saturatingMultiplying(by: 2)
    let width = max(1, twice / Int64(max(1, window.pixels)))
    let tick = max(axis.axis.from, min(axis.axis.until - 1, tick))
    async let earlier = nearestTick(tick, isBefore: true, width: width, axis, filters)
    async let later = nearestTick(tick, isBefore: false, width: width, axis, filters)
    let (before, after): (Int64?, Int64?)
    do { (before, after) = try await (earlier, later) } catch {
      throw error as? ColumnFailure ?? .other("\(error)")
    }
    guard let before else { return after }
    guard let after else { return before }
    return tick - before <= after - tick ? before : after
  }

  /// The SQL terms that select a row's cells in all columns that can be read.
  ///
  /// Queries put the row's tick before these terms.
  var rowTerms: String { schema.columns.filter(\.type.isRead).map(\.name).joined(separator: ", ") }

  /// Returns the first or last rows in a range of x, with an optional condition and order for rows with the
  /// same tick.
  func rows(
    _ axis: KnownAxis, _ filters: [ColumnFilter], range: Range<Int64>, isBackwards: Bool = false, count: Int,
    skipping: Int = 0, which: String? = nil, thenBy: String? = nil
  ) async throws(ColumnFailure) -> [ColumnRow] {
    guard count > 0 else { return [] }
    let terms =
      axis.tick.isWithin(range.lowerBound, range.upperBound, schema.columns) + [which].compactMap { $0 }
      + (try await conditions(filters))
    let direction = isBackwards ? " DESC" : ""
    let order = rowOrder(axis, thenBy: thenBy).map { $0 + direction }.joined(separator: ", ")
    let made = try await select(
      "\(axis.tick.sql) AS wg_t, \(rowTerms)", where: terms,
      then: "ORDER BY \(order) LIMIT \(skipping), \(count)"
    ) { reader throws(ClickHouseError) in try self.rows(&reader) }
    return isBackwards ? made.reversed() : made
  }

  /// Returns the SQL expressions that order rows.
  ///
  /// Rows that compare equal have the same values in all columns.
  func rowOrder(_ axis: KnownAxis, thenBy: String? = nil) -> [String] {
    let names = schema.columns.filter { $0.value != nil && !$0.isMade }.map(\.name)
    return Array(([axis.tick.sql] + [thenBy ?? breaker].compactMap { $0 } + names).prefix(40))
  }

  /// Decodes rows that consist of a tick and the values of `rowTerms`.
  func rows(_ reader: inout RowBinaryReader) throws(ClickHouseError) -> [ColumnRow] {
    var made: [ColumnRow] = []
    while !reader.isAtEnd {
      let tick = try reader.integer(Int64.self)
      var cells: [TableCell] = []
      for column in schema.columns {
        switch column.type.unreadName {
        case nil: cells.append(try reader.cell(of: column.type))
        case _ where column.isMade: cells.append(.null)
        case let name?:
          let words = "not read: \(name)"
          cells.append(.text(words, byteCount: words.utf8.count))
        }
      }
      made.append(ColumnRow(tick: tick, key: tick, cells: cells))
    }
    return made
  }

  /// Returns consecutive rows, either around a tick or starting at a row index.
  public func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    if case .ranks(let pinned) = order { return try await rankRows(place, count: count, by: pinned, filters) }
    let count = max(0, count)
    let axis = try await known(order)
    let total =
      filters.isEmpty
      ? axis.rowCount : try await self.count(axis.axis.from, axis.axis.until, axis, filters)
    guard total > 0 else { return ColumnRows(first: 0, place: 0, total: 0, rows: []) }
    let most = total - min(total, UInt64(count))
    switch place {
    case .tick(let tick):
      let rowsUpTo = try await self.count(axis.axis.from, tick, axis, filters)
      let first = min(most, rowsUpTo - min(rowsUpTo, UInt64(count / 2)))
      return try await rows(from: first, near: min(total - 1, rowsUpTo), count, total, axis, filters)
    case .place(let place):
      let first = min(most, UInt64(max(0, place)))
      return try await rows(from: first, near: first, count, total, axis, filters)
    }
  }

  /// Returns the number of rows in a range of ticks.
  func count(
    _ from: Int64, _ until: Int64, _ axis: KnownAxis, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> UInt64 {
    guard from < until else { return 0 }
    let terms = axis.tick.isWithin(from, until, schema.columns) + (try await conditions(filters))
    return try await select("count()", where: terms) { reader throws(ClickHouseError) in
      try reader.rowCount()
    }
  }

  /// Returns rows starting at a row index.
  ///
  /// To find them, divides x into intervals and counts the rows in each until an interval is small enough to
  /// be sorted.
  private func rows(
    from first: UInt64, near place: UInt64, _ count: Int, _ total: UInt64, _ axis: KnownAxis,
    _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    var range = axis.axis.from..<axis.axis.until
    var skipped = first
    var held = total
    while held > 20_000, range.upperBound - range.lowerBound > 1 {
      let window = ColumnWindow(
        order: .rows, from: range.lowerBound, until: range.upperBound,
        pixels: Int(min(1024, range.upperBound - range.lowerBound)))
      let counts = try await stretches(query(axis, window, try await conditions(filters)))
      guard let found = Self.stretch(counts, holding: skipped, count: UInt64(count)) else { break }
      let map = window.map
      let next = map.start(ofColumn: found.columns.lowerBound)..<map.start(ofColumn: found.columns.upperBound)
      guard next != range else { break }
      range = next
      skipped -= found.before
      held = found.rows
    }
    let rows = try await rows(axis, filters, range: range, count: count, skipping: Int(clamping: skipped))
    return ColumnRows(first: first, place: place, total: total, rows: rows)
  }

  private func stretches(_ query: BucketQuery) async throws(ColumnFailure) -> [UInt64] {
    var counts = [UInt64](repeating: 0, count: query.range.count)
    try await select("\(query.pixel) AS wg_px, count()", where: query.terms, then: "GROUP BY wg_px") {
      reader throws(ClickHouseError) in
      while !reader.isAtEnd {
        let pixel = try reader.integer(Int64.self)
        let count = try reader.rowCount()
        if let pixel = Int(exactly: pixel), counts.indices.contains(pixel) { counts[pixel] = count }
      }
    }
    return counts
  }

  /// Returns the intervals that contain a given number of rows, starting at a row index.
  static func stretch(
    _ counts: [UInt64], holding place: UInt64, count: UInt64
  ) -> (columns: Range<Int>, before: UInt64, rows: UInt64)? {
    var before: UInt64 = 0
    guard
      let start = counts.indices.first(where: { index in
        let next = before.saturatingAdding(counts[index])
        if next > place { return true }
        before = next
        return false
      })
    else { return nil }
    var rows: UInt64 = 0
    var end = start
    let last = place.saturatingAdding(count)
    while end < counts.count, before.saturatingAdding(rows) < last {
      rows = rows.saturatingAdding(counts[end])
      end += 1
    }
    return (start..<end, before, rows)
  }
}
