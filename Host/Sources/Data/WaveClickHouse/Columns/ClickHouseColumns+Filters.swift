import WaveDataFeed
import WaveTableFormats
import WaveTables

/// Translates filters to SQL.
extension ClickHouseColumns {
  /// Returns the SQL condition of a filter.
  ///
  /// - Parameter filter: The filter.
  /// - Returns: The condition, or nil if the filter excludes no rows.
  /// - Throws: `ColumnFailure`.
  func condition(_ filter: ColumnFilter) async throws(ColumnFailure) -> String? {
    switch filter {
    case .values(let number, let low, let high):
      guard let column = column(number), let value = column.value else { return nil }
      let summary = ColumnSummary(column.info)
      let (least, greatest) = (summary.stored(fromDisplayed: low), summary.stored(fromDisplayed: high))
      var terms = [column.valid].compactMap { $0 }
      // An infinite or NaN bound excludes nothing.
      if least.isFinite { terms.append("\(value) >= \(SQLText.exact(least))") }
      if greatest.isFinite { terms.append("\(value) <= \(SQLText.exact(greatest))") }
      return terms.isEmpty ? nil : terms.joined(separator: " AND ")
    case .ticks(.ranks(let number), let from, let until, let among):
      // The ranks were counted among the rows that pass the filters `among`. Those filters are part of the
      // condition, so that it still holds after the user removes them.
      let terms =
        try await conditions(among)
        + [try await rankCondition(number, from, until, keeping: among)].compactMap { $0 }
      return terms.isEmpty ? nil : terms.map { "(\($0))" }.joined(separator: " AND ")
    case .ticks(let order, let from, let until, _):
      let axis = try await known(order)
      return axis.tick.isWithin(from, until, schema.columns).joined(separator: " AND ")
    case .text(let number, let text, let isKept):
      guard let column = column(number) else { return nil }
      let match =
        text.map { "\(Self.words(column)) = \(SQLText.literal($0))" }.map { match in
          column.type.isNullable ? "isNotNull(\(column.name)) AND \(match)" : match
        } ?? (column.type.isNullable ? "isNull(\(column.name))" : "0")
      return isKept ? match : "NOT (\(match))"
    case .others(let number, let than, let isKept):
      guard let column = column(number) else { return nil }
      let list = than.map { SQLText.literal($0) }.joined(separator: ", ")
      var match = than.isEmpty ? "1" : "\(Self.words(column)) NOT IN (\(list))"
      if column.type.isNullable { match = "isNotNull(\(column.name)) AND \(match)" }
      return isKept ? match : "NOT (\(match))"
    }
  }

  func column(_ number: Int) -> ClickHouseColumn? {
    schema.columns.indices.contains(number) ? schema.columns[number] : nil
  }

  /// Checks that all columns exist and are numeric.
  ///
  /// - Throws: `ColumnFailure.absent`.
  func check(_ columns: [Int]) throws(ColumnFailure) {
    guard columns.allSatisfy({ column($0)?.value != nil }) else {
      throw .absent("This column has no numbers.")
    }
  }

  /// Returns an SQL expression, which is never NULL, for the first bytes of a column's text.
  static func words(_ column: ClickHouseColumn) -> String {
    let bare = column.type.isNullable ? "assumeNotNull(\(column.name))" : column.name
    return "substring(toString(\(bare)), 1, \(textByteCount))"
  }

  /// The number of leading bytes that distinguish one text from another.
  static let textByteCount = 200
}
