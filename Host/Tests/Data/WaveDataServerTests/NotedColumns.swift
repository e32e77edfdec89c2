import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// A table of an engine that gives small, known answers, and notes what it was asked for.
final class NotedColumns: ColumnSource {
  struct State {
    var asked: [String] = []
    var failure: ColumnFailure?
    var loss: MissingShards?
    var showsRest = false
    var abilities = ColumnAbilities(hasRanks: true, hasValues: false)
    var revision: ColumnRevision? = ColumnRevision(columns: ["a"], rowCount: 40, ticks: [0, 40])
    /// The greatest value of each picture.
    var maximum = 5.0
    /// The number of lanes that are left out of each answer with points.
    var lostLanes = 0
    /// The rows of the next part of an export, and its end.
    var part: (rows: [ColumnRow], next: Int64) = ([], 0)
    var textCounts: [[UInt64]]? = [[1, 2, 3, 4], [5, 6, 7, 8]]
    var hasCoarseExtents = true
    /// Whether the engine itself responds, and how many rows it says to have read before.
    var isCached = false
  }

  static let columns = [
    TableColumn(name: "a", kind: .real), TableColumn(name: "b", kind: .integer),
    TableColumn(name: "w", kind: .text),
  ]
  /// A formula that cannot be computed by the engine has this name.
  static let refusedName = "refused"

  let state = Mutex(State())
  let info: TableInfo

  init(_ columns: [TableColumn] = NotedColumns.columns) {
    info = TableInfo(name: "noted", columns: columns, notes: ["A note."])
  }

  var abilities: ColumnAbilities { state.withLock { $0.abilities } }
  var loss: MissingShards? { state.withLock { $0.loss } }
  var showsRest: Bool {
    get { state.withLock { $0.showsRest } }
    set { state.withLock { $0.showsRest = newValue } }
  }

  /// What was asked for since the last call.
  func taken() -> [String] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }

  private func note(_ text: String) throws(ColumnFailure) {
    let (failure, isCached) = state.withLock { state in
      state.asked.append(text)
      return (state.failure, state.isCached)
    }
    if let failure { throw failure }
    if !isCached { ColumnProgress.report?.answered() }
  }

  func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    if columns.contains(where: { $0?.name == Self.refusedName }) { throw .absent("Not this one.") }
    let made = NotedColumns(info.columns + columns.map { FormulaColumn.info($0) })
    let state = state.withLock { $0 }
    made.state.withLock { $0 = state }
    return made
  }

  func revision() async throws(ColumnFailure) -> ColumnRevision? {
    try note("revision")
    return state.withLock { $0.revision }
  }

  func axis(
    of order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnAxis {
    try note("axis")
    return ColumnAxis(kind: .number, from: 0, until: 40, offset: 2, step: 0.5)
  }

  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] {
    try note("extents of \(columns)\(isCoarse ? ", coarse" : "")")
    guard !isCoarse || state.withLock({ $0.hasCoarseExtents }) else { return [] }
    let found = Statistics(
      count: isCoarse ? 4 : 38, missingCount: isCoarse ? 0 : 2, infiniteCount: 0, minimum: -1,
      maximum: isCoarse ? 1 : 3, mean: 0.5, squaredDeviations: 4)
    return columns.map { column in
      ColumnExtent(
        summary: ColumnSummary(info.columns[column], offset: 0, counted: found), isExact: !isCoarse)
    }
  }

  private func bucket(_ tick: Int64) -> ColumnBucket {
    let maximum = state.withLock { $0.maximum }
    return ColumnBucket(
      rowCount: 2, count: 2, firstTick: tick, lastTick: tick + 1, first: -2, minimum: -2, maximum: maximum,
      last: maximum)
  }

  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    try note("picture of \(columns)")
    return ColumnPicture(
      lanes: columns.map { ColumnPicture.Lane(buckets: [bucket(Int64($0)), .empty]) }, rowCount: 2,
      seenCount: 2, isExact: true)
  }

  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? {
    try note("coarse picture of \(columns)")
    return columns.isEmpty ? nil : ColumnPicture(lanes: [], rowCount: 1, seenCount: 1, isExact: false)
  }

  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    let known = picture?.lanes.map { $0.buckets[0].firstTick } ?? []
    try note("points of \(columns) through \(lens.lens), knowing \(known)")
    return columns.dropLast(state.withLock { $0.lostLanes }).map {
      ColumnPoints(points: [LensPoint(row: $0, value: Double(lens.threshold))])
    }
  }

  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    try note("row nearest \(tick)")
    return tick < 0 ? nil : ColumnRow(tick: tick, key: 7, cells: [.real(0.5), .null])
  }

  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    try note("\(count) rows at \(place)")
    return ColumnRows(
      first: 3, place: 4, total: 40,
      rows: (0..<count).map { ColumnRow(tick: Int64($0), key: Int64($0) + 10, cells: [.integer(1)]) })
  }

  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics {
    try note("statistics of \(columns) in \(window.from)..<\(window.until)")
    return ColumnStatistics(rowCount: 9, columns: [])
  }

  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double] {
    try note("correlations of \(columns)")
    return columns.map { Double($0) / 10 }
  }

  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    try note("density")
    return ColumnDensity(counts: [1], insideCount: 1, outsideCount: 2, missingCount: 3, correlation: 0.25)
  }

  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    try note("texts of \(column)")
    return ColumnTexts(top: [], distinctCount: UInt64(column), isCut: false, rowCount: 40, missingCount: 1)
  }

  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    try note("text counts of \(column)")
    guard let counts = state.withLock({ $0.textCounts }) else { throw .absent("no counts") }
    return counts
  }

  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    try note("part from \(window.from)")
    return state.withLock { $0.part }
  }
}
