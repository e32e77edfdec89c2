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
    let counted = try await ask(
      """
      SELECT count(), countIf(\(isThere)), uniqIf(\(words), \(isThere)) FROM \(schema.table) FORMAT RowBinary
      """
    )
    let (rows, there, distinct) = try Self.reading { () throws(ClickHouseError) in
      var reader = RowBinaryReader(counted)
      return (try reader.rowCount(), try reader.rowCount(), try reader.rowCount())
    }
    let answer = try await ask(
      """
      SELECT \(words) AS wg_w, count() AS wg_n FROM \(schema.table) WHERE \(isThere) GROUP BY wg_w ORDER BY \
      wg_n DESC, wg_w LIMIT \(WireLimits.textCategories) FORMAT RowBinary
      """,
      settings: ["max_rows_to_group_by": "\(Self.distinctLimit)", "group_by_overflow_mode": "any"])
    let top = try Self.reading { () throws(ClickHouseError) in
      var reader = RowBinaryReader(answer)
      var top: [TextSummary.Category] = []
      // A faulty server could send more values than requested, but clients do not accept more than this
      // limit.
      while !reader.isAtEnd, top.count < WireLimits.textCategories {
        let text = Array(try reader.text().prefix(WireLimits.categoryText))
        top.append(.init(text: text, count: try reader.rowCount()))
      }
      return top
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
    let query = BucketQuery(
      table: schema.table, columns: schema.columns, asked: [], tick: axis.tick, window: window,
      range: 0..<window.pixels, conditions: try await conditions(filters))
    let which = Self.textNumber(column, top)
    let (from, until) = query.ticks
    let terms = axis.tick.isWithin(from, until, schema.columns) + query.conditions
    let answer = try await ask(
      "SELECT \(query.pixel) AS wg_px, toUInt8(\(which)) AS wg_c, count() FROM \(schema.table) WHERE "
        + terms.map { "(\($0))" }.joined(separator: " AND ") + " GROUP BY wg_px, wg_c FORMAT RowBinary")
    var counts = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: top.count + 2), count: window.pixels)
    try Self.reading { () throws(ClickHouseError) in
      var reader = RowBinaryReader(answer)
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
