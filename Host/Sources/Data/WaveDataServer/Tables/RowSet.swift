import WaveDataFeed
import WaveDataWire
import WaveSeries

/// A set of a table's rows, with a bit for each row.
struct RowSet: Sendable {
  private(set) var count: Int
  private var words: [UInt64]

  init(count: Int, isFull: Bool) {
    self.count = count
    words = [UInt64](repeating: isFull ? .max : 0, count: (count + 63) / 64)
    if isFull, count % 64 != 0 { words[words.count - 1] = (1 << UInt64(count % 64)) - 1 }
  }

  /// Returns whether a row is in the set; false for a row index beyond the end of the set.
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

  /// Removes the rows that do not pass a filter.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - series: Returns a column's values for drawing, and the offset that was subtracted from each.
  ///   - texts: Returns a column's text values. While they are unknown, filters on that column have no
  ///     effect.
  ///   - table: Returns the rows that pass filters, in an order.
  /// - Throws: The errors of `table`.
  mutating func keep<Failure: Error>(
    _ filter: ColumnFilter, series: (Int) -> (Series, offset: Double)?, texts: (Int) -> TextColumn?,
    table: (ColumnOrder, [ColumnFilter]) throws(Failure) -> OrderedTable
  ) throws(Failure) {
    switch filter {
    case .values(let column, let low, let high):
      guard let (series, offset) = series(column) else { return }
      self.filter { row in
        let value = Double(series.value(at: row)) + offset
        return value >= low && value <= high
      }
    case .text(let column, let text, let isKept):
      keep(text.map { .value($0) } ?? .missing, isKept, of: texts(column))
    case .others(let column, _, let isKept): keep(.others, isKept, of: texts(column))
    case .ticks(let order, let from, let until, let among):
      let table = try table(order, among)
      var rows = RowSet(count: count, isFull: false)
      for place in table.places(from: from, until: until) { rows.insert(table.row(atPlace: place)) }
      formIntersection(rows)
    }
  }

  private mutating func keep(_ match: TextMatch, _ isKept: Bool, of text: TextColumn?) {
    guard let text, text.codes.count == count else { return }
    let matches = text.matches(match)
    filter { matches[Int(text.codes[$0])] == isKept }
  }
}
