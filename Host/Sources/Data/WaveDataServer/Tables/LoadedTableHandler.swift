import Dispatch
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveWire

/// Answers one client's requests about a table, the newest first, outside the event loop.
///
/// A client's jobs run one at a time: requests for rows precede pictures, and jobs for an older view are
/// dropped.
final class LoadedTableHandler: Sendable {
  struct State {
    var shown = ClientView()
    var pictures = PictureQueue()
    var sent = SentParts()
    var rows = RowRequests()
    var filters = FilterList<TableFilter>()
    /// The running export.
    var export: RowWriter?
    var wantedExport: (request: ExportRows, view: ShowTable)?
    /// Cached orders with only the rows that pass the filters.
    var filtered: [OrderedTable.Name: OrderedTable] = [:]
    /// Filters to be set, each with the view that was newest when it arrived, since a later view may give its
    /// ticks another meaning.
    var wishes: [(filter: SetFilter, view: ShowTable?)] = []
    var isWorking = false
    var isClosed = false
    var answers = AnswerQueue(limit: LoadedTableHandler.answersLimit)
    var derived = DerivedState()
  }

  /// Shortest interval between two reports of progress, microseconds.
  static let reportIntervalMicroseconds: Int64 = 100_000

  /// Maximum number of answers that wait for a client to read them.
  static let answersLimit = 256
  /// Number of bins of a histogram.
  static let bins = 48

  let host: LoadedTableHost
  let waker: ClientWaker
  let state = Mutex(State())

  /// - Parameters:
  ///   - host: The table.
  ///   - waker: Called when answers for the client are ready.
  init(host: LoadedTableHost, waker: ClientWaker) {
    self.host = host
    self.waker = waker
  }

  // MARK: - On the event loop

  func show(_ view: ShowTable) {
    state.withLock { state in
      state.shown.show(view)
      state.answers.removeOutdated(by: view)
      state.pictures.start(state.shown, hasOverview: true, isAnnounced: true)
    }
    work()
  }

  func show(_ lane: ShowLane) {
    state.withLock { state in
      state.shown.show(lane)
      if lane.isOverview {
        state.pictures.requestOverview()
      } else if lane.pixels == 0 {
        state.pictures.drop(ClientView.LaneKey(lane))
      }
    }
  }

  func hide() {
    state.withLock { state in
      state.shown.hide()
      state.pictures.end()
      state.sent.hide()
    }
  }

  func read(_ request: RowRequests.Request) {
    state.withLock { $0.rows.set(request) }
    work()
  }

  func set(_ filter: SetFilter) {
    state.withLock { state in
      if state.wishes.count < Self.answersLimit { state.wishes.append((filter, state.shown.view)) }
    }
    work()
  }

  func export(_ request: ExportRows) {
    state.withLock { state in
      state.export = nil
      state.wantedExport = state.shown.view.flatMap { request.until > request.from ? (request, $0) : nil }
    }
    work()
  }

  /// Requests new pictures, since the table has more rows.
  func refresh() {
    refreshDerived()
    state.withLock { state in
      guard state.shown.view != nil else { return }
      state.pictures.start(state.shown, hasOverview: true, isAnnounced: false)
      state.sent.forgetRows()
      state.filtered = [:]
    }
    work()
  }

  func close() { state.withLock { $0.isClosed = true } }

  var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }

  func nextAnswers() -> [DataMessage] {
    let (answers, goesOn) = state.withLock { state in
      let goesOn = state.export != nil || state.answers.isFull
      return (state.answers.removeAll(), goesOn)
    }
    // Answers have left, so waiting work continues: the next part of an export, or everything if too many
    // answers were unread.
    if goesOn { work() }
    return answers
  }

  // MARK: - Outside the event loop

  private enum Job {
    case rows(RowRequests.Request, ShowTable, generation: Int)
    case filter(SetFilter, ShowTable)
    case picture(PictureQueue.Picture, ShowTable, generation: Int)
    case done(ShowTable)
    case export(ExportRows, ShowTable)
    case write(RowWriter)
    case correlations(OrderedTable.Name, generation: Int)
  }

  func work() {
    let begins = state.withLock { state in
      guard !state.isWorking, !state.isClosed else { return false }
      state.isWorking = true
      return true
    }
    guard begins else { return }
    host.queue.async { self.run() }
  }

  private func run() {
    while let job = next() {
      switch job {
      case .rows(.row(let question), let view, let generation): answer(question, view, generation)
      case .rows(.page(let page), let view, _): answer(page, view)
      case .rows(.range(let range), let view, _): answer(range, view)
      case .filter(let wish, let view): perform(wish, view)
      case .picture(.scatter(let wish), let view, let generation): answer(wish, view, generation)
      case .picture(.lane(let lane), let view, let generation): draw(lane, view, generation)
      case .picture(.texts(let column), let view, let generation): drawTexts(column, view, generation)
      case .done(let view): send([.viewDone(ViewDone(view: view.view))])
      case .export(let request, let view): begin(request, view)
      case .write(let writer): write(writer)
      case .correlations(let name, let generation): correlate(name, generation)
      }
    }
  }

  private func next() -> Job? {
    let isOpen = host.state.withLock { $0.source != nil }
    return state.withLock { state in
      // Clients that do not read their answers get no more.
      guard let view = state.shown.view, !state.isClosed, !state.answers.isFull else {
        state.isWorking = false
        return nil
      }
      let generation = state.pictures.generation
      if !state.wishes.isEmpty {
        let wish = state.wishes.removeFirst()
        return .filter(wish.filter, wish.view ?? view)
      }
      if isOpen, let request = state.rows.next(hasPictures: false) {
        return .rows(request, view, generation: generation)
      }
      if let picture = state.pictures.next(in: state.shown) {
        return .picture(picture, view, generation: generation)
      }
      if isOpen, let request = state.rows.next(hasPictures: state.pictures.isDone) {
        return .rows(request, view, generation: generation)
      }
      if state.pictures.announceEnd() { return .done(view) }
      if let lane = state.pictures.nextOverview(in: state.shown),
        !state.sent.hasOverview(.init(lane, view: view, filters: state.filters.revision))
      {
        return .picture(.lane(lane), view, generation: generation)
      }
      if isOpen, let wanted = state.wantedExport {
        state.wantedExport = nil
        return .export(wanted.request, wanted.view)
      }
      if let writer = state.export, state.answers.isEmpty { return .write(writer) }
      let name = OrderedTable.Name(view.order, column: Int(view.orderColumn))
      if name.order != .rows, state.sent.isNew(reference: name.column) {
        return .correlations(name, generation: generation)
      }
      state.isWorking = false
      return nil
    }
  }

  /// Sends messages, unless they come from cached columns whose file was changed meanwhile.
  ///
  /// - Parameters:
  ///   - messages: The messages.
  ///   - table: The rows that they are about; nil if they are about none.
  func send(_ messages: [DataMessage], of table: OrderedTable? = nil) {
    guard table.map({ host.isCurrent($0.reading) }) ?? host.hasIntactColumns() else { return }
    state.withLock { $0.answers.append(messages) }
    waker.wake()
  }

  /// Sends messages for a view if it is still the newest, and notes in the same step what they change.
  func send(
    _ messages: [DataMessage], of table: OrderedTable, for generation: Int,
    noting change: (inout State) -> Void = { _ in }
  ) {
    guard host.isCurrent(table.reading) else { return }
    let isWanted = state.withLock { state in
      guard state.pictures.generation == generation, !state.isClosed else { return false }
      change(&state)
      state.answers.append(messages)
      return true
    }
    if isWanted { waker.wake() }
  }

  /// Whether work on a view is still wanted.
  func isCurrent(_ generation: Int) -> Bool {
    state.withLock { $0.pictures.generation == generation && !$0.isClosed }
  }
}
