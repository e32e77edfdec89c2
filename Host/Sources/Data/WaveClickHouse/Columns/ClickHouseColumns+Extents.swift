import Synchronization
public import WaveDataFeed
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveUnits

/// Statistics of column values.
extension ClickHouseColumns {
  /// The maximum number of columns in one query.
  private static let columnsAtOnce = 60

  /// Returns the statistics of each column.
  public func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] {
    try check(columns)
    let axis = try await known(.rows)
    var conditions: [String] = []
    if isCoarse {
      let window = ColumnWindow(order: .rows, from: axis.axis.from, until: axis.axis.until, pixels: 1)
      guard isSorted(by: x),
        let slices = CoarseSlices(window: window, rows: Double(axis.rowCount), count: 16)
      else { return [] }
      let ranges = slices.slices.map { "(\(schema.columns[x].isWithin($0.lowerBound, $0.upperBound)))" }
      conditions = [ranges.joined(separator: " OR ")]
    }
    var made: [ColumnExtent] = []
    for some in columns.parts(of: Self.columnsAtOnce).map(Array.init) {
      let found = try await moments(of: some, axis: axis, conditions: conditions)
      let firsts = try await firstValues(of: some, found, axis)
      for (place, column) in some.enumerated() {
        let summary = ColumnSummary(
          schema.columns[column].info, offset: firsts[place], counted: found.columns[place].statistics)
        made.append(ColumnExtent(summary: summary, isExact: !isCoarse))
        let isFull = found.columns[place].statistics.missingCount == 0
        // A sample can show that a column has missing values, but not that it has none.
        if !isCoarse || !isFull { state.withLock { $0.fullness[column] = isFull } }
      }
    }
    return made
  }

  /// The statistics of columns in the table's units, with the tick of each column's first value.
  struct Moments {
    var rowCount: UInt64
    var columns: [(statistics: Statistics, firstTick: Int64)]
  }

  /// Computes sums over rows in one pass.
  ///
  /// One of the column's values is subtracted from all of them first, since large values that differ only
  /// slightly would lose precision.
  func moments(
    of columns: [Int], axis: KnownAxis, conditions: [String]
  ) async throws(ColumnFailure) -> Moments {
    let shifts = try await shifts(of: columns, conditions)
    var terms = ["count()"]
    for (place, number) in columns.enumerated() {
      let column = schema.columns[number]
      guard let value = column.value else { throw .absent("This column has no numbers.") }
      let valid = column.valid ?? "1"
      let distance = "(\(value) - \(SQLText.exact(shifts[place])))"
      terms += [
        "countIf(\(valid))", "minIf(\(axis.tick.sql), \(valid))", "minIf(\(value), \(valid))",
        "maxIf(\(value), \(valid))", "sumIf(\(distance), \(valid))",
        "sumIf(\(distance) * \(distance), \(valid))",
      ]
    }
    return try await select(
      terms.joined(separator: ", "), where: [axis.tick.valid].compactMap { $0 } + conditions
    ) { reader throws(ClickHouseError) in
      var made = Moments(rowCount: try reader.rowCount(), columns: [])
      for place in columns.indices {
        let count = try reader.rowCount()
        let firstTick = try reader.integer(Int64.self)
        let (least, greatest) = (try reader.double(), try reader.double())
        let (sum, squares) = (try reader.double(), try reader.double())
        let missing = made.rowCount - min(made.rowCount, count)
        let isEmpty = count == 0
        let mean = sum / Double(count)
        let statistics = Statistics(
          count: Int(clamping: count), missingCount: Int(clamping: missing), infiniteCount: 0,
          minimum: isEmpty ? .infinity : least, maximum: isEmpty ? -.infinity : greatest,
          mean: isEmpty ? 0 : shifts[place] + mean,
          squaredDeviations: isEmpty ? 0 : max(0, squares - mean * sum))
        made.columns.append((statistics, firstTick))
      }
      return made
    }
  }

  /// Returns the value of each column in an arbitrary row, or 0 if that row has no value.
  ///
  /// Subtracting this value from the column's other values preserves precision.
  private func shifts(of columns: [Int], _ conditions: [String]) async throws(ColumnFailure) -> [Double] {
    let terms = columns.map { number in
      let column = schema.columns[number]
      return "toFloat64(if(\(column.valid ?? "1"), \(column.value ?? "0"), 0))"
    }
    return try await select(terms.joined(separator: ", "), where: conditions, then: "LIMIT 1") {
      reader throws(ClickHouseError) in
      guard !reader.isAtEnd else { return columns.map { _ in 0 } }
      var made: [Double] = []
      for _ in columns {
        let value = try reader.double()
        made.append(value.isFinite ? value : 0)
      }
      return made
    }
  }

  /// Returns the first value of each column along x, which is subtracted from the column's values for
  /// drawing.
  private func firstValues(
    of columns: [Int], _ found: Moments, _ axis: KnownAxis
  ) async throws(ColumnFailure) -> [Double?] {
    var lanes = found.columns.map { column in
      [
        ColumnBucket(
          rowCount: 2, count: UInt64(column.statistics.count), firstTick: column.firstTick,
          lastTick: column.firstTick, first: .nan, minimum: 0, maximum: 0, last: 0)
      ]
    }
    let ties = TieQuery(
      table: schema.table, columns: schema.columns, asked: columns, tick: axis.tick, breaker: breaker,
      conditions: [], leastCount: 1)
    try await settle(&lanes, by: ties)
    return lanes.map { $0[0].count > 0 && $0[0].first.isFinite ? $0[0].first : nil }
  }

  /// Returns the statistics of a range of rows.
  public func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics {
    try check(columns)
    let axis = try await known(.rows)
    let conditions = try await conditions(filters, in: window)
    var made = ColumnStatistics(rowCount: 0, columns: [])
    for some in columns.parts(of: Self.columnsAtOnce).map(Array.init) {
      let found = try await moments(of: some, axis: axis, conditions: conditions)
      made.rowCount = found.rowCount
      made.columns += zip(some, found.columns).map { displayed($1.statistics, of: $0) }
      guard let counted, let place = some.firstIndex(of: counted), found.columns[place].statistics.count > 0
      else { continue }
      made.histogram = try await histogram(
        of: counted, found.columns[place].statistics, bins: bins, conditions)
    }
    return made
  }

  /// Counts the values in equal bins between the minimum and the maximum.
  private func histogram(
    of column: Int, _ found: Statistics, bins: Int, _ conditions: [String]
  ) async throws(ColumnFailure) -> (low: Double, high: Double, counts: [UInt64])? {
    let column = schema.columns[column]
    guard let value = column.finiteValue(found.minimum) else { return nil }
    let low = found.minimum
    let high = found.maximum > found.minimum ? found.maximum : found.minimum + 1
    var counts = [UInt64](repeating: 0, count: bins)
    try await select(
      """
      toInt64(floor((\(value) - \(SQLText.exact(low))) / \(SQLText.exact(high - low)) * \(bins))) AS wg_bin, \
      count()
      """,
      where: conditions + [column.valid].compactMap { $0 }, then: "GROUP BY wg_bin"
    ) { reader throws(ClickHouseError) in
      while !reader.isAtEnd {
        let bin = Int(max(0, min(Int64(bins - 1), try reader.integer(Int64.self))))
        counts[bin] = counts[bin].saturatingAdding(try reader.rowCount())
      }
    }
    let summary = ColumnSummary(column.info)
    return (summary.displayed(low), summary.displayed(high), counts)
  }

  /// Converts statistics from the table's units to display units; times become microseconds.
  private func displayed(_ found: Statistics, of column: Int) -> Statistics {
    ColumnSummary(schema.columns[column].info, offset: nil, counted: found).statistics
  }
}
