import WaveSeries
import WaveTables

/// Queries for the aggregates that lenses need for intervals of x: sums first, then the ticks of the
/// extremes, then the positions of missing values.
///
/// The second and third queries cover only the intervals that need them. They contain results of the first
/// query as arrays with one element per interval. Each shard therefore sends at most one row per interval.
/// Among rows with the same value, the first along x is found, regardless of the order in which servers
/// respond.
struct LensQuery: Sendable {
  /// The maximum number of values that one query contains, since servers reject queries longer than 256 KiB.
  static let numberLimit = 8000

  let lens: Lens
  /// The intervals and the requested columns, all of which are numeric.
  let stretches: BucketQuery

  private var columns: [ClickHouseColumn] { stretches.asked.map { stretches.columns[$0] } }

  // MARK: - Sums

  /// The SQL query for sums over the rows of each interval.
  var sums: String {
    let tick = stretches.tick.sql
    var terms = ["count()", "min(\(tick))", "max(\(tick))"]
    for column in columns {
      guard let value = column.value else { continue }
      var functions = [("min", value), ("max", value)]
      if lens == .mean { functions.append(("sum", value)) }
      terms += column.valueCount + functions.map { column.aggregate($0.0, $0.1) }
    }
    return sql(terms, stretches)
  }

  /// Decodes the response to the query for sums.
  ///
  /// - Returns: For each column, one bucket per interval.
  /// - Throws: `ClickHouseError.brokenAnswer`.
  func buckets(_ reader: inout RowBinaryReader) throws(ClickHouseError) -> [[LensBucket]] {
    var made = [[LensBucket]](
      repeating: [LensBucket](repeating: LensBucket(), count: stretches.range.count),
      count: stretches.asked.count)
    while !reader.isAtEnd {
      let place = try self.place(&reader)
      var bucket = LensBucket()
      bucket.rowCount = try reader.rowCount()
      bucket.firstTick = try reader.tick(in: stretches.answerableTicks)
      bucket.lastTick = try reader.tick(in: stretches.answerableTicks)
      guard bucket.firstTick <= bucket.lastTick else { throw reader.broken("an interval is reversed") }
      for (lane, column) in columns.enumerated() {
        bucket.count = column.valid == nil ? bucket.rowCount : try reader.rowCount()
        bucket.minimum = try reader.double()
        bucket.maximum = try reader.double()
        if lens == .mean { bucket.sum = try reader.double() }
        bucket.leastTick = bucket.firstTick
        bucket.greatestTick = bucket.firstTick
        if let place { made[lane][place] = bucket }
      }
    }
    return made
  }

  // MARK: - Ticks of extremes

  /// Splits the intervals into ranges that are small enough for one query each.
  ///
  /// Intervals at both ends of a range are omitted if `isOpen` is false for them.
  func parts(_ lanes: [[LensBucket]], where isOpen: (LensBucket) -> Bool) -> [Range<Int>] {
    let count = max(1, Self.numberLimit / max(1, 2 * lanes.count))
    let range = stretches.range
    return (0..<range.count).parts(of: count).compactMap { part in
      let open = part.filter { place in lanes.contains { isOpen($0[place]) } }
      guard let first = open.first, let last = open.last else { return nil }
      return first..<(last + 1)
    }
  }

  /// Returns the SQL query for the first ticks with the minimum and maximum values.
  func extremes(of lanes: [[LensBucket]], in part: Range<Int>) -> String {
    var (names, definitions): ([String], [String]) = ([], [])
    for (lane, column) in zip(lanes, columns) {
      guard let value = column.value else { continue }
      for known in [lane[part].map(\.minimum), lane[part].map(\.maximum)] {
        let numbers = known.map { RankColumn.literal($0) }
        let isIt = [column.valid, "\(value) = \(element(numbers, of: part))"].compactMap { $0 }
        names.append("wg_is\(names.count)")
        definitions.append("(\(isIt.joined(separator: " AND "))) AS \(names[names.count - 1])")
      }
    }
    return sql(
      names.map { "minIf(\(stretches.tick.sql), \($0))" }, asked(part), with: definitions,
      which: names.joined(separator: " OR "))
  }

  /// Decodes the ticks of extremes into buckets.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`.
  func readExtremes(
    _ reader: inout RowBinaryReader, into lanes: inout [[LensBucket]]
  ) throws(ClickHouseError) {
    while !reader.isAtEnd {
      let place = try self.place(&reader)
      for lane in lanes.indices {
        let (least, greatest): (Int64, Int64) = (try reader.integer(), try reader.integer())
        guard let place, lanes[lane][place].isSpread else { continue }
        // A row may have been removed since the first query, so the ticks are clamped to their interval.
        let stretch = lanes[lane][place]
        lanes[lane][place].leastTick = min(max(least, stretch.firstTick), stretch.lastTick)
        lanes[lane][place].greatestTick = min(max(greatest, stretch.firstTick), stretch.lastTick)
      }
    }
  }

  // MARK: - Missing values

  /// Returns the SQL query for missing values before, between and after the points.
  func gaps(of lanes: [[LensBucket]], in part: Range<Int>) -> String {
    let tick = stretches.tick.sql
    var (terms, definitions, names): ([String], [String], [String]) = ([], [], [])
    for (lane, column) in zip(lanes, columns) {
      guard let valid = column.valid else { continue }
      let ends = lane[part].map { $0.isParted ? $0.ends(lens) : (first: 0, last: 0) }
      let number = names.count
      let (isGone, first, last) = ("wg_gone\(number)", "wg_first\(number)", "wg_last\(number)")
      definitions += [
        "(NOT (\(valid))) AS \(isGone)", "\(element(ends.map { String($0.first) }, of: part)) AS \(first)",
        "\(element(ends.map { String($0.last) }, of: part)) AS \(last)",
      ]
      for which in [
        "\(tick) < \(first)", "\(tick) > \(first) AND \(tick) < \(last)", "\(tick) > \(last)",
      ] {
        terms.append("toUInt8(countIf(\(isGone) AND \(which)) > 0)")
      }
      names.append(isGone)
    }
    return sql(terms, asked(part), with: definitions, which: names.joined(separator: " OR "))
  }

  /// Decodes the positions of missing values into buckets.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`.
  func readGaps(_ reader: inout RowBinaryReader, into lanes: inout [[LensBucket]]) throws(ClickHouseError) {
    while !reader.isAtEnd {
      let place = try self.place(&reader)
      for (lane, column) in columns.enumerated() where column.valid != nil {
        let gaps = LensBucket.Gaps(
          before: try reader.flag(), between: try reader.flag(), after: try reader.flag())
        if let place, lanes[lane][place].isParted { lanes[lane][place].gaps = gaps }
      }
    }
  }

  // MARK: - SQL

  /// Returns an SQL expression for the element of an array that belongs to a row's interval.
  private func element(_ numbers: [String], of part: Range<Int>) -> String {
    let before = stretches.range.lowerBound + part.lowerBound - 1
    return "arrayElement([\(numbers.joined(separator: ","))], toUInt32(wg_px - \(before)))"
  }

  private func asked(_ part: Range<Int>) -> BucketQuery {
    let first = stretches.range.lowerBound
    var asked = stretches
    asked.range = (first + part.lowerBound)..<(first + part.upperBound)
    return asked
  }

  private func sql(
    _ terms: [String], _ asked: BucketQuery, with definitions: [String] = [], which: String? = nil
  ) -> String {
    let with = (["\(asked.pixel) AS wg_px"] + definitions).joined(separator: ", ")
    let clause = SQLText.clause(asked.terms + [which].compactMap { $0 })
    return "WITH \(with) SELECT wg_px, \(terms.joined(separator: ", ")) FROM \(asked.table)\(clause)"
      + " GROUP BY wg_px FORMAT RowBinary"
  }

  /// Reads the index of an interval from the response, or returns nil if the interval was not requested.
  private func place(_ reader: inout RowBinaryReader) throws(ClickHouseError) -> Int? {
    let number = try reader.integer(Int64.self)
    guard let number = Int(exactly: number), stretches.range.contains(number) else { return nil }
    return number - stretches.range.lowerBound
  }
}
