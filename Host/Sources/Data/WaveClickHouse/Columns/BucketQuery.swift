import WaveDataFeed
import WaveSeries
import WaveTables
import WaveUnits

/// A query that reduces all requested columns to the first, last, minimum and maximum values in each pixel
/// column of a range.
///
/// The range can extend beyond the visible window.
///
/// All aggregates used here can be merged, so each shard of a Distributed table sends one row per pixel
/// column.
struct BucketQuery: Sendable {
  let table: String
  let columns: [ClickHouseColumn]
  /// The indices of the requested columns.
  let asked: [Int]
  let tick: TickExpression
  let window: ColumnWindow
  /// The indices of the requested pixel columns, relative to the start of the window.
  var range: Range<Int>
  /// The SQL conditions that rows must meet.
  let conditions: [String]
  /// The columns assumed to have a value in every row.
  ///
  /// With this assumption, the query costs a third less. The response shows whether the assumption is true.
  var plain: Set<Int> = []

  private var width: Int64 { window.until.saturatingSubtracting(window.from) }

  /// The SQL expression for the index of a row's pixel column, exact for all Int64 ticks.
  var pixel: String {
    let pixels = Int64(window.pixels)
    if width % pixels == 0 {
      let step = width / pixels
      let room = Int64(-min(0, range.lowerBound))
      return "toInt64(intDiv(\(tick.sql) - (\(window.from &- room &* step)), \(step)) - \(room))"
    }
    let (product, overflows) = width.multipliedReportingOverflow(by: 3 * pixels)
    if !overflows, product < Int64.max / 2 {
      return "toInt64(intDiv((\(tick.sql) - (\(window.from)) + \(width)) * \(pixels), \(width)) - \(pixels))"
    }
    // A quotient in double precision has an error of at most one. The remainder, in wrapping integer
    // arithmetic, corrects it.
    let distance = "(\(tick.sql) - (\(window.from)))"
    let near = "toInt64(floor(toFloat64(\(distance)) * \(pixels) / \(width)))"
    let rest = "(\(distance) * \(pixels) - \(near) * \(width))"
    return "\(near) + if(\(rest) >= \(width), 1, 0) - if(\(rest) < 0, 1, 0)"
  }

  /// The range of ticks that the requested pixel columns cover.
  var ticks: (from: Int64, until: Int64) {
    let map = window.map
    let step = max(1, width / Int64(window.pixels) + (width % Int64(window.pixels) == 0 ? 0 : 1))
    let from =
      range.lowerBound >= 0
      ? map.start(ofColumn: range.lowerBound) : window.from &- Int64(-range.lowerBound) &* step
    let until =
      range.upperBound <= window.pixels
      ? map.start(ofColumn: range.upperBound)
      : window.until &+ Int64(range.upperBound - window.pixels) &* step
    return (from, until)
  }

  /// The range of ticks that are valid in a response.
  var answerableTicks: ClosedRange<Int64> {
    guard !tick.isPlaceholder else { return .min ... .max }
    let (from, until) = ticks
    return from...max(from, until.saturatingSubtracting(1))
  }

  var sql: String {
    "SELECT \(pixel) AS wg_px, \(aggregates) FROM \(table)\(SQLText.clause(terms))"
      + " GROUP BY wg_px ORDER BY wg_px FORMAT RowBinary"
  }

  /// The SQL conditions of the rows in the range.
  var terms: [String] {
    let (from, until) = ticks
    return tick.isWithin(from, until, columns) + conditions
  }

  /// The SQL aggregates over the rows of each pixel column.
  var aggregates: String {
    var made = ["count()", "min(\(tick.sql))", "max(\(tick.sql))"]
    for number in asked {
      let column = columns[number]
      guard let value = column.value else { continue }
      let isChecked = column.valid != nil && !plain.contains(number)
      made += column.valueCount
      if isChecked { made += ["min", "max"].map { column.aggregate($0, tick.sql) } }
      made += [
        ("argMin", "\(value), \(tick.sql)"), ("argMax", "\(value), \(tick.sql)"), ("min", value),
        ("max", value),
      ].map { isChecked ? column.aggregate($0, $1) : "\($0)(\($1))" }
    }
    return made.joined(separator: ", ")
  }

  /// An empty bucket for each element of `range`, for each requested column.
  var emptyLanes: [[ColumnBucket]] {
    [[ColumnBucket]](repeating: [ColumnBucket](repeating: .empty, count: range.count), count: asked.count)
  }

  /// Decodes a response into buckets.
  ///
  /// - Parameters:
  ///   - reader: The rows of the response.
  ///   - lanes: For each requested column, a bucket for each element of `range`. If a column in `plain` has a
  ///     bucket with fewer values than rows, all buckets of that column are invalid.
  /// - Throws: `ClickHouseError.brokenAnswer`.
  func read(_ reader: inout RowBinaryReader, into lanes: inout [[ColumnBucket]]) throws(ClickHouseError) {
    let answerable = answerableTicks
    while !reader.isAtEnd {
      let pixel = try reader.integer(Int64.self)
      let rowCount = try reader.rowCount()
      let firstTick = try reader.tick(in: answerable)
      let lastTick = try reader.tick(in: answerable)
      for (place, column) in asked.enumerated() {
        var bucket = ColumnBucket(
          rowCount: rowCount, count: rowCount, firstTick: firstTick, lastTick: lastTick, first: 0, minimum: 0,
          maximum: 0, last: 0)
        if columns[column].valid != nil { bucket.count = try reader.rowCount() }
        if columns[column].valid != nil, !plain.contains(column) {
          // The ticks of a bucket without values are not used, so they are not checked.
          let answerable = bucket.count > 0 ? answerable : .min ... .max
          bucket.firstTick = try reader.tick(in: answerable)
          bucket.lastTick = try reader.tick(in: answerable)
          bucket.startsMissing = firstTick != bucket.firstTick
          bucket.endsMissing = lastTick != bucket.lastTick
        }
        bucket.first = try reader.double()
        bucket.last = try reader.double()
        bucket.minimum = try reader.double()
        bucket.maximum = try reader.double()
        guard let index = Int(exactly: pixel), range.contains(index) else { continue }
        lanes[place][index - range.lowerBound] = bucket.count == 0 ? .missing(rowCount: rowCount) : bucket
      }
    }
  }

  /// Returns the columns in `plain` for which the response shows rows without a value.
  func columnsWithMissingValues(in lanes: [[ColumnBucket]]) -> Set<Int> {
    Set(
      zip(asked, lanes).filter { column, lane in
        plain.contains(column) && lane.contains { $0.count < $0.rowCount }
      }.map(\.0))
  }
}
