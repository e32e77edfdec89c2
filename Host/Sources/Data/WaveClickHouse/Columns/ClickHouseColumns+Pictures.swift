import Synchronization
public import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables
import WaveUnits
import WaveWire

/// Columns reduced to the resolution of a display, for drawing.
extension ClickHouseColumns {
  /// The maximum number of rows for which a full picture takes no longer than a coarse picture.
  private static let quickCount = 2_000_000.0
  /// The number of intervals of x that a coarse picture samples.
  private static let sliceCount = 12

  /// Returns a picture of several columns (the aggregates of each pixel column), computed in one pass.
  public func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    try check(columns)
    if case .ranks(let column) = window.order {
      return try await rankPicture(of: columns, by: column, window, filters)
    }
    var lanes = try await buckets(of: columns, in: window, range: -1..<(window.pixels + 1), keeping: filters)
    let axis = try await known(window.order)
    var made: [ColumnPicture.Lane] = []
    let before = lanes.first?.first?.rowCount ?? 0
    let after = lanes.first?.last?.rowCount ?? 0
    // A line that crosses an edge is drawn even if the window has no rows near that edge.
    async let beyond =
      after == 0 && window.until < axis.axis.until
      ? neighbor(of: columns, isBefore: false, window, filters) : nil
    let left =
      before == 0 && window.from > axis.axis.from
      ? try await neighbor(of: columns, isBefore: true, window, filters) : nil
    let right: [ColumnBucket]?
    do { right = try await beyond } catch { throw error as? ColumnFailure ?? .other("\(error)") }
    for place in lanes.indices {
      let last = lanes[place].removeLast()
      let first = lanes[place].removeFirst()
      made.append(
        ColumnPicture.Lane(
          buckets: lanes[place], before: left?[place] ?? first, after: right?[place] ?? last))
    }
    return ColumnPicture(made, isExact: true)
  }

  /// Returns a bucket for each requested column and each pixel column in a range.
  ///
  /// The range is relative to the start of the window. The first and last values of a bucket do not depend on
  /// the order in which servers respond.
  func buckets(
    of columns: [Int], in window: ColumnWindow, range: Range<Int>, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[ColumnBucket]] {
    let axis = try await known(window.order)
    let conditions = try await conditions(filters)
    var lanes = try await answered(query(of: columns, axis, window, range: range, conditions))
    let ties = TieQuery(
      table: schema.table, columns: schema.columns, asked: columns, tick: axis.tick, breaker: breaker,
      conditions: conditions)
    try await settle(&lanes, by: ties)
    return lanes
  }

  /// Settles the first and last values at ticks that several rows have.
  func settle(_ lanes: inout [[ColumnBucket]], by ties: TieQuery) async throws(ColumnFailure) {
    for ticks in TieQuery.ticks(of: lanes).parts(of: TieQuery.tickLimit) {
      try await ask(ties.sql(ticks), settings: ["max_query_size": "1048576"]) {
        reader throws(ClickHouseError) in try ties.settle(&lanes, by: &reader)
      }
    }
  }

  /// Requests the buckets of pixel columns.
  ///
  /// Columns without missing values use a cheaper query.
  private func answered(_ query: BucketQuery) async throws(ColumnFailure) -> [[ColumnBucket]] {
    var query = query
    query.plain = state.withLock { state in
      Set(query.asked.filter { state.fullness[$0] ?? !schema.columns[$0].type.isNullable })
    }
    while true {
      var lanes = query.emptyLanes
      try await ask(query.sql) { reader throws(ClickHouseError) in try query.read(&reader, into: &lanes) }
      let incomplete = query.columnsWithMissingValues(in: lanes)
      if incomplete.isEmpty { return lanes }
      state.withLock { state in for column in incomplete { state.fullness[column] = false } }
      query.plain.subtract(incomplete)
    }
  }

  /// The SQL name of the column that orders rows with equal x.
  var breaker: String? { address.tieBreaker.map { SQLText.name($0) } }

  /// Returns the nearest row outside a window, on one side.
  private func neighbor(
    of columns: [Int], isBefore: Bool, _ window: ColumnWindow, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [ColumnBucket]? {
    let axis = try await known(window.order)
    let found = try await nearestTick(
      isBefore ? window.from.saturatingSubtracting(1) : window.until, isBefore: isBefore,
      width: window.until.saturatingSubtracting(window.from), axis, filters)
    guard let found else { return nil }
    let row = ColumnWindow(order: window.order, from: found, until: found + 1, pixels: 1)
    return try await buckets(of: columns, in: row, range: 0..<1, keeping: filters).map { $0[0] }
  }

  /// Returns the tick of the nearest row on one side of a tick, searching at increasing distances.
  func nearestTick(
    _ tick: Int64, isBefore: Bool, width: Int64, _ axis: KnownAxis, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> Int64? {
    let conditions = try await conditions(filters)
    // Start with the distance that a few rows would span if rows were evenly distributed.
    let spacing = Double(axis.axis.until - axis.axis.from) / Double(max(1, axis.rowCount))
    var reach = max(1, width, Int64(saturating: min(4 * spacing, 1e18)))
    while true {
      let step = min(reach, WireLimits.ticks)
      let low = isBefore ? max(axis.axis.from, tick.saturatingSubtracting(step)) : tick
      let high = isBefore ? tick.saturatingAdding(1) : min(axis.axis.until, tick.saturatingAdding(step))
      guard low < high else { return nil }
      let found = try await select(
        "count(), \(isBefore ? "max" : "min")(\(axis.tick.sql))",
        where: axis.tick.isWithin(low, high, schema.columns) + conditions
      ) { reader throws(ClickHouseError) in
        try reader.rowCount() > 0 ? try reader.tick(in: low...(high - 1)) : nil
      }
      if let found { return found }
      if isBefore ? low == axis.axis.from : high == axis.axis.until { return nil }
      reach = reach > Int64.max / 64 ? Int64.max / 4 : reach * 64
    }
  }

  /// Returns a quick picture of several columns, computed from the first rows of a few intervals of x.
  ///
  /// The server finds these rows with an index.
  public func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? {
    try check(columns)
    let number = window.order.column ?? x
    if case .ranks(let pinned) = window.order {
      return try await rankCoarsePicture(of: columns, by: pinned, window, filters)
    }
    let axis = try await known(window.order)
    let span = Double(axis.axis.until - axis.axis.from)
    let width = window.until.saturatingSubtracting(window.from)
    let about = Double(axis.rowCount) * min(1, Double(width) / max(1, span))
    guard isSorted(by: number), about * Double(max(1, columns.count)).squareRoot() > Self.quickCount,
      let bound = CoarseSlices(window: window, rows: about, count: Self.sliceCount)
    else { return nil }
    let column = schema.columns[number]
    let slices = bound.slices.map { "(\(column.isWithin($0.lowerBound, $0.upperBound)))" }
    guard slices.allSatisfy({ $0 != "()" }) else { return nil }
    let conditions = try await conditions(filters) + [slices.joined(separator: " OR ")]
    let lanes = try await answered(query(of: columns, axis, window, conditions))
    let seen = lanes.first?.lazy.map(\.rowCount).saturatingSum() ?? 0
    return ColumnPicture(
      lanes: lanes.map { ColumnPicture.Lane(buckets: bound.envelope(of: $0, window.map)) },
      rowCount: UInt64(saturating: about), seenCount: seen, isExact: false)
  }
}
