import WaveDataFeed
import WaveTables
import WaveUnits

/// Counts the rows with each text value when rows are in the order of a column's values.
extension ClickHouseColumns {
  /// Counts the rows with each text value in each pixel column.
  ///
  /// A group of rows with equal values that spans several pixel columns is divided among them in proportion.
  /// - Parameters:
  ///   - text: The SQL expression for the index of a row's text.
  ///   - textCount: The number of distinct indices.
  ///   - pinned: The column that orders the rows.
  ///   - window: The range of ranks, and the number of pixel columns.
  ///   - filters: The filters that rows must pass.
  /// - Returns: For each pixel column, the number of rows with each index.
  /// - Throws: `ColumnFailure`.
  func rankTextCounts(
    _ text: String, _ textCount: Int, by pinned: Int, _ window: ColumnWindow, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    let column = try rankColumn(pinned)
    var index = try await rankIndex(column, filters)
    let cut = RankWindow(window, total: index.total)
    _ = try await settle(&index, column, filters) { $0.unsettled(cut.borders) }
    let stretches = cut.stretches(of: index)
    var counts = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: textCount), count: max(0, cut.borders.count - 1))
    var found = [[UInt64]](repeating: [UInt64](repeating: 0, count: textCount), count: stretches.count)
    let conditions = try await conditions(filters)
    for start in stride(from: 0, to: stretches.count, by: RankLookup.endLimit) {
      let some = stretches[start..<min(stretches.count, start + RankLookup.endLimit)]
      guard let first = some.first, let last = some.last else { break }
      let keys = index.cells[first.cells.lowerBound].least...index.cells[last.cells.upperBound - 1].greatest
      let ends = some.dropLast().map { index.cells[$0.cells.upperBound - 1].greatest }
      for lookup in RankLookup.parts(column, ends: ends) {
        let answer = try await askRanks(
          column, lookup.definitions, "\(RankLookup.name), toUInt8(\(text)) AS wg_text, count()",
          range: [column.isWithin(keys)] + lookup.conditions, conditions,
          groups: "\(RankLookup.name), wg_text")
        try Self.reading { () throws(ClickHouseError) in
          var reader = RowBinaryReader(answer)
          while !reader.isAtEnd {
            let stretch = start + Int(try reader.integer(UInt32.self))
            let number = Int(try reader.integer(UInt8.self))
            let count = try reader.rowCount()
            guard found.indices.contains(stretch), number < textCount else { continue }
            found[stretch][number] = count
          }
        }
      }
    }
    cut.pieces(of: stretches) { pixel, number, places in
      let part = RankWindow.part(places, of: stretches[number].places)
      for text in 0..<textCount {
        counts[pixel][text] = counts[pixel][text].saturatingAdding(
          RankWindow.part(part, of: found[number][text]))
      }
    }
    return counts.dropFirst().dropLast()
  }
}
