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
    for start in stride(from: 0, to: columns.count, by: Self.columnsAtOnce) {
      let some = Array(columns[start..<min(columns.count, start + Self.columnsAtOnce)])
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
    let sides = (axis.tick.valid.map { [$0] } ?? []) + conditions
    let condition = sides.isEmpty ? "" : " WHERE " + sides.map { "(\($0))" }.joined(separator: " AND ")
    let answer = try await ask(
      "SELECT \(terms.joined(separator: ", ")) FROM \(schema.table)\(condition) FORMAT RowBinary")
    return try Self.reading { () throws(ClickHouseError) in
      var reader = RowBinaryReader(answer)
      var made = Moments(rowCount: try reader.rowCount(), columns: [])
      for place in columns.indices {
        let count = try reader.rowCount()
        let firstTick = try reader.integer(Int64.self)
        let (least, greatest) = (try reader.double(), try reader.double())
        let (sum, squares) = (try reader.double(), try reader.double())
        let missing = made.rowCount - min(made.rowCount, count)
        guard count > 0 else {
          var nothing = Statistics()
          nothing.join(
            Statistics(
              count: 0, missingCount: Int(clamping: missing), infiniteCount: 0, minimum: .infinity,
              maximum: -.infinity, mean: 0, squaredDeviations: 0))
          made.columns.append((nothing, firstTick))
          continue
        }
        let mean = sum / Double(count)
        made.columns.append(
          (
            Statistics(
              count: Int(clamping: count), missingCount: Int(clamping: missing), infiniteCount: 0,
              minimum: least,
              maximum: greatest, mean: shifts[place] + mean,
              squaredDeviations: max(0, squares - mean * sum)), firstTick
          ))
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
      return "if(\(column.valid ?? "1"), \(column.value ?? "0"), 0)"
    }
    let condition =
      conditions.isEmpty ? "" : " WHERE " + conditions.map { "(\($0))" }.joined(separator: " AND ")
    let answer = try await ask(
      """
      SELECT \(terms.map { "toFloat64(\($0))" }.joined(separator: ", ")) FROM \(schema.table)\(condition) \
      LIMIT 1 FORMAT RowBinary
      """
    )
    guard !answer.isEmpty else { return columns.map { _ in 0 } }
    return try Self.reading { () throws(ClickHouseError) in
      var reader = RowBinaryReader(answer)
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
    let lanes = found.columns.map { column in
      [
        ColumnBucket(
          rowCount: 2, count: UInt64(column.statistics.count), firstTick: column.firstTick,
          lastTick: column.firstTick, first: .nan, minimum: 0, maximum: 0, last: 0)
      ]
    }
    let ticks = TieQuery.ticks(of: lanes)
    guard !ticks.isEmpty else { return columns.map { _ in nil } }
    let ties = TieQuery(
      table: schema.table, columns: schema.columns, asked: columns, tick: axis.tick, breaker: breaker,
      conditions: [], leastCount: 1)
    let answer = try await ask(ties.sql(ticks[...]), settings: ["max_query_size": "1048576"])
    var settled = lanes
    try Self.reading { () throws(ClickHouseError) in try ties.settle(&settled, by: answer) }
    return settled.map { $0[0].count > 0 && $0[0].first.isFinite ? $0[0].first : nil }
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
    for start in stride(from: 0, to: columns.count, by: Self.columnsAtOnce) {
      let some = Array(columns[start..<min(columns.count, start + Self.columnsAtOnce)])
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
    guard let value = column.value else { return nil }
    let low = found.minimum
    let high = found.maximum > found.minimum ? found.maximum : found.minimum + 1
    let sides = conditions + [column.valid].compactMap { $0 }
    let condition = sides.isEmpty ? "" : " WHERE " + sides.map { "(\($0))" }.joined(separator: " AND ")
    let answer = try await ask(
      """
      SELECT toInt64(floor((\(value) - \(SQLText.exact(low))) / \(SQLText.exact(high - low)) * \(bins))) AS \
      wg_bin, count() FROM \(schema.table)\(condition) GROUP BY wg_bin FORMAT RowBinary
      """
    )
    var counts = [UInt64](repeating: 0, count: bins)
    try Self.reading { () throws(ClickHouseError) in
      var reader = RowBinaryReader(answer)
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
