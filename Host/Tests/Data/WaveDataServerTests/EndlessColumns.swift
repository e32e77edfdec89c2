import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveDataServer

/// Answers each question with the greatest numbers there are, or refuses those for rows.
final class EndlessColumns: ColumnSource {
  let info = TableInfo(
    name: "t", columns: [TableColumn(name: "a", kind: .real), TableColumn(name: "w", kind: .text)])
  let refusal = Mutex<ColumnFailure?>(nil)
  let abilities = ColumnAbilities(hasRanks: true, hasValues: true)
  var loss: MissingShards? { MissingShards(share: .nan, shardCount: .max, text: "") }

  private static let bucket = ColumnBucket(
    rowCount: .max, count: .max, firstTick: .min, lastTick: .max, first: 0, minimum: -1, maximum: 1, last: 0
  )

  func axis(of order: ColumnOrder, keeping filters: [ColumnFilter]) -> ColumnAxis {
    ColumnAxis(kind: .number, from: .max, until: .max)
  }

  func extents(of columns: [Int], isCoarse: Bool) -> [ColumnExtent] {
    let most = Statistics(
      count: .max, missingCount: .max, infiniteCount: 0, minimum: -1, maximum: 1, mean: 0,
      squaredDeviations: 1)
    return columns.map { _ in
      ColumnExtent(summary: ColumnSummary(info.columns[0], offset: 0, counted: most), isExact: true)
    }
  }

  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) -> ColumnPicture {
    let lane = ColumnPicture.Lane(
      buckets: Array(repeating: Self.bucket, count: window.pixels), before: Self.bucket, after: Self.bucket)
    return ColumnPicture(lanes: columns.map { _ in lane }, rowCount: .max, seenCount: .max, isExact: true)
  }

  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) -> ColumnPicture? { nil }

  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) throws(ColumnFailure) -> ColumnRow? {
    try refuse()
    return ColumnRow(tick: .min, key: .max, cells: [.real(.nan)])
  }

  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) throws(ColumnFailure) -> ColumnRows {
    try refuse()
    let row = ColumnRow(tick: .max, key: .min, cells: [.blob(byteCount: .max)])
    return ColumnRows(first: .max, place: .max, total: .max, rows: Array(repeating: row, count: 300))
  }

  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) throws(ColumnFailure) -> ColumnStatistics {
    try refuse()
    let one = Statistics(
      count: .max, missingCount: .max, infiniteCount: .max, minimum: 0, maximum: .infinity, mean: .nan,
      squaredDeviations: .infinity)
    return ColumnStatistics(
      rowCount: .max, columns: columns.map { _ in one },
      histogram: (-.infinity, .infinity, Array(repeating: .max, count: bins)))
  }

  func correlations(of columns: [Int], with reference: Int) -> [Double] { columns.map { _ in .nan } }

  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) -> ColumnDensity {
    ColumnDensity(
      counts: Array(repeating: .max, count: grid.columns * grid.rows), insideCount: .max,
      outsideCount: .max,
      missingCount: .max, correlation: .nan)
  }

  func texts(of column: Int) -> ColumnTexts {
    ColumnTexts(
      top: [.init(text: [0x61], count: .max), .init(text: [0x62], count: .max)], distinctCount: .max,
      isCut: true, rowCount: .max, missingCount: .max)
  }

  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) -> [[UInt64]] {
    Array(repeating: Array(repeating: .max, count: top.count + 2), count: window.pixels)
  }

  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    try refuse()
    return ([], window.until)
  }

  private func refuse() throws(ColumnFailure) {
    if let refusal = refusal.withLock({ $0 }) { throw refusal }
  }
}
