public import WaveDataFeed
import WaveTableFormats
public import WaveTables
import WaveUnits

/// Correlations, scatter plots, and export of rows.
extension ClickHouseColumns {
  /// Returns the correlation of each column with a reference column.
  public func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double] {
    guard let other = column(reference), let b = other.value else { return columns.map { _ in .nan } }
    var made: [Double] = []
    for some in columns.parts(of: 30) {
      let terms = some.map { number in
        column(number).flatMap { column in
          column.value.map { coefficient($0, b, both: [column.valid, other.valid]) }
        } ?? "toFloat64(0)"
      }
      try await select(terms.joined(separator: ", ")) { reader throws(ClickHouseError) in
        for _ in some { made.append(try reader.double()) }
      }
    }
    return made
  }

  private func coefficient(_ a: String, _ b: String, both: [String?]) -> String {
    let valid = both.compactMap { $0 }
    return valid.isEmpty ? "corr(\(a), \(b))" : "corrIf(\(a), \(b), \(valid.joined(separator: " AND ")))"
  }

  /// Counts a window's rows in the cells of a grid over two columns.
  public func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    guard let x = column(grid.x), let y = column(grid.y), let a = x.value, let b = y.value else {
      throw .absent("Both columns must have numbers.")
    }
    let conditions = try await conditions(filters, in: window)
    let left = ColumnSummary(x.info).stored(fromDisplayed: grid.across.lowerBound)
    let right = ColumnSummary(x.info).stored(fromDisplayed: grid.across.upperBound)
    let low = ColumnSummary(y.info).stored(fromDisplayed: grid.upright.lowerBound)
    let high = ColumnSummary(y.info).stored(fromDisplayed: grid.upright.upperBound)
    func cell(_ value: String, _ low: Double, _ high: Double, _ count: Int) -> String {
      """
      least(toInt64(floor((\(value) - \(SQLText.exact(low))) * \(count) / \(SQLText.exact(high - low)))), \
      \(count - 1))
      """
    }
    func isWithin(_ value: String, _ low: Double, _ high: Double) -> String {
      "\(value) >= \(SQLText.exact(low)) AND \(value) <= \(SQLText.exact(high))"
    }
    let both = [x.valid, y.valid].compactMap { $0 }
    let place =
      """
      \(cell(a, left, right, grid.columns)) + \(grid.columns) * (\(grid.rows - 1) - \
      \(cell(b, low, high, grid.rows)))
      """
    let inside = "\(isWithin(a, left, right)) AND \(isWithin(b, low, high))"
    let valid = both.isEmpty ? "1" : both.joined(separator: " AND ")
    var made = ColumnDensity(
      counts: [UInt64](repeating: 0, count: grid.columns * grid.rows), insideCount: 0, outsideCount: 0,
      missingCount: 0, correlation: .nan)
    try await select(
      "toInt64(multiIf(NOT (\(valid)), -2, \(inside), \(place), -1)) AS wg_cell, count()", where: conditions,
      then: "GROUP BY wg_cell"
    ) { reader throws(ClickHouseError) in
      while !reader.isAtEnd {
        let cell = try reader.integer(Int64.self)
        let count = try reader.rowCount()
        switch cell {
        case -2: made.missingCount = made.missingCount.saturatingAdding(count)
        case 0..<Int64(made.counts.count):
          made.counts[Int(cell)] = made.counts[Int(cell)].saturatingAdding(count)
          made.insideCount = made.insideCount.saturatingAdding(count)
        default: made.outsideCount = made.outsideCount.saturatingAdding(count)
        }
      }
    }
    made.correlation = try await select(
      coefficient(a, b, both: [x.valid, y.valid]), where: conditions
    ) { reader throws(ClickHouseError) in try reader.double() }
    return made
  }

  /// Returns the first rows of a window, up to the limit of one request, and the position of the next row to
  /// request.
  public func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    let limit = max(100, min(20_000, 1_000_000 / max(1, schema.columns.count)))
    if case .ranks(let pinned) = window.order {
      return try await rankPart(of: window, limit: limit, by: pinned, filters)
    }
    let axis = try await known(window.order)
    let span = Double(axis.axis.until - axis.axis.from)
    var reach = max(1, Int64(saturating: min(4e18, Double(limit) / 2 * span / Double(max(1, axis.rowCount)))))
    var from = window.from
    while from < window.until {
      let until = min(window.until, from.saturatingAdding(reach))
      let count = try await count(from, until, axis, filters)
      if count == 0 {
        from = until
        reach = reach > Int64.max / 8 ? reach : reach * 8
        continue
      }
      // Rows with the same tick are never split between two parts.
      let width = until.saturatingSubtracting(from)
      if count > UInt64(limit), width > 1 {
        reach = max(1, width / 4)
        continue
      }
      return (try await rows(axis, filters, range: from..<until, count: Int(clamping: count)), until)
    }
    return ([], window.until)
  }
}
