import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables

@testable import WaveDataServer

/// A table whose rows have been read into memory, as the table of an engine.
final class MappedColumns: ColumnSource {
  private let host: LoadedTableHost
  private let rows: MappedRows
  private let derived: [FormulaColumn?]

  init(host: LoadedTableHost, derived: [FormulaColumn?] = []) {
    self.host = host
    self.derived = derived
    rows = MappedRows(host: host)
    _ = rows.answer(.derive(derived))
    _ = rows.answer(.extents([], isCoarse: false))
  }

  var info: TableInfo {
    var info = host.state.withLock { $0.source?.info } ?? TableInfo(name: "", columns: [])
    info.columns += derived.map { FormulaColumn.info($0) }
    return info
  }

  var abilities: ColumnAbilities {
    ColumnAbilities(
      hasRanks: true, hasValues: true, hasFormulas: true, lenses: Lens.allCases, hasRankLenses: true)
  }

  func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    MappedColumns(host: host, derived: columns)
  }

  private func answer<Found>(
    _ question: Question.Kind, _ found: (Answer) -> Found?
  ) throws(ColumnFailure) -> Found {
    let answer = rows.answer(question, goesOn: { !Task.isCancelled })
    if case .failed(let failure) = answer { throw failure }
    guard let found = found(answer) else { throw .absent("There is no answer.") }
    return found
  }

  func axis(of order: ColumnOrder, keeping filters: [ColumnFilter]) async throws(ColumnFailure) -> ColumnAxis
  { try answer(.axis(order, filters)) { if case .axis(let axis) = $0 { axis } else { nil } } }

  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] {
    try answer(.extents(columns, isCoarse: isCoarse)) {
      if case .extents(let extents) = $0 { extents } else { nil }
    }
  }

  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    let lanes = columns.map { LaneRequest(column: $0, lens: ColumnLens(.m4, threshold: 0)) }
    return try answer(.picture(lanes, window, filters)) {
      if case .picture(let picture, _) = $0 { picture } else { nil }
    }
  }

  /// Returns nil: pictures of all rows are as quick.
  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? { nil }

  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    let lanes = columns.map { LaneRequest(column: $0, lens: lens) }
    return try answer(.picture(lanes, window, filters)) {
      // An engine knows no places.
      if case .picture(_, let points) = $0 {
        points.compactMap { $0.map { ColumnPoints(points: $0.points, isDrawn: $0.isDrawn) } }
      } else {
        nil
      }
    }
  }

  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics {
    try answer(.range(columns, window, histogramOf: counted, bins: bins, texts: [], filters)) {
      if case .range(let statistics, _) = $0 { statistics } else { nil }
    }
  }

  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    try answer(.row(.tick(tick), pointOf: column, window, filters)) {
      if case .row(let row?) = $0 { ColumnRow(row) } else { nil }
    }
  }

  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    try answer(.rows(place, count: count, order, filters)) {
      guard case .rows(let found) = $0 else { return nil }
      return ColumnRows(
        first: found.first, place: found.place, total: found.total, rows: found.rows.map { ColumnRow($0) })
    }
  }

  /// Ticks must be places.
  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    let count = Int(min(window.until - window.from, Int64(TableRow.countLimit)))
    let found = try await rows(.place(window.from), count: count, order: window.order, keeping: filters)
    let next = window.from + Int64(count)
    return (found.rows, next < Int64(found.total) ? next : window.until)
  }

  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double] {
    try answer(.correlations(columns, with: reference)) {
      if case .correlations(let found) = $0 { found } else { nil }
    }
  }

  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    try answer(.density(grid, window, filters)) { if case .density(let found) = $0 { found } else { nil } }
  }

  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    try answer(.texts(column: column)) { if case .texts(let texts) = $0 { texts } else { nil } }
  }

  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    try answer(.strip(TextRequest(column: column, top: top), window, filters)) {
      if case .strip(let parts, _) = $0 { parts } else { nil }
    }
  }
}

extension ColumnRow {
  fileprivate init(_ row: FeedRow) {
    self.init(
      tick: row.tick, key: row.key,
      cells: row.cells.map { cell in
        switch cell {
        case .null: .null
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let text): .text(String(decoding: text, as: UTF8.self), byteCount: text.count)
        case .bytes(let count): .blob(byteCount: Int(count))
        }
      })
  }
}
