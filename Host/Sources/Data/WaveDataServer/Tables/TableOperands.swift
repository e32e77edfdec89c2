import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

/// A snapshot of a table's columns for use in formulas.
struct TableOperands: Sendable {
  private struct Column {
    /// The exact integers, in chunks that match the chunks of `series`; nil if the exact values are not in
    /// memory.
    var whole: [[Int64]]?
    var series: Series
    var summary: ColumnSummary
  }

  private let columns: [Int: Column]
  let rowCount: Int
  let isComplete: Bool
  let source: any TableSource
  private let keys: RowKeys

  /// Copies columns from the state of a table host, or returns nil if the table is not open yet.
  init?(_ indices: Set<Int>, of state: LoadedTableHost.State) {
    guard let source = state.source else { return nil }
    self.source = source
    let rowCount = Int(state.table.description.rowCount)
    self.rowCount = rowCount
    isComplete = state.table.description.flags.contains(.complete)
    keys = state.keys
    var columns: [Int: Column] = [:]
    for index in indices {
      guard let series = state.series[index], let summary = state.table.summaries[index] else { continue }
      let whole = state.integers[index].flatMap { chunks in
        chunks.reduce(0) { $0 + $1.count } == rowCount ? chunks : nil
      }
      columns[index] = Column(whole: whole, series: series, summary: summary)
    }
    self.columns = columns
  }

  /// The columns whose exact values are not in memory.
  var reals: [Int] { columns.filter { $0.value.whole == nil }.keys.sorted() }

  /// Returns a column's values in a range of rows: exact integers if available, otherwise values for drawing,
  /// with NaN outside the table.
  func kept(_ column: Int, _ rows: Range<Int>) -> [Double] {
    guard let column = columns[column] else { return rows.map { _ in .nan } }
    let inside = max(0, rows.lowerBound)..<max(0, rows.lowerBound, min(rowCount, rows.upperBound))
    let offset = column.summary.offset ?? 0
    let drawn = column.series.values(from: inside.lowerBound, to: inside.upperBound)
    let before = min(rows.count, max(0, inside.lowerBound - rows.lowerBound))
    var values = [Double](repeating: .nan, count: before)
    values.reserveCapacity(rows.count)
    for (place, value) in drawn.enumerated() {
      let row = inside.lowerBound + place
      if let whole = column.whole, value.isFinite {
        values.append(Double(whole[row / SeriesChunk.capacity][row % SeriesChunk.capacity]))
      } else {
        values.append(column.summary.stored(fromDisplayed: Double(value) + offset))
      }
    }
    values += [Double](repeating: .nan, count: rows.count - values.count)
    return values
  }

  /// Returns a row's cells, or nil if the row no longer exists.
  func cells(ofRow row: Int) -> [TableCell]? {
    guard row >= 0, row < rowCount, let key = keys.key(ofRow: row) else { return nil }
    return try? source.row(key: key)
  }
}
