import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveSystem
import WaveTables
import WaveUnits
import WaveWire

/// Answers one client's requests about a table whose rows another engine holds.
///
/// Each kind of request has one task: a newer request cancels the older one, so that nothing waits for an
/// engine that does not answer.
final class RemoteTableHandler: TableRequestHandler {
  enum Work: Hashable, Sendable {
    case view, overview, row, range, page, scatter, correlations, export, deriving
  }

  struct State {
    var shown = ClientView(hasSecondLanes: false)
    var filters = FilterList<ColumnFilter>()
    var sent = SentParts()
    var tasks: [Work: (number: Int, task: Task<Void, Never>)] = [:]
    var taskCount = 0
    var answers = AnswerQueue(limit: RemoteTableHandler.answersLimit)
    /// Ticks of the points that a lens has chosen for the current view, by column.
    var chosen: [UInt16: [Int64]] = [:]
    var isClosed = false
    var rows = RowRequests()
    var export: EngineExport?
    var asking: TableWork?
    /// The time when drawing of the last view began, and the cost of pictures of all rows.
    var viewMicroseconds: Int64 = .min / 2
    var cost = ViewCost()
    /// The client's derived columns.
    var made = MadeColumns()
  }

  /// Maximum number of answers that wait for a client to read them.
  static let answersLimit = 1024
  /// Time after which a client may request another view although this one has no picture yet, milliseconds.
  static let patienceMilliseconds = 120
  /// Views that follow one another in less than this time come from a moving finger, microseconds.
  static let movingMicroseconds: Int64 = 300_000
  /// Cost of a picture above which it is not started for each of these views, microseconds.
  static let costlyMicroseconds = 100_000.0
  /// Longest time for which the quick picture has the engine to itself, milliseconds.
  static let hurryMilliseconds = 150
  /// Shortest interval between two reports of the engine's progress, and before the first, microseconds.
  static let reportIntervalMicroseconds: Int64 = 300_000

  let host: RemoteTableHost
  let waker: ClientWaker
  let state = Mutex(State())

  /// - Parameters:
  ///   - host: The table.
  ///   - waker: Called when answers for the client are ready.
  init(host: RemoteTableHost, waker: ClientWaker) {
    self.host = host
    self.waker = waker
  }

  var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }

  func nextAnswers() -> [DataMessage] {
    let (answers, goesOn) = state.withLock { state in
      let goesOn = state.export?.isWaiting == true
      state.export?.isWaiting = false
      return (state.answers.removeAll(), goesOn)
    }
    if goesOn { begin(.export) { await $0.write() } }
    return answers
  }

  // MARK: - Requests

  func show(_ view: ShowTable) {
    state.withLock { state in
      state.shown.show(view)
      state.answers.removeOutdated(by: view)
      state.chosen = [:]
    }
    begin(.view) { await $0.draw(view) }
    begin(.overview) {
      await $0.drawOverview(view)
      await $0.drawTexts(view)
    }
    if let scatter = state.withLock({ $0.shown.scatter }) { begin(.scatter) { await $0.answer(scatter) } }
    correlate(view)
    answerRows()
  }

  /// Correlates the columns with the one that orders the rows, once for each such column.
  private func correlate(_ view: ShowTable) {
    let order = ColumnOrder(view)
    let isNew = state.withLock { $0.sent.isNew(reference: order.column) }
    // Work that was begun for another order is cancelled.
    if isNew { begin(.correlations) { if let column = order.column { await $0.correlate(with: column) } } }
  }

  func show(_ lane: ShowLane) { state.withLock { $0.shown.show(lane) } }

  func show(_ texts: ShowTexts) { state.withLock { $0.shown.show(texts) } }

  func show(_ scatter: ShowScatter) {
    let isShown = state.withLock { $0.shown.show(scatter) }
    begin(.scatter) { if isShown { await $0.answer(scatter) } }
  }

  func hide() {
    let tasks = state.withLock { state in
      state.shown.hide()
      state.sent.hide()
      state.chosen = [:]
      return [Work.view, .overview, .scatter].compactMap { state.tasks[$0]?.task }
    }
    for task in tasks { task.cancel() }
  }

  func read(_ request: RowRequests.Request) {
    state.withLock { $0.rows.set(request) }
    answerRows()
  }

  /// Answers requests for rows, as soon as the table is open and has a view, and begins an export.
  private func answerRows() {
    guard host.state.withLock({ $0.source != nil }) else { return }
    let hasExport = state.withLock { $0.export.map { $0.text == nil } == true && $0.tasks[.export] == nil }
    if hasExport { begin(.export) { await $0.write() } }
    while let request = state.withLock({ $0.shown.view == nil ? nil : $0.rows.next(hasPictures: true) }) {
      switch request {
      case .row(let question): begin(.row) { await $0.answer(question) }
      case .page(let page): begin(.page) { await $0.answer(page) }
      case .range(let range): begin(.range) { await $0.answer(range) }
      }
    }
  }

  func set(_ filter: SetFilter) {
    let order = state.withLock { $0.shown.view.map { ColumnOrder($0) } ?? .rows }
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
          than: host.state.withLock { $0.texts[Int(column)]?.top.map(\.text) } ?? [], isKept: isKept)
      }
    state.withLock { $0.filters.set(filter.filter, kept) }
    refresh()
  }

  /// The engine holds the rows: none are read here.
  var isUnread: Bool { false }
  func read(_ wish: ReadTable) {}

  func choose(_ choice: ChooseLost) { host.choose(showsRest: choice.showsRest) }

  func refresh() {
    let isUnsettled = state.withLock { !$0.made.unsettled.isEmpty && $0.tasks[.deriving] == nil }
    if isUnsettled { begin(.deriving) { await $0.sumUp() } }
    guard let view = state.withLock({ $0.shown.view }) else { return }
    state.withLock { $0.sent.forgetRows() }
    show(view)
  }

  func stop() {
    let tasks = state.withLock { state in
      state.export = nil
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
    host.forgetFailure(of: self)
  }

  // MARK: - Work

  /// Starts a task, and cancels the previous one of the same kind.
  func begin(_ work: Work, _ body: @escaping @Sendable (RemoteTableHandler) async -> Void) {
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

  func send(_ messages: [DataMessage]) {
    let isOver = state.withLock { state in
      // Clients that do not read their answers get no more.
      guard !state.answers.isFull, !state.isClosed else { return true }
      state.answers.append(messages)
      return false
    }
    if !isOver { waker.wake() }
  }

  func say(_ text: String, _ severity: Notice.Severity) {
    send([.notice(Notice(severity: severity, text: Array(text.utf8)))])
  }

  func sayOnce(_ text: String) {
    let isNew = state.withLock { $0.sent.isNew(explanation: Array(text.utf8)) }
    if isNew { say(text, .information) }
  }

  var filters: [ColumnFilter] { state.withLock { $0.filters.ordered } }

  /// Sends a request to the engine and reports its progress; a failure is reported once, to all clients.
  ///
  /// - Parameters:
  ///   - loss: What this client does not get if the request fails, which a notice says with the reason; nil
  ///     if it learns of the failure as all clients do.
  ///   - body: The request; an answer from a cache does not show whether the engine is available.
  /// - Returns: Nil if there is no answer.
  func asking<Answer: Sendable>(
    orSay loss: String? = nil, _ body: @Sendable () async throws(ColumnFailure) -> Answer
  ) async -> Answer? {
    let began = MonotonicClock.microseconds
    let reportedMicroseconds = Atomic<Int64>(began)
    let hasAnswered = Atomic(false)
    defer { endAsking() }
    do throws(ColumnFailure) {
      let report: @Sendable (ColumnProgress) -> Void = { [weak self] progress in
        let now = MonotonicClock.microseconds
        guard now - reportedMicroseconds.load(ordering: .relaxed) >= Self.reportIntervalMicroseconds else {
          return
        }
        reportedMicroseconds.store(now, ordering: .relaxed)
        self?.reportProgress(progress)
      }
      let answer: Answer
      do {
        answer = try await ColumnProgress.$report.withValue(
          .init(report, answered: { hasAnswered.store(true, ordering: .relaxed) })
        ) { try await body() }
      } catch { throw error as? ColumnFailure ?? .other("\(error)") }
      if !Task.isCancelled, hasAnswered.load(ordering: .relaxed) { host.isFine() }
      return answer
    } catch {
      guard !Task.isCancelled, error != .cancelled else { return nil }
      if case .absent(let text) = error {
        // The engine was not asked, so its condition does not change.
        if loss == nil { sayOnce(text) }
      } else {
        host.note(error)
      }
      if let loss { say("\(loss): \(error.description).", .failure) }
      return nil
    }
  }

  /// Returns the engine's progress as a message, in which the work is never complete.
  static func work(_ progress: ColumnProgress, of source: UInt16) -> TableWork {
    let total = max(progress.total, progress.rowCount.saturatingAdding(1))
    return TableWork(source: source, stage: .asking, done: min(progress.rowCount, total - 1), total: total)
  }

  private func reportProgress(_ progress: ColumnProgress) {
    let work = Self.work(progress, of: host.number)
    state.withLock { $0.asking = work }
    send([.progress(work)])
  }

  private func endAsking() {
    let ended = state.withLock { state in
      defer { state.asking = nil }
      return state.asking
    }
    if let ended {
      send([.progress(TableWork(source: ended.source, stage: .asking, done: ended.total, total: ended.total))]
      )
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
