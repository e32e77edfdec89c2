import WaveSeries
import WaveTables
import WaveUnits

/// A query for the first and last of several rows with the same tick, at ticks where pixel columns begin or
/// end.
///
/// `argMin` returns any of the rows that share a tick, possibly a different row each time. Here, rows are
/// ordered by the tie-breaking column if there is one, otherwise by their values, with missing values last.
struct TieQuery: Sendable {
  /// The maximum number of ticks in one query.
  static let tickLimit = 8000

  let table: String
  let columns: [ClickHouseColumn]
  let asked: [Int]
  let tick: TickExpression
  /// The SQL name of the column that orders rows with the same tick.
  let breaker: String?
  let conditions: [String]
  /// The minimum number of rows with the same tick.
  ///
  /// Ticks with fewer rows are omitted.
  var leastCount = 2

  /// The values of the first and last rows with the same tick.
  private struct Tie {
    var first: Double
    var last: Double
    var startsMissing: Bool
    var endsMissing: Bool
  }

  /// Returns the ticks that must be queried because several rows may share them.
  static func ticks(of lanes: [[ColumnBucket]]) -> [Int64] {
    let tied = lanes.joined().lazy.filter { $0.rowCount > 1 && $0.count > 0 }
    return Set(tied.flatMap { [$0.firstTick, $0.lastTick] }).sorted()
  }

  func sql(_ ticks: ArraySlice<Int64>) -> String {
    let list = ticks.map(String.init).joined(separator: ",")
    let from = ticks.first ?? 0
    let terms =
      tick.isWithin(from, (ticks.last ?? 0).saturatingAdding(1), columns) + ["\(tick.sql) IN (\(list))"]
      + conditions
    let made = ["\(tick.sql) AS wg_t", "count() AS wg_n"] + aggregates
    return "SELECT \(made.joined(separator: ", ")) FROM \(table)\(SQLText.clause(terms))"
      + " GROUP BY wg_t HAVING wg_n >= \(leastCount) FORMAT RowBinary"
  }

  /// The SQL aggregates over the rows with the same tick.
  ///
  /// In the response, they follow the row count.
  var aggregates: [String] {
    var made: [String] = []
    for column in asked {
      let column = columns[column]
      guard let value = column.value else { continue }
      let valid = column.valid ?? "1"
      made.append("countIf(\(valid))")
      if let breaker {
        made += [
          "argMinIf(\(value), \(breaker), \(valid))", "argMaxIf(\(value), \(breaker), \(valid))",
          "toUInt8(ifNull(min(\(breaker)) < minIf(\(breaker), \(valid)), 0))",
          "toUInt8(ifNull(max(\(breaker)) > maxIf(\(breaker), \(valid)), 0))",
        ]
      } else {
        made += [
          "minIf(\(value), \(valid))", "maxIf(\(value), \(valid))", "toUInt8(0)",
          "toUInt8(count() > countIf(\(valid)))",
        ]
      }
    }
    return made
  }

  /// Corrects the first and last values of buckets at ticks with several rows.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`.
  func settle(_ lanes: inout [[ColumnBucket]], by reader: inout RowBinaryReader) throws(ClickHouseError) {
    var found = [[Int64: Tie]](repeating: [:], count: asked.count)
    while !reader.isAtEnd {
      let tick = try reader.integer(Int64.self)
      _ = try reader.rowCount()
      for place in asked.indices {
        let count = try reader.rowCount()
        let tie = Tie(
          first: try reader.double(), last: try reader.double(), startsMissing: try reader.flag(),
          endsMissing: try reader.flag())
        if count > 0 { found[place][tick] = tie }
      }
    }
    for place in lanes.indices {
      for index in lanes[place].indices where lanes[place][index].count > 0 {
        var bucket = lanes[place][index]
        if let tie = found[place][bucket.firstTick] {
          bucket.first = tie.first
          bucket.startsMissing = bucket.startsMissing || tie.startsMissing
        }
        if let tie = found[place][bucket.lastTick] {
          bucket.last = tie.last
          bucket.endsMissing = bucket.endsMissing || tie.endsMissing
        }
        lanes[place][index] = bucket
      }
    }
  }
}
