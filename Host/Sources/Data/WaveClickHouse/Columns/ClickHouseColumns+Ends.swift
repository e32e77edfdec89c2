import WaveDataFeed
import WaveTables

/// The first and last ticks of a table.
extension ClickHouseColumns {
  /// The maximum number of rows for which the first and last ticks are found by a full scan.
  private static let readCount: UInt64 = 1_000_000

  /// Returns the first tick, the last tick and the number of rows.
  ///
  /// In large tables sorted by x, the ticks are found with the index.
  func ends(_ tick: TickExpression) async throws(ColumnFailure) -> (Int64, Int64, UInt64) {
    let column = schema.columns[tick.column]
    if isSorted(by: tick.column), tick.valid == nil, column.bound(0) != nil {
      let count = try await select("count()") { reader throws(ClickHouseError) in try reader.rowCount() }
      if count > Self.readCount, let some = try await end("any", of: ticks(tick, " LIMIT 1")) {
        let greatest = try await search(from: some, tick, "max", { $0 }) {
          column.bound($0).map { ">= \($0)" }
        }
        let least = try await search(from: ~some, tick, "min", { ~$0 }) { place in
          // No tick is above the maximum, so no condition is needed.
          place == .max ? nil : column.bound(place + 1).map { "< \($0)" }
        }
        return (least, greatest, count)
      }
    }
    return try await select(
      "min(\(tick.sql)), max(\(tick.sql)), count()", then: tick.valid.map { "WHERE \($0)" } ?? ""
    ) { reader throws(ClickHouseError) in
      (try reader.integer(Int64.self), try reader.integer(Int64.self), try reader.rowCount())
    }
  }

  /// Searches for the first or last tick.
  ///
  /// The search finds the greatest tick, so `turned` reverses the order of ticks to find the first one.
  private func search(
    from start: Int64, _ tick: TickExpression, _ extreme: String, _ turned: (Int64) -> Int64,
    where condition: (Int64) -> String?
  ) async throws(ColumnFailure) -> Int64 {
    let name = schema.columns[tick.column].name
    var search = EndSearch(from: start)
    while true {
      let asked = search.ticks
      let conditions = asked.compactMap { condition(turned($0)) }
      guard !conditions.isEmpty else { break }
      let parts = conditions.map { ticks(tick, " WHERE \(name) \($0) LIMIT 1") }
      let found = try await end(extreme, of: parts.joined(separator: " UNION ALL "))
      search.receive(asked, found: found.map(turned))
    }
    let rest = condition(turned(search.known)).map { " WHERE \(name) \($0)" } ?? ""
    return try await end(extreme, of: ticks(tick, rest)) ?? turned(search.known)
  }

  private func ticks(_ tick: TickExpression, _ rest: String) -> String {
    "SELECT \(tick.sql) AS wg_t FROM \(schema.table)\(rest)"
  }

  private func end(_ extreme: String, of ticks: String) async throws(ColumnFailure) -> Int64? {
    try await ask("SELECT count(), \(extreme)(wg_t) FROM (\(ticks)) FORMAT RowBinary") {
      reader throws(ClickHouseError) in
      try reader.rowCount() > 0 ? try reader.integer(Int64.self) : nil
    }
  }
}
