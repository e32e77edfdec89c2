import WaveDataFeed
import WaveDataWire
import WaveSeries

/// The condition of a filter, independent of the order that the client had then.
enum TableFilter: Sendable {
  case values(column: Int, low: Double, high: Double)
  case rows(RowSet)
  case texts(column: Int, TextMatch, isKept: Bool)
}

extension FilterList<TableFilter> {
  /// Whether a filter tests the values of one of some columns.
  func depends(on columns: [Int]) -> Bool {
    ordered.contains {
      if case .values(let column, _, _) = $0 { columns.contains(column) } else { false }
    }
  }

  /// Returns the rows that pass all filters.
  ///
  /// - Parameters:
  ///   - count: Number of rows of the table.
  ///   - series: Returns a column's drawn values, and the offset that was subtracted from each.
  ///   - texts: Returns a column's texts; while they are unknown, filters of that column leave out nothing.
  /// - Returns: A bit for each row.
  func rows(
    count: Int, series: (Int) -> (Series, offset: Double)?, texts: (Int) -> TextColumn? = { _ in nil }
  ) -> RowSet {
    var kept = RowSet(count: count, isFull: true)
    for filter in ordered {
      switch filter {
      case .rows(let rows): kept.formIntersection(rows)
      case .texts(let column, let match, let isKept):
        guard let text = texts(column), text.codes.count == count else { continue }
        let matches = text.matches(match)
        kept.filter { matches[Int(text.codes[$0])] == isKept }
      case .values(let column, let low, let high):
        guard let (series, offset) = series(column) else { continue }
        kept.filter { row in
          let value = Double(series.value(at: row)) + offset
          return value >= low && value <= high
        }
      }
    }
    return kept
  }
}

/// A set of a table's rows, with a bit for each row.
struct RowSet: Sendable {
  private(set) var count: Int
  private var words: [UInt64]

  init(count: Int, isFull: Bool) {
    self.count = count
    words = [UInt64](repeating: isFull ? .max : 0, count: (count + 63) / 64)
    if isFull, count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
  }

  /// Whether a row is in the set; false for rows beyond its end.
  func contains(_ row: Int) -> Bool { row < count && words[row >> 6] >> UInt64(row & 63) & 1 == 1 }

  mutating func insert(_ row: Int) {
    guard row >= 0, row < count else { return }
    words[row >> 6] |= 1 << UInt64(row & 63)
  }

  /// Removes the rows that are not in another set.
  mutating func formIntersection(_ other: RowSet) {
    for index in words.indices { words[index] &= index < other.words.count ? other.words[index] : 0 }
  }

  /// Removes the rows for which a condition is false.
  mutating func filter(_ isKept: (Int) -> Bool) {
    for index in words.indices where words[index] != 0 {
      for bit in 0..<64 where words[index] >> UInt64(bit) & 1 == 1 {
        if !isKept(index << 6 + bit) { words[index] &= ~(1 << UInt64(bit)) }
      }
    }
  }
}
