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
    var (column, index) = try await rankIndex(pinned, filters)
    let cut = RankWindow(window, total: index.total)
    _ = try await settle(&index, column, filters) { $0.unsettled(cut.borders) }
    let stretches = cut.stretches(of: index)
    var counts = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: textCount), count: max(0, cut.borders.count - 1))
    var found = [[UInt64]](repeating: [UInt64](repeating: 0, count: textCount), count: stretches.count)
    let conditions = try await conditions(filters)
    for some in stretches.parts(of: RankLookup.endLimit) {
      try await askRanks(
        column, of: some, index, "\(RankLookup.name), toUInt8(\(text)) AS wg_text, count()", conditions,
        groups: "\(RankLookup.name), wg_text"
      ) { reader throws(ClickHouseError) in
        while !reader.isAtEnd {
          let stretch = some.startIndex + Int(try reader.integer(UInt32.self))
          let number = Int(try reader.integer(UInt8.self))
          let count = try reader.rowCount()
          guard found.indices.contains(stretch), number < textCount else { continue }
          found[stretch][number] = count
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
