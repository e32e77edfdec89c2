package import WaveDataWire
import WaveUnits

/// The pictures that one client's view still needs, and the times at which to request them.
package struct ViewPictures: Sendable {
  /// The state of the feed, apart from the view, on which requests for pictures depend.
  package struct Context {
    let table: FeedTable
    let traits: SourceTraits
    let filters: FilterList<ColumnFilter>
    let cache: AnswerCache
    let derived: DerivedColumns

    /// The filters in the form sent to the source.
    var rules: [ColumnFilter] { filters.rules(cache) }

    /// Returns the lanes that can be drawn, because the statistics of their columns are known.
    func drawable(_ lanes: [ShowLane]) -> [ShowLane] {
      lanes.filter { table.summary(of: Int($0.column), derived) != nil }
    }
  }

  /// The state of the client's display.
  package private(set) var shown = ClientView()
  /// Whether the client currently shows this table.
  package private(set) var isShown = false
  private var pictures = PictureQueue()
  private var timing = ViewTiming()

  /// The earliest time at which an action is due; nil if none is.
  package var wakeMicroseconds: Int64? { timing.wakeMicroseconds }

  /// Whether no pictures of the view remain to be requested.
  package var isEmpty: Bool { pictures.isEmpty }

  // MARK: - What is shown

  /// Shows a different view.
  package mutating func show(_ view: ShowTable, at now: Int64) {
    shown.show(view)
    isShown = true
    timing.start(view, at: now)
    pictures.start(shown, hasOverview: true, isAnnounced: true)
  }

  /// Shows, changes or removes a lane, or the overview.
  package mutating func show(_ lane: ShowLane, hasSecondLanes: Bool) {
    guard lane.pixels == 0 || !lane.isSecond || hasSecondLanes else { return }
    shown.show(lane)
    if lane.isOverview {
      pictures.requestOverview()
    } else if lane.pixels == 0 {
      pictures.drop(ClientView.LaneKey(lane))
    }
  }

  /// Sets the text columns to show.
  package mutating func show(_ texts: ShowTexts) { shown.show(texts) }

  /// Shows a different scatter plot, or none.
  package mutating func show(_ scatter: ShowScatter) { pictures.requestScatter(shown.show(scatter)) }

  /// Hides everything but keeps the view, because the client has switched to a different table.
  package mutating func hide(at now: Int64) {
    shown.hide()
    isShown = false
    pictures.end()
    timing.end(at: now)
  }

  /// Requests all pictures again.
  ///
  /// - Parameters:
  ///   - isAnnounced: Whether to notify the client again when the view is complete.
  ///   - now: The current time, in microseconds.
  package mutating func restart(isAnnounced: Bool, at now: Int64) {
    timing.restart(at: now)
    pictures.start(shown, hasOverview: true, isAnnounced: isAnnounced)
  }

  /// Requests all pictures of the given columns again.
  package mutating func request(_ columns: [Int]) {
    pictures.requestLanes(of: columns, in: shown)
    pictures.requestOverview()
    if let scatter = shown.scatter, columns.contains(Int(scatter.x)) || columns.contains(Int(scatter.y)) {
      pictures.requestScatter()
    }
  }

  /// Removes all missing pictures from the queue, because the source cannot provide any now.
  package mutating func drop() { pictures.drop() }

  // MARK: - Time

  /// Returns the message that allows the client to request another view.
  ///
  /// It is sent at most once before this view is complete, and once on completion.
  package mutating func announce(isEnd: Bool) -> [DataMessage] {
    let isWaiting = timing.isWaiting
    timing.announce()
    guard let view = shown.view, isEnd ? pictures.announceEnd() : isWaiting else { return [] }
    return [.viewDone(ViewDone(view: view.view))]
  }

  /// Ends pauses that have elapsed, and allows the client to request another view if this view takes too
  /// long.
  package mutating func wake(at now: Int64) -> [DataMessage] {
    timing.endPauses(at: now)
    return timing.isImpatient(at: now) ? announce(isEnd: false) : []
  }

  /// Records that the picture of all rows is complete.
  package mutating func finishExact(at now: Int64) { timing.finishExact(at: now) }

  /// Records that a question has failed, and schedules another attempt after a pause if the attempt may
  /// succeed.
  ///
  /// - Returns: Whether another attempt is scheduled.
  package mutating func pause(_ job: FeedJob, _ failure: ColumnFailure, at now: Int64) -> Bool {
    if case .picture(let lanes, _, let done) = job {
      timing.failExact(at: now)
      let missing = lanes.indices.filter { !done.contains($0) }.map { Int(lanes[$0].column) }
      if failure.isPassing { pictures.requestLanes(of: missing, in: shown) }
    }
    guard failure.isPassing, job.slot == .axis || job.slot == .picture else { return false }
    timing.pause(at: now)
    return true
  }

  // MARK: - Questions

  /// Returns the request to the source for the next picture of the view.
  ///
  /// - Parameters:
  ///   - context: The state on which the request depends.
  ///   - slots: The questions in progress.
  ///   - now: The current time, in microseconds.
  /// - Returns: The request and its purpose, or nil if none can be sent now.
  package mutating func next(
    _ context: Context, _ slots: QuestionSlots<FeedJob>, at now: Int64
  ) -> (FeedJob, Question.Kind)? {
    guard isShown, let view = shown.view else { return nil }
    let key = AnswerCache.AxisKey(order: ColumnOrder(view), filters: context.filters.revision)
    guard context.cache.axis(key) != nil else {
      let isDue = pictures.needsAxis && !timing.isPausing && !slots.isRunning(.axis)
      return isDue ? (.axis(key), .axis(key.order, context.rules)) : nil
    }
    pictures.endAxis()
    let window = ColumnWindow(view)
    if let scatter = pictures.nextScatter(in: shown) {
      return (.scatter(scatter), .density(ColumnGrid(scatter), window, context.rules))
    }
    if !timing.isPausing, pictures.hasLanes, !slots.isRunning(.picture),
      let lanes = nextLanes(view, context, isHurried: slots.isRunning(.coarse), at: now)
    {
      return lanes
    }
    return nextTexts(view, context, slots)
  }

  private mutating func nextLanes(
    _ view: ShowTable, _ context: Context, isHurried: Bool, at now: Int64
  ) -> (FeedJob, Question.Kind)? {
    let window = ColumnWindow(view)
    if context.traits.hasCoarse {
      let lanes = context.drawable(pictures.nextCoarse(in: shown))
      if !lanes.isEmpty {
        timing.beginCoarse(at: now)
        return (.coarse(lanes, view), .coarse(lanes.map { Int($0.column) }, window, context.rules))
      }
    }
    guard timing.isExactDue(isHurried: isHurried, at: now) else { return nil }
    while pictures.hasLanes {
      let next = pictures.nextLanes(in: shown, limit: context.traits.lanesPerQuestion)
      let lanes = context.drawable(next)
      guard !lanes.isEmpty else { continue }
      if context.traits.hasCoarse { timing.beginExact(view, at: now) }
      let requests = lanes.map { LaneRequest(column: Int($0.column), lens: context.table.lens($0, view)) }
      return (.picture(lanes, view, sent: []), .picture(requests, window, context.rules))
    }
    return nil
  }

  private mutating func nextTexts(
    _ view: ShowTable, _ context: Context, _ slots: QuestionSlots<FeedJob>
  ) -> (FeedJob, Question.Kind)? {
    while !slots.isRunning(.strip), let next = pictures.nextTexts {
      let column = Int(next)
      guard context.cache.firstUnknown(textsOf: [column]) == nil else {
        return slots.isRunning(.texts) ? nil : (.texts(column), .texts(column: column))
      }
      pictures.dropTexts()
      guard let request = context.cache.textRequest(column), let buckets = shown.texts?.buckets, buckets > 0
      else { continue }
      return (.strip(next, view), .strip(request, ColumnWindow(view, pixels: Int(buckets)), context.rules))
    }
    return nil
  }

  /// Removes and returns the overview, which is requested after the view.
  package mutating func nextOverview() -> ShowLane? { pictures.nextOverview(in: shown) }
}
