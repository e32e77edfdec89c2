import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables
import WaveUnits
import WaveWire

/// Pictures of rows in the order of a column's values.
///
/// x is a row's rank, starting at 0; rows without a value have no rank. Rows with equal values are adjacent,
/// in no particular order.
extension ClickHouseColumns {
  /// The maximum number of ticks in one query.
  private static let tieLimit = 5000
  /// The maximum number of rows for which no coarse picture is requested before the exact picture.
  private static let coarseCount: UInt64 = 20_000_000

  func rankAxis(_ number: Int, _ filters: [ColumnFilter]) async throws(ColumnFailure) -> ColumnAxis {
    let total = try await rankIndex(number, filters).index.total
    return ColumnAxis(kind: .count, from: 0, until: max(1, Int64(clamping: total)))
  }

  func rankPicture(
    of columns: [Int], by pinned: Int, _ window: ColumnWindow, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    var (column, index) = try await rankIndex(pinned, filters)
    let cut = RankWindow(window, total: index.total)
    let isExact = try await settle(&index, column, filters) { $0.unsettled(cut.borders) }
    return try await rankPicture(of: columns, by: column, cut, index, filters, isExact: isExact)
  }

  /// Returns a quick picture of all rows.
  ///
  /// Its pixel columns can begin a few rows too early or too late, because their exact borders are not
  /// queried.
  ///
  /// - Returns: The picture, or nil if it would not be much faster than an exact picture or would be too
  ///   coarse.
  func rankCoarsePicture(
    of columns: [Int], by pinned: Int, _ window: ColumnWindow, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? {
    let (column, index) = try await rankIndex(pinned, filters)
    guard index.total > Self.coarseCount, let last = index.cells.indices.last else { return nil }
    let cut = RankWindow(window, total: index.total)
    guard !index.unsettled(cut.borders).isEmpty, let first = cut.borders.first, let end = cut.borders.last
    else { return nil }
    let held =
      (end < index.total ? index.cell(holding: end) : last) - min(last, index.cell(holding: min(first, end)))
    guard held > 2 * window.pixels else { return nil }
    return try await rankPicture(
      of: columns, by: column, cut.snapped(to: index), index, filters, isExact: false)
  }

  /// Creates a picture by querying the values between the borders of pixel columns.
  private func rankPicture(
    of columns: [Int], by column: RankColumn, _ cut: RankWindow, _ index: RankIndex,
    _ filters: [ColumnFilter], isExact: Bool
  ) async throws(ColumnFailure) -> ColumnPicture {
    let conditions = try await conditions(filters)
    let stretches = cut.stretches(of: index)
    var lanes = [[ColumnBucket]](repeating: [], count: columns.count)
    for some in stretches.parts(of: RankLookup.endLimit) {
      let found = try await buckets(of: columns, by: column, some, index, conditions)
      for lane in lanes.indices { lanes[lane] += found[lane] }
    }
    return ColumnPicture(lanes.map { cut.lane(stretches, $0) }, isExact: isExact)
  }

  /// Returns a bucket for each range of values and each column.
  ///
  /// The ticks of the buckets have no meaning.
  private func buckets(
    of columns: [Int], by column: RankColumn, _ stretches: ArraySlice<RankWindow.Stretch>, _ index: RankIndex,
    _ conditions: [String]
  ) async throws(ColumnFailure) -> [[ColumnBucket]] {
    guard let keys = index.keys(of: stretches) else { return columns.map { _ in [] } }
    // The column's values take the place of ticks, so ticks in the response are only tested for equality,
    // byte by byte.
    let tick = TickExpression(
      sql: RankColumn.name, valid: column.valid, column: column.number, scale: nil, isPlaceholder: true)
    let query = BucketQuery(
      table: schema.table, columns: schema.columns, asked: columns, tick: tick,
      window: ColumnWindow(order: .ranks(column.number), from: 0, until: 1, pixels: 1),
      range: 0..<stretches.count, conditions: [])
    var lanes = query.emptyLanes
    try await askRanks(
      column, of: stretches, index, "toInt64(\(RankLookup.name)) AS wg_bucket, \(query.aggregates)",
      conditions,
      groups: "wg_bucket"
    ) { reader throws(ClickHouseError) in try query.read(&reader, into: &lanes) }
    let ties = TieQuery(
      table: schema.table, columns: schema.columns, asked: columns, tick: tick, breaker: breaker,
      conditions: [])
    let tied = TieQuery.ticks(of: lanes).map { column.key($0) }.filter { !index.isAlone($0) }.sorted()
    for some in tied.parts(of: Self.tieLimit) {
      let list = some.map { column.literal($0) }.joined(separator: ",")
      try await askRanks(
        column, [], ([RankColumn.name, "count() AS wg_count"] + ties.aggregates).joined(separator: ", "),
        range: [column.isWithin(keys), "\(RankColumn.name) IN (\(list))"], conditions,
        groups: RankColumn.name,
        rest: " HAVING wg_count >= 2"
      ) { reader throws(ClickHouseError) in try ties.settle(&lanes, by: &reader) }
    }
    return lanes
  }

  /// Returns the SQL condition for rows whose values lie in a range of ranks.
  ///
  /// Rows with equal values at an edge of the range are all included.
  func rankCondition(
    _ number: Int, _ from: Int64, _ until: Int64, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> String? {
    var (column, index) = try await rankIndex(number, filters)
    let total = Int64(clamping: index.total)
    let (low, high) = (max(0, from), min(total, until))
    guard low < high else { return "0" }
    let places = [UInt64(low), UInt64(high - 1)]
    _ = try await settle(&index, column, filters) { $0.mixed(places) }
    guard let last = index.cells.indices.last else { return "0" }
    let cells = places.map { index.cells[min(last, index.cell(holding: $0))] }
    let terms =
      [column.valid].compactMap { $0 } + [
        "\(column.sql) >= \(column.literal(cells[0].least))",
        "\(column.sql) <= \(column.literal(cells[1].greatest))",
      ]
    return terms.joined(separator: " AND ")
  }
}
