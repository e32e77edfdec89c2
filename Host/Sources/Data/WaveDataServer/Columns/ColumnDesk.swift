import Synchronization
import WaveDataWire
import WaveSeries
import WaveServer
import WaveSystem
import WaveTables
import WaveUnits
import WaveWire

/// Does what one client asks of a table that is asked where it is.
///
/// Each kind of question has one task: a newer question cancels the older one, so that nothing waits for an
/// engine that does not answer.
final class ColumnDesk: ClientDesk {
  enum Work: Hashable, Sendable {
    case view, overview, row, range, page, scatter, correlations, export, deriving
  }

  struct State {
    var lanes: [UInt16: ShowLane] = [:]
    var overview: ShowLane?
    var view: ShowTable?
    var texts: ShowTexts?
    var scatter: ShowScatter?
    var filters: [UInt8: ColumnFilter] = [:]
    var tasks: [Work: (number: Int, task: Task<Void, Never>)] = [:]
    var taskCount = 0
    var answers: [TableMessage] = []
    var toldAxis: TableAxis?
    /// What the strip of the whole table was made for.
    var toldOverview: OverviewKey?
    var toldTexts: Set<UInt16> = []
    /// Ticks of the points that a lens has chosen of a view, by column.
    var chosen: [UInt16: [Int64]] = [:]
    /// The column with which the others have been compared.
    var correlated: Int?
    var isClosed = false
    /// Why the newest view is not tried again.
    var isStopped = false
    var asking: TableWork?
    /// What cannot be asked, as it was said once.
    var absent: Set<String> = []
    /// When the last view was begun to be drawn, and what pictures of all rows take.
    var viewMicroseconds: Int64 = .min / 2
    var cost = ViewCost()
    /// Columns that the client has made of others.
    var made = MadeColumns()
  }

  struct OverviewKey: Equatable {
    var lane: ShowLane
    var filters: [ColumnFilter]
    var order: ColumnOrder
    var pixels: UInt16
  }

  /// Answers that wait for a client to read them, at most.
  static let answersLimit = 1024
  /// Filters of a client at most.
  static let filtersLimit = 16
  /// When a client may ask for another view although this one has no picture yet.
  static let patienceMilliseconds = 120
  /// Views that follow one another sooner are those of a finger that moves.
  static let movingMicroseconds: Int64 = 300_000
  /// What takes longer is not begun for each of them.
  static let costlyMicroseconds = 100_000.0
  /// What is quickly there has the engine to itself for so long.
  static let hurryMilliseconds = 150
  /// When it is told how far the engine is, and how often.
  static let tellMicroseconds: Int64 = 300_000

  let station: ColumnStation
  private let waker: ClientWaker
  let state = Mutex(State())

  /// - Parameters:
  ///   - station: The table.
  ///   - waker: Called when answers for the client are ready.
  init(station: ColumnStation, waker: ClientWaker) {
    self.station = station
    self.waker = waker
  }

  var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }

  func takeAnswers() -> [TableMessage] {
    state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  // MARK: - What is asked

  func show(_ view: ShowTable) {
    state.withLock { state in
      state.view = view
      state.chosen = [:]
      state.isStopped = false
      state.answers.removeAll { answer in
        if case .spans(let spans) = answer {
          !spans.flags.contains(.overview) && spans.view != view.view
        } else {
          false
        }
      }
    }
    begin(.view) { await $0.draw(view) }
    begin(.overview) {
      await $0.drawOverview(view)
      await $0.drawTexts(view)
    }
    if let scatter = state.withLock({ $0.scatter }) { begin(.scatter) { await $0.answer(scatter) } }
    correlate(view)
  }

  /// Compares the columns with the one that orders, once for each.
  private func correlate(_ view: ShowTable) {
    let order = ColumnOrder(view)
    let isNew = state.withLock { state in
      defer { state.correlated = order.column }
      return state.correlated != order.column
    }
    // What was begun for another order is given up.
    if isNew { begin(.correlations) { if let column = order.column { await $0.correlate(with: column) } } }
  }

  func show(_ lane: ShowLane) {
    state.withLock { state in
      if lane.isOverview {
        state.overview = lane
      } else if lane.pixels == 0 {
        state.lanes[lane.column] = nil
      } else if !lane.isSecond, state.lanes.count < WireLimits.toldColumns || state.lanes[lane.column] != nil
      {
        state.lanes[lane.column] = lane
      }
    }
  }

  func show(_ texts: ShowTexts) { state.withLock { $0.texts = texts } }

  func show(_ scatter: ShowScatter) {
    let isWanted = scatter.columns > 0 && scatter.rows > 0
    state.withLock { $0.scatter = isWanted ? scatter : nil }
    begin(.scatter) { if isWanted { await $0.answer(scatter) } }
  }

  func hide() {
    let tasks = state.withLock { state in
      state.lanes = [:]
      state.overview = nil
      state.toldOverview = nil
      state.texts = nil
      state.toldTexts = []
      state.scatter = nil
      state.chosen = [:]
      return [Work.view, .overview, .scatter].compactMap { state.tasks[$0]?.task }
    }
    for task in tasks { task.cancel() }
  }

  func read(_ question: ReadRow) { begin(.row) { await $0.answer(question) } }

  func read(_ range: ReadRange) { begin(.range) { await $0.answer(range) } }

  func read(_ page: ReadRows) { begin(.page) { await $0.answer(page) } }

  func set(_ filter: SetFilter) {
    let order = state.withLock { $0.view.map { ColumnOrder($0) } ?? .rows }
    let kept: ColumnFilter? =
      switch filter.kind {
      case .none: nil
      case .values(let column, let low, let high): .values(column: Int(column), low: low, high: high)
      case .ticks(let from, let until): .ticks(order, from: from, until: until)
      case .texts(let column, .value(let text), let isKept):
        .text(column: Int(column), text: text, isKept: isKept)
      case .texts(let column, .missing, let isKept): .text(column: Int(column), text: nil, isKept: isKept)
      case .texts(let column, .others, let isKept):
        .others(
          column: Int(column),
          than: station.state.withLock { $0.texts[Int(column)]?.top.map(\.text) } ?? [], isKept: isKept)
      }
    state.withLock { state in
      guard state.filters[filter.filter] != nil || state.filters.count < Self.filtersLimit || kept == nil
      else { return }
      state.filters[filter.filter] = kept
    }
    refresh()
  }

  /// The engine has the rows: none of them are read here.
  var isUnread: Bool { false }
  func read(_ wish: ReadTable) {}

  func export(_ request: ExportRows) {
    begin(.export) { if request.until > request.from { await $0.write(request) } }
  }

  func choose(_ choice: ChooseLost) { station.choose(showsRest: choice.showsRest) }

  func refresh() {
    let isUnsettled = state.withLock { !$0.made.unsettled.isEmpty && $0.tasks[.deriving] == nil }
    if isUnsettled { begin(.deriving) { await $0.sumUp() } }
    guard let view = state.withLock({ $0.view }) else { return }
    state.withLock { state in
      state.toldOverview = nil
      state.toldTexts = []
      state.correlated = nil
    }
    show(view)
  }

  func stop() {
    let tasks = state.withLock { state in
      state.isStopped = true
      return state.tasks.values.map(\.task)
    }
    for task in tasks { task.cancel() }
    endAsking()
  }

  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.tasks.values.map(\.task)
    }
    for task in tasks { task.cancel() }
    station.forgetFailure(of: self)
  }

  // MARK: - Doing it

  /// Begins a piece of work; what was begun of its kind is given up.
  func begin(_ work: Work, _ body: @escaping @Sendable (ColumnDesk) async -> Void) {
    let old = state.withLock { state -> Task<Void, Never>? in
      guard !state.isClosed else { return nil }
      state.taskCount += 1
      let number = state.taskCount
      let old = state.tasks[work]?.task
      let task = Task { [weak self] in
        guard let self else { return }
        await body(self)
        self.state.withLock { state in
          if state.tasks[work]?.number == number { state.tasks[work] = nil }
        }
      }
      state.tasks[work] = (number, task)
      return old
    }
    old?.cancel()
  }

  func put(_ messages: [TableMessage]) {
    let isOver = state.withLock { state in
      // Who does not read gets no more.
      guard state.answers.count + messages.count <= Self.answersLimit, !state.isClosed else { return true }
      state.answers += messages
      return false
    }
    if !isOver { waker.wake() }
  }

  func say(_ text: String, _ severity: Notice.Severity) {
    put([.notice(Notice(severity: severity, text: Array(text.utf8)))])
  }

  var filters: [ColumnFilter] {
    state.withLock { state in state.filters.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// Asks the engine, with its progress told; a failure is told once, for all clients.
  ///
  /// - Parameter body: What is asked; what is answered of what is remembered tells nothing of the engine.
  /// - Returns: Nil where there is no answer.
  func asking<Answer: Sendable>(
    _ body: @Sendable () async throws(ColumnFailure) -> Answer
  ) async -> Answer? {
    let began = MonotonicClock.microseconds
    let told = Atomic<Int64>(began)
    let hasAnswered = Atomic(false)
    defer { endAsking() }
    do throws(ColumnFailure) {
      let report: @Sendable (ColumnProgress) -> Void = { [weak self] progress in
        let now = MonotonicClock.microseconds
        guard now - told.load(ordering: .relaxed) >= Self.tellMicroseconds else { return }
        told.store(now, ordering: .relaxed)
        self?.tell(progress)
      }
      let answer: Answer
      do {
        answer = try await ColumnProgress.$report.withValue(
          .init(report, answered: { hasAnswered.store(true, ordering: .relaxed) })
        ) { try await body() }
      } catch { throw error as? ColumnFailure ?? .other("\(error)") }
      if !Task.isCancelled, hasAnswered.load(ordering: .relaxed) { station.isFine() }
      return answer
    } catch .absent(let text) {
      // The engine is well: it was never asked.
      let isNew = state.withLock { $0.absent.insert(text).inserted }
      if isNew, !Task.isCancelled { say(text, .information) }
      return nil
    } catch {
      if !Task.isCancelled { station.note(error) }
      return nil
    }
  }

  /// How far the engine is, as it is sent: never at its end.
  static func work(_ progress: ColumnProgress, of source: UInt16) -> TableWork {
    let total = max(progress.total, progress.rowCount.saturatingAdding(1))
    return TableWork(source: source, stage: .asking, done: min(progress.rowCount, total - 1), total: total)
  }

  private func tell(_ progress: ColumnProgress) {
    let work = Self.work(progress, of: station.number)
    state.withLock { $0.asking = work }
    put([.progress(work)])
  }

  private func endAsking() {
    let told = state.withLock { state in
      defer { state.asking = nil }
      return state.asking
    }
    if let told {
      put([.progress(TableWork(source: told.source, stage: .asking, done: told.total, total: told.total))])
    }
  }
}

extension ColumnOrder {
  init(_ view: ShowTable) {
    self =
      switch view.order {
      case .rows: .rows
      case .ranks: .ranks(Int(view.orderColumn))
      case .values: .values(Int(view.orderColumn))
      }
  }
}
