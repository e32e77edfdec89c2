import Dispatch
import Synchronization
import WaveDataWire
import WaveSeries
import WaveServer
import WaveWire

/// Answers one client's requests about a table, the newest first, outside the event loop.
///
/// A client's jobs run one at a time: requests for rows precede pictures, and jobs for an older view are
/// dropped.
final class TableDesk: Sendable {
  struct State {
    var lanes: [LaneKey: ShowLane] = [:]
    var overview: ShowLane?
    var view: ShowTable?
    /// Lanes that need a picture for the newest view, in the order of the requests.
    var waiting: [LaneKey] = []
    var isOverviewWaiting = false
    /// Visible columns of texts, those that need a strip for the newest view, and those whose texts the
    /// client knows.
    var texts: ShowTexts?
    var waitingTexts: [UInt16] = []
    var toldTexts: Set<UInt16> = []
    var isDoneTold = true
    var question: ReadRow?
    var range: ReadRange?
    var page: ReadRows?
    var filters = TableFilters()
    /// The scatter plot, if one is shown.
    var scatter: ShowScatter?
    var isScatterWaiting = false
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
    /// Grows with every view, so that work on an older one can end.
    var generation = 0
    var answers: [TableMessage] = []
    /// The axis that was sent last.
    var toldAxis: TableAxis?
    /// The column with which the others have been correlated.
    var correlated: Int?
    /// Places that a lens has chosen for the newest generation, by column.
    var chosen: [UInt16: [Int]] = [:]
    var derived = DerivedState()
  }

  /// The key of a picture of a column; pictures through the first lens sort before others.
  struct LaneKey: Hashable, Comparable {
    var column: UInt16
    var isSecond: Bool

    init(column: UInt16, isSecond: Bool = false) {
      self.column = column
      self.isSecond = isSecond
    }

    init(_ lane: ShowLane) { self.init(column: lane.column, isSecond: lane.isSecond) }

    static func < (a: LaneKey, b: LaneKey) -> Bool {
      (a.isSecond ? 1 : 0, a.column) < (b.isSecond ? 1 : 0, b.column)
    }
  }

  /// Shortest interval between two reports of progress, microseconds.
  static let tellMicroseconds: Int64 = 100_000

  /// Maximum number of answers that wait for a client to read them.
  static let answersLimit = 256
  /// Number of bins of a histogram.
  static let bins = 48

  let station: TableStation
  let waker: ClientWaker
  let state = Mutex(State())

  /// - Parameters:
  ///   - station: The table.
  ///   - waker: Called when answers for the client are ready.
  init(station: TableStation, waker: ClientWaker) {
    self.station = station
    self.waker = waker
  }

  // MARK: - On the event loop

  func show(_ view: ShowTable) {
    state.withLock { state in
      let isSame = state.view.map { $0.order == view.order && $0.orderColumn == view.orderColumn } ?? false
      state.view = view
      // Answers to the older view are useless, and would fill memory if the client does not read them.
      state.answers.removeAll { answer in
        switch answer {
        case .spans(let spans): !spans.flags.contains(.overview) && spans.view != view.view
        case .textStrip(let strip): strip.view != view.view
        case .viewDone(let done): done.view != view.view
        case .scatter: true
        default: false
        }
      }
      state.generation += 1
      state.waiting = state.lanes.keys.sorted()
      state.waitingTexts = state.texts?.columns ?? []
      if !isSame { state.isOverviewWaiting = true }
      state.isScatterWaiting = state.scatter != nil
      state.isDoneTold = false
      state.chosen = [:]
    }
    work()
  }

  func show(_ lane: ShowLane) {
    state.withLock { state in
      if lane.isOverview {
        state.overview = lane
        state.isOverviewWaiting = true
      } else if lane.pixels == 0 {
        state.lanes[LaneKey(lane)] = nil
        state.waiting.removeAll { $0 == LaneKey(lane) }
      } else if state.lanes.count < WireLimits.toldColumns || state.lanes[LaneKey(lane)] != nil {
        state.lanes[LaneKey(lane)] = lane
      }
    }
  }

  func hide() {
    state.withLock { state in
      state.lanes = [:]
      state.waiting = []
      state.overview = nil
      state.isOverviewWaiting = false
      state.texts = nil
      state.waitingTexts = []
      state.toldTexts = []
      state.scatter = nil
      state.isScatterWaiting = false
      state.isDoneTold = true
      state.chosen = [:]
      state.generation += 1
    }
  }

  func read(_ range: ReadRange) {
    state.withLock { $0.range = range }
    work()
  }

  func set(_ filter: SetFilter) {
    state.withLock { state in
      if state.wishes.count < Self.answersLimit { state.wishes.append((filter, state.view)) }
    }
    work()
  }

  func read(_ page: ReadRows) {
    state.withLock { $0.page = page }
    work()
  }

  func export(_ request: ExportRows) {
    state.withLock { state in
      state.export = nil
      state.wantedExport = state.view.flatMap { request.until > request.from ? (request, $0) : nil }
    }
    work()
  }

  func read(_ question: ReadRow) {
    state.withLock { $0.question = question }
    work()
  }

  /// Requests new pictures, since the table has more rows.
  func refresh() {
    refreshDerived()
    state.withLock { state in
      guard state.view != nil else { return }
      state.generation += 1
      state.waiting = state.lanes.keys.sorted()
      state.waitingTexts = state.texts?.columns ?? []
      state.toldTexts = []
      state.isOverviewWaiting = state.overview != nil
      state.isScatterWaiting = state.scatter != nil
      state.correlated = nil
      state.chosen = [:]
      state.filtered = [:]
    }
    work()
  }

  func close() { state.withLock { $0.isClosed = true } }

  var hasAnswers: Bool { state.withLock { !$0.answers.isEmpty } }

  func takeAnswers() -> [TableMessage] {
    let (answers, goesOn) = state.withLock { state in
      defer { state.answers = [] }
      return (state.answers, state.export != nil || state.answers.count >= Self.answersLimit)
    }
    // Answers have left, so waiting work continues: the next part of an export, or everything if too many
    // answers were unread.
    if goesOn { work() }
    return answers
  }

  // MARK: - Outside the event loop

  private enum Job {
    case row(ReadRow, ShowTable, generation: Int)
    case range(ReadRange, ShowTable)
    case page(ReadRows, ShowTable)
    case filter(SetFilter, ShowTable)
    case lane(ShowLane, ShowTable, generation: Int)
    case texts(UInt16, ShowTable, generation: Int)
    case done(ShowTable)
    case export(ExportRows, ShowTable)
    case write(RowWriter)
    case scatter(ShowScatter, ShowTable, generation: Int)
    case correlations(OrderedTable.Name, generation: Int)
  }

  func work() {
    let begins = state.withLock { state in
      guard !state.isWorking, !state.isClosed else { return false }
      state.isWorking = true
      return true
    }
    guard begins else { return }
    station.queue.async { self.run() }
  }

  private func run() {
    while let job = next() {
      switch job {
      case .row(let question, let view, let generation): answer(question, view, generation)
      case .page(let page, let view): answer(page, view)
      case .range(let range, let view): answer(range, view)
      case .filter(let wish, let view): perform(wish, view)
      case .lane(let lane, let view, let generation): draw(lane, view, generation)
      case .texts(let column, let view, let generation): drawTexts(column, view, generation)
      case .done(let view): put([.viewDone(ViewDone(view: view.view))])
      case .export(let request, let view): begin(request, view)
      case .write(let writer): write(writer)
      case .scatter(let wish, let view, let generation): answer(wish, view, generation)
      case .correlations(let name, let generation): correlate(name, generation)
      }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard let view = state.view, !state.isClosed else {
        state.isWorking = false
        return nil
      }
      // Clients that do not read their answers get no more.
      guard state.answers.count < Self.answersLimit else {
        state.isWorking = false
        return nil
      }
      if !state.wishes.isEmpty {
        let wish = state.wishes.removeFirst()
        return .filter(wish.filter, wish.view ?? view)
      }
      if let question = state.question {
        state.question = nil
        return .row(question, view, generation: state.generation)
      }
      if let page = state.page {
        state.page = nil
        return .page(page, view)
      }
      if state.isScatterWaiting, let scatter = state.scatter {
        state.isScatterWaiting = false
        return .scatter(scatter, view, generation: state.generation)
      }
      while let key = state.waiting.first {
        state.waiting.removeFirst()
        if let lane = state.lanes[key] { return .lane(lane, view, generation: state.generation) }
      }
      if let column = state.waitingTexts.first {
        state.waitingTexts.removeFirst()
        return .texts(column, view, generation: state.generation)
      }
      if let range = state.range, state.isDoneTold {
        state.range = nil
        return .range(range, view)
      }
      if !state.isDoneTold {
        state.isDoneTold = true
        return .done(view)
      }
      if state.isOverviewWaiting, let lane = state.overview {
        state.isOverviewWaiting = false
        return .lane(lane, view, generation: state.generation)
      }
      if let wanted = state.wantedExport {
        state.wantedExport = nil
        return .export(wanted.request, wanted.view)
      }
      if let writer = state.export, state.answers.isEmpty { return .write(writer) }
      let name = OrderedTable.Name(view.order, column: Int(view.orderColumn))
      if name.order != .rows, name.column != state.correlated {
        state.correlated = name.column
        return .correlations(name, generation: state.generation)
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
  func put(_ messages: [TableMessage], of table: OrderedTable? = nil) {
    guard table.map({ station.isCurrent($0.reading) }) ?? station.hasIntactColumns() else { return }
    state.withLock { $0.answers += messages }
    waker.wake()
  }

  /// Sends messages for a view if it is still the newest, and stores the places that a lens has chosen.
  ///
  /// Both happen in one step, so that places are never stored for a newer view.
  func put(
    _ messages: [TableMessage], of table: OrderedTable, for generation: Int,
    chosen: (column: UInt16, places: [Int])? = nil
  ) {
    guard station.isCurrent(table.reading) else { return }
    let isWanted = state.withLock { state in
      guard state.generation == generation, !state.isClosed else { return false }
      if let chosen { state.chosen[chosen.column] = chosen.places }
      state.answers += messages
      return true
    }
    if isWanted { waker.wake() }
  }

  /// Whether work on a view is still wanted.
  func isCurrent(_ generation: Int) -> Bool {
    state.withLock { $0.generation == generation && !$0.isClosed }
  }
}
