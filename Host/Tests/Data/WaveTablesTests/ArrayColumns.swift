import HostTestSupport
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

/// A table that is nothing but arrays, asked the slow way: each row is looked at for each question.
final class ArrayColumns: ColumnSource {
  /// Where it stands along x, and a value of each column; NaN is none.
  struct Row: Sendable {
    var tick: Int64
    var values: [Double]
  }

  /// A picture that was asked for.
  struct Question: Equatable, Sendable {
    var columns: [Int]
    var window: ColumnWindow
    var filters: [ColumnFilter]
  }

  struct State {
    var rows: [Row]
    var revision: ColumnRevision?
    var questions: [Question] = []
    var pointQuestions: [ColumnLens] = []
    var coarseCount = 0
    var cancelledCount = 0
    /// What the next pictures lack.
    var loss: MissingShards?
    /// Whether only the client that asks is notified, since another question has been answered meanwhile.
    var isLossPast = false
    var isExact = true
    var showsRest = false
    /// Questions of windows that are held until they are cancelled.
    var isHeld: (@Sendable (ColumnWindow) -> Bool)?
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var waitingCount = 0
  }

  let info: TableInfo
  let state: Mutex<State>
  /// Questions that were asked, are held, or were cancelled.
  let changes = Changes()

  convenience init(_ rows: [Row]) {
    let count = rows.first?.values.count ?? 0
    self.init(rows, columns: (0..<count).map { TableColumn(name: "c\($0)", kind: .real) })
  }

  private init(_ rows: [Row], columns: [TableColumn]) {
    info = TableInfo(name: "array", columns: columns, key: .lasting)
    state = Mutex(
      State(rows: rows, revision: ColumnRevision(columns: ["c"], rowCount: UInt64(rows.count), ticks: [0])))
  }

  var abilities: ColumnAbilities { ColumnAbilities(hasRanks: false, hasValues: true) }

  /// Computes each row by itself.
  func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    let functions = FormulaFunctions(
      exponential: { _ in .nan }, naturalLogarithm: { _ in .nan }, decimalLogarithm: { _ in .nan },
      power: { _, _ in .nan })
    let rows = state.withLock { $0.rows }.map { row in
      let made = columns.map { column in
        let values = column?.formula.values(of: 0..<1, rowCount: 1, functions: functions) { place, _ in
          [row.values[place]]
        }
        return values?[0] ?? .nan
      }
      return Row(tick: row.tick, values: row.values + made)
    }
    return ArrayColumns(rows, columns: info.columns + columns.map { FormulaColumn.info($0) })
  }

  var loss: MissingShards? { state.withLock { $0.isLossPast ? nil : $0.loss } }
  var showsRest: Bool {
    get { state.withLock { $0.showsRest } }
    set { state.withLock { $0.showsRest = newValue } }
  }
  /// Pictures that were asked for.
  var questions: [Question] { state.withLock { $0.questions } }

  func revision() async throws(ColumnFailure) -> ColumnRevision? { state.withLock { $0.revision } }

  /// The rows that are kept, in their order.
  private func rows(_ order: ColumnOrder, _ filters: [ColumnFilter]) -> [Row] {
    func tick(_ row: Row, _ order: ColumnOrder) -> Int64? {
      switch order {
      case .rows, .ranks: row.tick
      case .values(let column): row.values[column].isFinite ? Int64(row.values[column]) : nil
      }
    }
    var made: [Row] = []
    for row in state.withLock({ $0.rows }) {
      let isKept = filters.allSatisfy { filter in
        switch filter {
        case .values(let column, let low, let high): row.values[column] >= low && row.values[column] <= high
        case .ticks(let order, let from, let until, _):
          tick(row, order).map { $0 >= from && $0 < until } ?? false
        case .text, .others: true
        }
      }
      guard isKept, let tick = tick(row, order) else { continue }
      made.append(Row(tick: tick, values: row.values))
    }
    let inOrder = made.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
    return inOrder.map(\.element)
  }

  func axis(
    of order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnAxis {
    let rows = rows(order, [])
    return ColumnAxis(kind: .number, from: rows.first?.tick ?? 0, until: (rows.last?.tick ?? 0) + 1)
  }

  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    let (isHeld, loss, isExact) = state.withLock { state in
      state.questions.append(Question(columns: columns, window: window, filters: filters))
      return (state.isHeld?(window) ?? false, state.loss, state.isExact)
    }
    changes.note()
    if isHeld { await hold() }
    if Task.isCancelled {
      state.withLock { $0.cancelledCount += 1 }
      changes.note()
      throw .cancelled
    }
    if loss != nil { MissingShards.watch?.note() }
    var picture = naive(of: columns, in: window, keeping: filters)
    picture.isExact = isExact
    return picture
  }

  /// Waits until a question is held.
  func untilHeld() async { await changes.until { state.withLock { !$0.waiting.isEmpty } } }

  /// Waits until the task is cancelled or `release` is called.
  private func hold() async {
    let number = state.withLock { state in
      state.waitingCount += 1
      return state.waitingCount
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !Task.isCancelled else { return true }
          state.waiting[number] = continuation
          return false
        }
        if isOver { continuation.resume() } else { changes.note() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }

  /// Lets go what is held.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// The picture, not counted as a question.
  func naive(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) -> ColumnPicture {
    let rows = rows(window.order, filters)
    let pixel = rows.map { window.map.column(of: $0.tick) }
    let nearest = [
      rows.last { $0.tick < window.from }?.tick, rows.first { $0.tick >= window.until }?.tick,
    ]
    let lanes = columns.map { column in
      var found: [Int: [Row]] = [:]
      for (row, pixel) in zip(rows, pixel) where pixel >= -1 && pixel <= window.pixels {
        found[pixel, default: []].append(row)
      }
      func beside(_ pixel: Int, _ tick: Int64?) -> ColumnBucket {
        if let rows = found[pixel] { return Self.bucket(rows, column) }
        return Self.bucket(rows.filter { $0.tick == tick }, column)
      }
      return ColumnPicture.Lane(
        buckets: (0..<window.pixels).map { Self.bucket(found[$0] ?? [], column) },
        before: beside(-1, nearest[0]), after: beside(window.pixels, nearest[1]))
    }
    let count = UInt64(pixel.count { (0..<window.pixels).contains($0) })
    return ColumnPicture(lanes: lanes, rowCount: count, seenCount: count, isExact: true)
  }

  private static func bucket(_ rows: [Row], _ column: Int) -> ColumnBucket {
    let valid = rows.filter { $0.values[column].isFinite }
    guard let first = valid.first, let last = valid.last else {
      return .missing(rowCount: UInt64(rows.count))
    }
    let values = valid.map { $0.values[column] }
    return ColumnBucket(
      rowCount: UInt64(rows.count), count: UInt64(valid.count), firstTick: first.tick, lastTick: last.tick,
      first: first.values[column], minimum: values.min() ?? 0, maximum: values.max() ?? 0,
      last: last.values[column], startsMissing: !(rows.first?.values[column].isFinite ?? true),
      endsMissing: !(rows.last?.values[column].isFinite ?? true))
  }

  /// The first value of each column of pixels, and nothing else.
  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    state.withLock { $0.pointQuestions.append(lens) }
    if state.withLock({ $0.loss }) != nil { MissingShards.watch?.note() }
    return naive(of: columns, in: window, keeping: filters).lanes.map { lane in
      ColumnPoints(
        points: lane.buckets.filter { $0.count > 0 }.map {
          LensPoint(row: Int($0.firstTick), value: $0.first + Double(lens.threshold))
        })
    }
  }

  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? {
    state.withLock { $0.coarseCount += 1 }
    return nil
  }

  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] { [] }

  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? { ColumnRow(tick: tick, key: 7, cells: []) }

  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows { ColumnRows(first: 0, place: 0, total: 0, rows: []) }

  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics { ColumnStatistics(rowCount: 3, columns: []) }

  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double] { [0.5] }

  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    ColumnDensity(counts: [], insideCount: 4, outsideCount: 0, missingCount: 0, correlation: .nan)
  }

  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    ColumnTexts(top: [], distinctCount: 5, isCut: false, rowCount: 0, missingCount: 0)
  }

  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] { [[6]] }

  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) { ([], 7) }
}

/// What is drawn of a column: its columns of pixels, and where the lines to its edges come from.
struct DrawnLane: Equatable {
  var before: [Double]
  var after: [Double]
  var buckets: [ColumnBucket]
}

extension ColumnPicture {
  /// What is drawn of it.
  var drawn: [DrawnLane] {
    lanes.map { lane in
      let (before, after) = (lane.before, lane.after)
      return DrawnLane(
        before: before.count > 0 && !before.endsMissing ? [Double(before.lastTick), before.last] : [],
        after: after.count > 0 && !after.startsMissing ? [Double(after.firstTick), after.first] : [],
        buckets: lane.buckets)
    }
  }
}
