import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveSystem
import WaveTableFormats
import WaveTables
import WaveUnits
import WaveWire

/// Answers a client's requests about a table stored in an external engine.
///
/// The engine's availability is determined from its responses, and reported to all clients.
final class EngineRows: Sendable {
  private struct State {
    /// The client's derived columns by number; nil for columns that the engine cannot compute.
    var columns: [FormulaColumn?] = []
    /// The table without derived columns.
    ///
    /// `source` is this table with derived columns.
    var base: (any ColumnSource)?
    var source: (any ColumnSource)?
  }

  let host: RemoteTableHost
  private let state = Mutex(State())

  init(host: RemoteTableHost) { self.host = host }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - question: The request.
  ///   - report: Receives progress and partial answers.
  /// - Returns: The answer; `.failed(.cancelled)` if the task was cancelled.
  func answer(_ question: Question.Kind, report: @escaping @Sendable (Answer) -> Void) async -> Answer {
    if case .derive(let columns) = question { return derive(columns) }
    guard let source else { return .failed(.cancelled) }
    if case .coarse(let columns, let window, let filters) = question {
      // Failures are ignored here, since the request for the picture of all rows comes next and reports them.
      let picture = try? await source.coarsePicture(of: columns, in: window, keeping: filters)
      return picture.flatMap { $0 }.map { .picture($0, points: []) } ?? .nothing
    }
    let progress = EngineProgress(of: host.number, report)
    defer { progress.end() }
    do {
      let answer = try await ColumnProgress.$report.withValue(
        .init({ progress.note($0) }, answered: { progress.noteAnswer() })
      ) { try await self.answer(question, source, report) }
      if !Task.isCancelled, progress.hasAnswered { host.noteSuccess() }
      return answer
    } catch {
      let failure = error as? ColumnFailure ?? .other("\(error)")
      guard !Task.isCancelled, failure != .cancelled else { return .failed(.cancelled) }
      // A request that the engine does not support was never sent, so it says nothing about the engine's
      // availability.
      if case .absent = failure {} else { host.note(failure) }
      return .failed(failure)
    }
  }

  private func answer(
    _ question: Question.Kind, _ source: any ColumnSource, _ report: @Sendable (Answer) -> Void
  ) async throws(ColumnFailure) -> Answer {
    switch question {
    case .axis(let order, let filters): return .axis(try await source.axis(of: order, keeping: filters))
    case .extents(let columns, let isCoarse):
      return .extents(try await source.extents(of: columns, isCoarse: isCoarse))
    case .picture(let lanes, let window, let filters):
      return try await picture(lanes, window, filters, source, report)
    case .row(let place, let column, let window, let filters):
      guard case .tick(let tick) = place else {
        let rows = try await source.rows(place, count: 1, order: window.order, keeping: filters)
        return .row(rows.rows.first.map { FeedRow($0) })
      }
      let row = try await source.row(nearest: tick, pointOf: column, in: window, keeping: filters)
      return row.map { .row(FeedRow($0)) } ?? .nothing
    case .rows(let place, let count, let order, let filters):
      let found = try await source.rows(place, count: count, order: order, keeping: filters)
      return .rows(
        FeedRows(
          first: found.first, place: found.place, total: found.total, rows: found.rows.map { FeedRow($0) }))
    case .range(let columns, let window, let counted, let bins, let texts, let filters):
      let found = try await source.statistics(
        of: columns, in: window, histogramOf: counted, bins: bins, keeping: filters)
      return .range(found, await counts(of: texts, window, filters, source))
    case .texts(let column):
      if let known = host.state.withLock({ $0.texts[column] }) { return .texts(known) }
      let found = try await source.texts(of: column)
      host.state.withLock { $0.texts[column] = found }
      return .texts(found)
    case .strip(let request, let window, let filters):
      let parts = try await source.textCounts(
        of: request.column, top: request.top, in: window, keeping: filters)
      return .strip(parts, rowCount: parts.reduce(0) { $0.saturatingAdding($1.saturatingSum()) })
    case .density(let grid, let window, let filters):
      return .density(try await source.density(grid, in: window, keeping: filters))
    case .correlations(let columns, let reference):
      return .correlations(try await source.correlations(of: columns, with: reference))
    case .lines(let place, let window, let filters):
      return .lines(try await lines(from: place, window, filters, source))
    case .coarse, .derive: return .nothing
    }
  }

  /// Counts the rows with each requested text value in a window, omitting columns for which the engine has no
  /// counts.
  private func counts(
    of texts: [TextRequest], _ window: ColumnWindow, _ filters: [ColumnFilter], _ source: any ColumnSource
  ) async -> [TextCounts] {
    var found: [TextCounts] = []
    for request in texts {
      let parts = try? await source.textCounts(
        of: request.column, top: request.top, in: window, keeping: filters)
      // The counts of the given text values are followed by those of other values and of rows without a
      // value.
      guard let counts = parts?.first, counts.count == request.top.count + 2 else { continue }
      found.append(
        TextCounts(
          column: request.column, counts: Array(counts.prefix(request.top.count)),
          missingCount: counts[request.top.count + 1]))
    }
    return found
  }

  /// Returns the picture of all rows.
  ///
  /// Lanes that are complete are reported before lenses have chosen the points of the other lanes.
  private func picture(
    _ lanes: [LaneRequest], _ window: ColumnWindow, _ filters: [ColumnFilter], _ source: any ColumnSource,
    _ report: @Sendable (Answer) -> Void
  ) async throws(ColumnFailure) -> Answer {
    let columns = lanes.map(\.column)
    let exact = try await source.picture(of: columns, in: window, keeping: filters)
    if !Task.isCancelled { host.widen(columns, by: exact) }
    var points = [ColumnPoints?](repeating: nil, count: lanes.count)
    var groups: [(lens: ColumnLens, places: [Int])] = []
    for (place, lane) in lanes.enumerated() {
      if let known = groups.firstIndex(where: { $0.lens == lane.lens }) {
        groups[known].places.append(place)
      } else {
        groups.append((lane.lens, [place]))
      }
    }
    groups.sort { $0.lens.lens == .m4 && $1.lens.lens != .m4 }
    for (lens, places) in groups {
      var part = exact
      part.lanes = places.map { exact.lanes[$0] }
      if lens.lens != .m4 {
        let found = try await source.points(
          of: places.map { columns[$0] }, through: lens, in: window, keeping: filters, knowing: part)
        guard found.count == places.count else { throw .cancelled }
        for (place, chosen) in zip(places, found) { points[place] = chosen }
      }
      if groups.count > 1 { report(.part(part, points: places.map { points[$0] }, of: places)) }
    }
    return .picture(exact, points: points)
  }

  // MARK: - Export

  private func lines(
    from place: ColumnPlace?, _ window: ColumnWindow, _ filters: [ColumnFilter], _ source: any ColumnSource
  ) async throws(ColumnFailure) -> ExportLines {
    // Unused slots for derived columns have no name and are not exported.
    let (all, count) = (source.info.columns, host.state.withLock { Int($0.table.description.columnCount) })
    let columns = all.indices.filter { $0 < count || !all[$0].name.isEmpty }
    var lines = ExportLines(bytes: [], rowCount: 0, total: 0, cutCount: 0, next: nil)
    guard case .tick(let tick)? = place else {
      let counted = try await source.statistics(
        of: [], in: window, histogramOf: nil, bins: 1, keeping: filters)
      lines.total = counted.rowCount
      RowText.append(columns.map { Array(all[$0].name.utf8) }, to: &lines.bytes)
      lines.next = .tick(window.from)
      return lines
    }
    var rest = window
    rest.from = tick
    let part = try await source.part(of: rest, keeping: filters)
    for row in part.rows {
      RowText.append(columns.map { row.cells.indices.contains($0) ? row.cells[$0] : .null }, to: &lines)
    }
    lines.rowCount = part.rows.count
    let next = max(part.next, tick.saturatingAdding(1))
    if next < window.until { lines.next = .tick(next) }
    return lines
  }

  // MARK: - Derived columns

  /// The table with the client's derived columns; nil while the table is not open.
  ///
  /// The columns are added again after the table has been reopened.
  private var source: (any ColumnSource)? {
    guard let base = host.state.withLock({ $0.source }) else { return nil }
    let (columns, made) = state.withLock { ($0.columns, $0.base === base ? $0.source : nil) }
    if columns.isEmpty { return base }
    if let made { return made }
    _ = derive(columns)
    return state.withLock { $0.source } ?? base
  }

  private func derive(_ formulas: [FormulaColumn?]) -> Answer {
    guard let base = host.state.withLock({ $0.source }) else { return .failed(.cancelled) }
    var columns: [FormulaColumn?] = []
    var source = base
    var refused: [RefusedColumn] = []
    for (number, formula) in formulas.enumerated() {
      guard let formula else { continue }
      let next = columns + [FormulaColumn?](repeating: nil, count: number - columns.count) + [formula]
      do throws(ColumnFailure) {
        source = try base.deriving(next)
        columns = next
      } catch { refused.append(RefusedColumn(number: number, reason: Array(error.description.utf8))) }
    }
    state.withLock { state in (state.columns, state.base, state.source) = (columns, base, source) }
    return .derived(refused: refused)
  }
}

extension FeedRow {
  init(_ row: ColumnRow) {
    self.init(
      tick: row.tick, key: row.key,
      cells: row.cells.prefix(WireLimits.tableColumns).map { TableCells.Cell($0) })
  }
}

/// Reports the progress of one request that the engine is executing.
final class EngineProgress: Sendable {
  private struct State {
    var reportedMicroseconds = MonotonicClock.microseconds
    /// The latest progress report; nil if none has been sent.
    var work: TableWork?
    var hasAnswered = false
  }

  /// The delay before the first report, and the minimum interval between two reports, in microseconds.
  private static let intervalMicroseconds: Int64 = 300_000

  private let source: UInt16
  private let report: @Sendable (Answer) -> Void
  private let state = Mutex(State())

  init(of source: UInt16, _ report: @escaping @Sendable (Answer) -> Void) {
    self.source = source
    self.report = report
  }

  /// Whether the engine itself has responded.
  ///
  /// Answers from a cache do not show whether the engine is available.
  var hasAnswered: Bool { state.withLock { $0.hasAnswered } }

  func noteAnswer() { state.withLock { $0.hasAnswered = true } }

  func note(_ progress: ColumnProgress) {
    let work = Self.work(progress, of: source)
    let isDue = state.withLock { state in
      let now = MonotonicClock.microseconds
      guard now - state.reportedMicroseconds >= Self.intervalMicroseconds else { return false }
      (state.reportedMicroseconds, state.work) = (now, work)
      return true
    }
    if isDue { report(.progress(work)) }
  }

  /// Reports completion, if any progress has been reported.
  func end() {
    guard let work = state.withLock({ $0.work }) else { return }
    report(.progress(TableWork(source: source, stage: .asking, done: work.total, total: work.total)))
  }

  /// Returns the engine's progress as a message that never reports completion.
  static func work(_ progress: ColumnProgress, of source: UInt16) -> TableWork {
    let total = max(progress.total, progress.rowCount.saturatingAdding(1))
    return TableWork(source: source, stage: .asking, done: min(progress.rowCount, total - 1), total: total)
  }
}
