import WaveSeries
import WaveTables
import WaveUnits

/// Asks for columns of pixels, some on either side of the window with them: the first, last, least and
/// greatest value of each, in one pass however many columns of the table.
///
/// Where aggregates of parts can be merged, as those used here, a Distributed table's shards send one row for
/// each column of pixels.
struct BucketQuery: Sendable {
  let table: String
  let columns: [ClickHouseColumn]
  /// Which of them are asked for.
  let asked: [Int]
  let tick: TickExpression
  let window: ColumnWindow
  /// Columns of pixels, those of the window from 0 on.
  let range: Range<Int>
  /// What rows must be like.
  let conditions: [String]
  /// Columns that are taken to have a value in every row, which costs a third less; the answer tells whether
  /// they have.
  var plain: Set<Int> = []

  private var width: Int64 { window.until.saturatingSubtracting(window.from) }

  /// The number of a row's column of pixels, exact for all of Int64's ticks.
  var pixel: String {
    let pixels = Int64(window.pixels)
    if width % pixels == 0 {
      let step = width / pixels
      let room = Int64(-min(0, range.lowerBound))
      return "toInt64(intDiv(\(tick.sql) - (\(window.from &- room &* step)), \(step)) - \(room))"
    }
    let (product, overflows) = width.multipliedReportingOverflow(by: 3 * pixels)
    if !overflows, product < Int64.max / 2 {
      return
        "toInt64(intDiv((\(tick.sql) - (\(window.from)) + \(width)) * \(pixels), \(width)) - \(pixels))"
    }
    // A quotient in double precision is right to one; the remainder, which wraps around as integers do, tells
    // which way.
    let distance = "(\(tick.sql) - (\(window.from)))"
    let near = "toInt64(floor(toFloat64(\(distance)) * \(pixels) / \(width)))"
    let rest = "(\(distance) * \(pixels) - \(near) * \(width))"
    return "\(near) + if(\(rest) >= \(width), 1, 0) - if(\(rest) < 0, 1, 0)"
  }

  /// The ticks of the columns that are asked for.
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

  /// The ticks that an answer may hold.
  var answerableTicks: ClosedRange<Int64> {
    guard !tick.isStandIn else { return .min ... .max }
    let (from, until) = ticks
    return from...max(from, until.saturatingSubtracting(1))
  }

  var sql: String {
    let (from, until) = ticks
    let terms = tick.isWithin(from, until, columns) + conditions
    return "SELECT \(pixel) AS wg_px, \(aggregates) FROM \(table) WHERE "
      + terms.map { "(\($0))" }.joined(separator: " AND ") + " GROUP BY wg_px ORDER BY wg_px FORMAT RowBinary"
  }

  /// What is asked of the rows of each column of pixels.
  var aggregates: String {
    var made = ["count()", "min(\(tick.sql))", "max(\(tick.sql))"]
    for number in asked {
      let column = columns[number]
      guard let value = column.value else { continue }
      if let valid = column.valid, plain.contains(number) {
        made.append("countIf(\(valid))")
      } else if let valid = column.valid {
        made += [
          "countIf(\(valid))", "minIf(\(tick.sql), \(valid))", "maxIf(\(tick.sql), \(valid))",
          "argMinIf(\(value), \(tick.sql), \(valid))", "argMaxIf(\(value), \(tick.sql), \(valid))",
          "minIf(\(value), \(valid))", "maxIf(\(value), \(valid))",
        ]
        continue
      }
      made += [
        "argMin(\(value), \(tick.sql))", "argMax(\(value), \(tick.sql))", "min(\(value))", "max(\(value))",
      ]
    }
    return made.joined(separator: ", ")
  }

  /// Reads an answer.
  ///
  /// - Parameter bytes: Rows as RowBinary.
  /// - Returns: For each column that was asked for its buckets, one for each of `range`; where a count is
  ///   less than that of the rows, those of `plain` are wrong.
  /// - Throws: `ClickHouseError.brokenAnswer`.
  func buckets(_ bytes: [UInt8]) throws(ClickHouseError) -> [[ColumnBucket]] {
    var made = [[ColumnBucket]](
      repeating: [ColumnBucket](repeating: .empty, count: range.count), count: asked.count)
    var reader = RowBinaryReader(bytes)
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
        if columns[column].valid != nil {
          bucket.count = try reader.rowCount()
        }
        if columns[column].valid != nil, !plain.contains(column) {
          // Where there are no values, any tick is accepted.
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
        made[place][index - range.lowerBound] =
          bucket.count == 0 ? .missing(rowCount: rowCount) : bucket
      }
    }
    return made
  }

  /// Those of `plain` that have rows without a value after all.
  func holed(_ lanes: [[ColumnBucket]]) -> Set<Int> {
    var found: Set<Int> = []
    for (place, column) in asked.enumerated()
    where plain.contains(column) && lanes[place].contains(where: { $0.count < $0.rowCount }) {
      found.insert(column)
    }
    return found
  }
}
