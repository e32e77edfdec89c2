public import WaveDataFeed
import WaveDataWire
import WaveTables
import WaveUnits
import WaveWire

/// Access to text columns.
extension ClickHouseColumns {
  /// The maximum number of distinct values returned for a text column, as in the local engine.
  ///
  /// A longer list is marked as truncated.
  private static let distinctLimit = 65_534

  /// Returns the most frequent values of a text column.
  public func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    guard let column = self.column(column) else { throw .absent("There is no such column.") }
    let words = Self.words(column)
    let isThere = column.type.isNullable ? "isNotNull(\(column.name))" : "1"
    let (rows, there, distinct) = try await select(
      "count(), countIf(\(isThere)), uniqIf(\(words), \(isThere))"
    ) { reader throws(ClickHouseError) in
      (try reader.rowCount(), try reader.rowCount(), try reader.rowCount())
    }
    var top: [TextSummary.Category] = []
    try await select(
      "\(words) AS wg_w, count() AS wg_n",
      then: "WHERE \(isThere) GROUP BY wg_w ORDER BY wg_n DESC, wg_w LIMIT \(WireLimits.textCategories)",
      settings: ["max_rows_to_group_by": "\(Self.distinctLimit)", "group_by_overflow_mode": "any"]
    ) { reader throws(ClickHouseError) in
      // A faulty server could send more values than requested, but clients do not accept more than this
      // limit.
      while !reader.isAtEnd, top.count < WireLimits.textCategories {
        let text = Array(try reader.text().prefix(WireLimits.categoryText))
        top.append(.init(text: text, count: try reader.rowCount()))
      }
    }
    return ColumnTexts(
      top: top, distinctCount: distinct, isCut: distinct > Self.distinctLimit, rowCount: rows,
      missingCount: rows - min(rows, there))
  }

  /// Returns an SQL expression that maps a row's text value to its index in a list.
  ///
  /// Values that are not in the list are mapped to the first index after the list, and missing values to the
  /// second.
  private static func textNumber(_ column: ClickHouseColumn, _ top: [[UInt8]]) -> String {
    let names = top.map { SQLText.literal($0) }.joined(separator: ", ")
    let numbers = top.indices.map { "\($0)" }.joined(separator: ", ")
    let which =
      top.isEmpty ? "\(top.count)" : "transform(\(words(column)), [\(names)], [\(numbers)], \(top.count))"
    return column.type.isNullable ? "if(isNotNull(\(column.name)), \(which), \(top.count + 1))" : which
  }

  /// Counts the rows with each text value in each pixel column of a window.
  public func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    guard let column = self.column(column) else { throw .absent("There is no such column.") }
    if case .ranks(let pinned) = window.order {
      return try await rankTextCounts(
        Self.textNumber(column, top), top.count + 2, by: pinned, window, filters)
    }
    let axis = try await known(window.order)
    let query = query(axis, window, try await conditions(filters))
    let which = Self.textNumber(column, top)
    var counts = [[UInt64]](repeating: [UInt64](repeating: 0, count: top.count + 2), count: window.pixels)
    try await select(
      "\(query.pixel) AS wg_px, toUInt8(\(which)) AS wg_c, count()", where: query.terms,
      then: "GROUP BY wg_px, wg_c"
    ) { reader throws(ClickHouseError) in
      while !reader.isAtEnd {
        let pixel = try reader.integer(Int64.self)
        let name = Int(try reader.integer(UInt8.self))
        let count = try reader.rowCount()
        if let pixel = Int(exactly: pixel), counts.indices.contains(pixel), name < top.count + 2 {
          counts[pixel][name] = counts[pixel][name].saturatingAdding(count)
        }
      }
    }
    return counts
  }
}
