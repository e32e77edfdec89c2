public import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveWire

/// The logic that decides which messages one client of a table receives, and which questions are sent to the
/// table's source.
///
/// The feed does no work itself and has no clock. Its driver passes the client's messages to the feed, passes
/// each question from `nextQuestion(at:)` to the source, and passes the answers back. After an input, an
/// answer or `collect()`, and at `wakeMicroseconds`, the driver calls `nextQuestion(at:)` until it returns
/// nil, and then checks `hasAnswers`.
///
/// Questions are asked in a fixed order: derived columns, rows, the range of the x axis, the scatter plot,
/// lanes, texts, statistics of a range, the overview, an export, and correlations. No question is asked while
/// `answersLimit` messages are waiting for the client.
public struct DataFeed: Sendable {
  /// The number of messages waiting for the client at which no further questions are asked.
  public static let answersLimit = 256
  /// The number of bins in a histogram.
  public static let bins = 48

  private(set) var table: FeedTable
  private(set) var views = ViewPictures()
  private(set) var filters = FilterList<ColumnFilter>()
  private(set) var cache = AnswerCache()
  private(set) var derived = DerivedColumns()
  private let traits: SourceTraits
  private var answers = AnswerQueue(limit: Self.answersLimit)
  private var sent = SentRecord()
  private var rows = RowRequests()
  private var slots = QuestionSlots<FeedJob>()
  private var export = ExportQueue()
  private var isClosed = false

  /// Creates the feed for a client that does not show anything yet.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - traits: The characteristics of the table's source.
  public init(table: FeedTable, traits: SourceTraits) {
    self.table = table
    self.traits = traits
  }

  /// The earliest time at which `nextQuestion(at:)` can return a question without further input; nil if there
  /// is none.
  public var wakeMicroseconds: Int64? { views.wakeMicroseconds }

  /// Whether messages are ready for the client.
  public var hasAnswers: Bool { !answers.isEmpty }

  /// Returns whether the answer to a question is still needed.
  public func isWanted(_ number: Int) -> Bool { slots.isWanted(number) }

  /// Returns whether a question requests the picture of all rows in the latest view.
  public func isPictureOfView(_ number: Int) -> Bool { slots.job(of: number)?.slot == .picture }

  /// Removes and returns the numbers of cancelled questions, so that the source can stop them.
  public mutating func removeCancelled() -> [Int] { slots.removeCancelled() }

  /// Removes and returns the messages for the client.
  public mutating func collect() -> [DataMessage] {
    let messages = answers.removeAll()
    // The next part of an export is sent only after all other messages.
    answers.append(export.nextPart())
    return messages
  }

  // MARK: - Inputs

  /// Handles an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - now: The current time, in microseconds.
  public mutating func receive(_ input: Input, at now: Int64) {
    guard !isClosed else { return }
    switch input {
    case .show(let view): show(view, at: now)
    case .lane(let lane): views.show(lane, hasSecondLanes: table.hasSecondLanes)
    case .texts(let texts): views.show(texts)
    case .scatter(let scatter):
      views.show(scatter)
      slots.cancel(.scatter)
    case .read(let request): read(request)
    case .filter(let filter): set(filter, at: now)
    case .derive(let request):
      derived.set(request)
      // A pending list of columns is not cancelled; otherwise, the source could receive it after the newer
      // list.
      slots.cancel(.extents)
    case .export(let request):
      export.start(request, views.shown.view)
      slots.cancel(.lines)
    case .stop(let stage): stop(stage)
    case .hide: hide(at: now)
    case .table(let next, let isRedrawn): receive(next, isRedrawn: isRedrawn, at: now)
    case .close:
      isClosed = true
      slots.cancelAll()
      _ = answers.removeAll()
      views = ViewPictures()
      export.cancel()
    }
  }

  private mutating func show(_ view: ShowTable, at now: Int64) {
    views.show(view, at: now)
    answers.removeOutdated(by: view)
    cancelPictures()
    if case .correlations(_, let reference)? = slots[.correlations], reference != ColumnOrder(view).column {
      slots.cancel(.correlations)
      sent.forgetReference()
    }
    // The client may request another view; the pictures are made once the table is open.
    if !table.isOpen { answers.append(views.announce(isEnd: true)) }
  }

  private mutating func read(_ request: RowRequests.Request) {
    rows.set(request)
    switch request {
    case .row: if !traits.isImmediate { slots.cancel(.row) }
    case .page: slots.cancel(.page)
    case .range: slots.cancel(.range)
    }
  }

  private mutating func set(_ filter: SetFilter, at now: Int64) {
    let order = views.shown.view.map { ColumnOrder($0) } ?? .rows
    let rule = ColumnFilter(filter.kind, order, among: filters.ordered)
    if let rule, rule.depth > ColumnFilter.depthLimit {
      return answers.append([.notice(ColumnFilter.depthNotice)])
    }
    filters.set(filter.filter, rule)
    redraw(at: now)
  }

  private mutating func stop(_ stage: TableWork.Stage) {
    guard [.ordering, .deriving, .asking].contains(stage) else { return }
    if stage != .ordering {
      slots.cancel(.extents)
      derived.pause()
    }
    guard stage != .deriving else { return }
    slots.cancelForeground()
    export.cancel()
    views.drop()
    answers.append(views.announce(isEnd: true))
  }

  private mutating func hide(at now: Int64) {
    views.hide(at: now)
    sent.hide()
    cache.forgetPoints()
    slots.cancel([.axis, .scatter, .coarse, .picture, .strip, .overview])
  }

  private mutating func receive(_ next: FeedTable, isRedrawn: Bool, at now: Int64) {
    if next.reading != table.reading || next.isOpen != table.isOpen || next.operands != table.operands {
      derived.relist()
      cache.forgetRows()
    }
    table = next
    guard isRedrawn else { return }
    // A remote table is reopened if its rows change, which is handled above.
    if traits.isImmediate { derived.forgetValues() } else { derived.retry() }
    cache.forgetRows()
    sent.forgetRows()
    slots.cancel([.axis, .overview])
    redraw(at: now)
  }

  /// Requests all pictures again, because the values that they show have changed.
  private mutating func redraw(isAnnounced: Bool = false, at now: Int64) {
    views.restart(isAnnounced: isAnnounced, at: now)
    cancelPictures()
  }

  private mutating func cancelPictures() {
    cache.forgetPoints()
    slots.cancel([.scatter, .coarse, .picture, .strip])
    // An order that is being computed can also serve the next view.
    if slots[.axis] != axisKey.map({ .axis($0) }) { slots.cancel(.axis) }
    if case .overview(_, _, let picture)? = slots[.overview], picture != overviewKey {
      slots.cancel(.overview)
    }
  }

  // MARK: - Questions

  /// Returns the next question for the source, and registers it as asked.
  ///
  /// - Parameter now: The current time, in microseconds.
  /// - Returns: The question, or nil if no question can be asked now.
  public mutating func nextQuestion(at now: Int64) -> Question? {
    guard !isClosed else { return nil }
    answers.append(views.wake(at: now))
    guard table.isOpen, !answers.isFull, let (job, kind) = nextJob(at: now) else { return nil }
    return Question(number: slots.begin(job.slot, job), kind: kind)
  }

  private mutating func nextJob(at now: Int64) -> (FeedJob, Question.Kind)? {
    guard !slots.isRunning(.derive) else { return nil }
    if derived.needsListing {
      let (columns, messages) = derived.list(
        operands: table.operands, source: table.source, first: table.columnCount)
      answers.append(messages)
      return (.derive, .derive(columns))
    }
    if !slots.isRunning(.extents), let (numbers, isCoarse) = derived.nextExtents(hasCoarse: traits.hasCoarse)
    {
      return (
        .extents(numbers, isCoarse: isCoarse, revision: derived.revision),
        .extents(numbers.map { table.columnCount + $0 }, isCoarse: isCoarse)
      )
    }
    guard slots.count < traits.questionsAtOnce, let view = views.shown.view else { return nil }
    if let column = cache.firstUnknown(textsOf: filters.ordered.flatMap { $0.othersColumns }) {
      return textsJob(column)
    }
    return nextRow(view) ?? nextPicture(at: now) ?? nextAfterPictures(view)
  }

  private func textsJob(_ column: Int) -> (FeedJob, Question.Kind)? {
    slots.isRunning(.texts) ? nil : (.texts(column), .texts(column: column))
  }

  private mutating func nextRow(_ view: ShowTable) -> (FeedJob, Question.Kind)? {
    guard !traits.isImmediate || !slots.isRunning(.row) else { return nil }
    switch rows.next(hasPictures: false) {
    case .row(let request):
      let isSeen = views.shown[ClientView.LaneKey(column: request.column)] != nil
      return (.row(request), cache.question(request, isSeen: isSeen, ColumnWindow(view), rules))
    case .page(let request):
      let place: ColumnPlace = request.isTick ? .tick(request.start) : .place(request.start)
      return (.page(request), .rows(place, count: Int(request.count), ColumnOrder(view), rules))
    case .range, nil: return nil
    }
  }

  private mutating func nextPicture(at now: Int64) -> (FeedJob, Question.Kind)? {
    let context = ViewPictures.Context(
      table: table, traits: traits, filters: filters, cache: cache, derived: derived)
    guard let next = views.next(context, slots, at: now) else { return nil }
    if case (.picture(let lanes, let view, _), _) = next,
      lanes.contains(where: { table.lacksRankLens($0, view) })
    {
      explain(FeedTable.rankLensNote)
    }
    return next
  }

  private mutating func nextAfterPictures(_ view: ShowTable) -> (FeedJob, Question.Kind)? {
    if views.isEmpty, ![.axis, .scatter, .picture, .strip].contains(where: { slots.isRunning($0) }) {
      answers.append(views.announce(isEnd: true))
    }
    if rows.hasRange {
      let texts = views.shown.texts?.columns ?? []
      if let column = cache.firstUnknown(textsOf: texts.map { Int($0) }) {
        if let job = textsJob(column) { return job }
      } else if case .range(let request)? = rows.next(hasPictures: true) {
        let columns = Array(drawnColumns.prefix(WireLimits.columnsPerMessage))
        let requests = texts.compactMap { cache.textRequest(Int($0)) }
        return (.range(request, columns), .range(request, columns, texts: requests, ColumnOrder(view), rules))
      }
    }
    if !slots.isRunning(.overview), let key = axisKey, let axis = cache.axis(key),
      let lane = views.nextOverview(), summary(of: Int(lane.column)) != nil,
      let picture = overviewKey, !sent.hasOverview(picture)
    {
      return (.overview(lane, view, picture), .overview(lane, view, axis, rules))
    }
    if !slots.isRunning(.lines), export.needsLines, answers.isEmpty, let lines = export.question(rules) {
      return (.lines, lines)
    }
    let columns = drawnColumns
    guard views.isShown, let reference = ColumnOrder(view).column, columns.contains(reference),
      sent.isNew(reference: reference)
    else { return nil }
    return (.correlations(columns, with: reference), .correlations(columns, with: reference))
  }

  // MARK: - Answers

  /// Handles an answer, or a report that precedes it.
  ///
  /// Answers to questions that were cancelled or already answered are ignored, except for the end of a
  /// progress report.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - number: The number of the question.
  ///   - now: The current time, in microseconds.
  public mutating func receive(_ answer: Answer, to number: Int, at now: Int64) {
    guard !isClosed else { return }
    if case .progress(let work) = answer, isWanted(number) || work.isFinished {
      answers.append([.progress(work)])
    }
    guard let job = answer.isLast ? slots.end(number) : slots.job(of: number) else { return }
    switch (job, answer) {
    case (_, .note(let notice)): answers.append([.notice(notice)])
    case (.picture(let lanes, let view, let done), .part(let picture, let points, let places)):
      let new = places.map { lanes.indices.contains($0) && !done.contains($0) ? lanes[$0] : nil }
      draw(new, of: view, picture, points)
      slots.update(number, to: .picture(lanes, view, sent: done + places))
    case (.picture(let lanes, let view, let done), .picture(let picture, let points)):
      draw(lanes.indices.map { done.contains($0) ? nil : lanes[$0] }, of: view, picture, points)
      views.finishExact(at: now)
      slots.cancel(.coarse)
    case (.coarse(let lanes, let view), .picture(let picture, _)):
      draw(lanes.map { Optional($0) }, of: view, picture, [])
      answers.append(views.announce(isEnd: false))
    case (.overview(let lane, let view, let key), .picture(let picture, _)):
      draw([lane], of: view, picture, [])
      sent.note(key)
    case (.axis(let key), .axis(let axis)):
      cache.store(axis, for: key)
      let message = TableAxis(axis, of: key.order, source: table.source)
      if sent.isNew(message) { answers.append([.axis(message)]) }
    case (.strip(let column, let view), .strip(let parts, let rowCount)):
      if let texts = cache.texts(of: Int(column)), sent.isNew(textsOf: column) {
        answers.append([.textSummary(TextSummary(texts, of: column, source: table.source))])
      }
      let strip = TextStrip(parts: parts, rowCount: rowCount, of: column, view: view.view)
      answers.append([.textStrip(strip)])
    case (.texts(let column), .texts(let texts)): cache.store(texts: texts, of: column)
    case (.extents(let numbers, _, let revision), .extents(let found)):
      if derived.receive(found, of: numbers, at: revision) { showDerived(numbers, at: now) }
    case (.derive, .derived(let refused)):
      answers.append(derived.receive(refused: refused, source: table.source, first: table.columnCount))
    case (.lines, .lines(let lines)): export.receive(lines)
    case (.correlations(let columns, _), .correlations(let found)):
      derived.receive(correlations: found, of: columns.map { $0 - table.columnCount })
      answers.append(table.messages(correlations: found, of: columns))
      answers.append(derived.messages(source: table.source, first: table.columnCount))
    case (_, .failed(let failure)): fail(job, failure, at: now)
    default:
      guard answer.isLast else { return }
      if let messages = answer.messages(for: job, source: table.source) {
        answers.append(messages)
      } else {
        drop(job)
      }
    }
    if answers.isEmpty { answers.append(export.nextPart()) }
  }

  private mutating func draw(
    _ lanes: [ShowLane?], of view: ShowTable, _ picture: ColumnPicture, _ points: [ColumnPoints?]
  ) {
    answers.append(cache.draw(lanes, of: view, picture, points, table, derived).map { .spans($0) })
  }

  /// Updates everything that depends on the values of derived columns.
  private mutating func showDerived(_ numbers: [Int], at now: Int64) {
    answers.append(derived.messages(source: table.source, first: table.columnCount))
    let columns = numbers.map { table.columnCount + $0 }
    sent.forgetOverview()
    let order = views.shown.view.map { ColumnOrder($0) } ?? .rows
    if order != .rows { sent.forgetReference() }
    if filters.ordered.columns(in: order).contains(where: { columns.contains($0) }) {
      cache.forgetAxis()
      slots.cancel([.axis, .overview])
      return redraw(isAnnounced: true, at: now)
    }
    views.request(columns)
    cache.forgetPoints(of: columns)
  }

  private mutating func fail(_ job: FeedJob, _ failure: ColumnFailure, at now: Int64) {
    if !views.pause(job, failure, at: now) { drop(job) }
    if case .cancelled = failure { return }
    if traits.reportsFailures, let loss = job.loss(by: failure, hasValues: derived.hasValues) {
      answers.append([.notice(Notice(severity: .failure, text: loss))])
    } else if case .absent = failure {
      if job.slot != .coarse { explain(Array(failure.description.utf8)) }
    } else if !traits.reportsFailures {
      answers.append([.notice(Notice(severity: .failure, text: Array(failure.description.utf8)))])
    }
  }

  /// Handles a question that ended without an answer.
  private mutating func drop(_ job: FeedJob) {
    switch job {
    case .axis: views.drop()
    case .texts(let column): cache.store(texts: nil, of: column)
    case .derive: answers.append(derived.receive(refused: [], source: table.source, first: table.columnCount))
    case .lines: export.cancel()
    default: break
    }
  }

  private mutating func explain(_ text: [UInt8]) {
    guard sent.isNew(explanation: text) else { return }
    answers.append([.notice(Notice(severity: .information, text: text))])
  }
}
