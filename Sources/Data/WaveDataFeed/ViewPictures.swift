package import WaveDataWire
import WaveUnits

/// The pictures of what one client shows: which of them are missing, and when each is asked for.
package struct ViewPictures: Sendable {
  /// What a question for a picture depends on beside the view.
  package struct Context {
    let table: FeedTable
    let traits: SourceTraits
    let filters: FilterList<ColumnFilter>
    let learned: LearnedParts
    let derived: DerivedColumns

    /// The filters, as the source receives them.
    var rules: [ColumnFilter] { filters.rules(learned) }

    /// Returns the lanes that can be drawn, since the statistics of their columns are known.
    func drawable(_ lanes: [ShowLane]) -> [ShowLane] {
      lanes.filter { table.summary(of: Int($0.column), derived) != nil }
    }
  }

  /// What the client shows.
  package private(set) var shown = ClientView()
  /// Whether it shows this table now.
  package private(set) var isShown = false
  private var pictures = PictureQueue()
  private var timing = ViewTiming()

  /// Starts without a view.
  package init() {}

  /// The nearest time at which something is due; nil if there is none.
  package var wakeMicroseconds: Int64? { timing.wakeMicroseconds }

  /// Whether the view lacks nothing.
  package var isEmpty: Bool { pictures.isEmpty }

  // MARK: - What is shown

  /// Shows another view.
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

  /// Shows other columns of texts.
  package mutating func show(_ texts: ShowTexts) { shown.show(texts) }

  /// Shows another scatter plot, or none.
  package mutating func show(_ scatter: ShowScatter) { pictures.requestScatter(shown.show(scatter)) }

  /// Shows nothing but keeps the view, since the client shows another table.
  package mutating func hide(at now: Int64) {
    shown.hide()
    isShown = false
    pictures.end()
    timing.end(at: now)
  }

  /// Requests all pictures again.
  ///
  /// - Parameters:
  ///   - isAnnounced: Whether the end of the view is announced again.
  ///   - now: The time, microseconds.
  package mutating func restart(isAnnounced: Bool, at now: Int64) {
    timing.restart(at: now)
    pictures.start(shown, hasOverview: true, isAnnounced: isAnnounced)
  }

  /// Requests the pictures of some columns again.
  package mutating func request(_ columns: [Int]) {
    pictures.requestLanes(of: columns, in: shown)
    pictures.requestOverview()
    if let scatter = shown.scatter, columns.contains(Int(scatter.x)) || columns.contains(Int(scatter.y)) {
      pictures.requestScatter()
    }
  }

  /// Drops all missing pictures, since the source has none now.
  package mutating func drop() { pictures.drop() }

  // MARK: - Time

  /// Returns that the client can request another view, once before the end of this one, and once at its end.
  package mutating func announce(isEnd: Bool) -> [DataMessage] {
    let isWaiting = timing.isWaiting
    timing.announce()
    guard let view = shown.view, isEnd ? pictures.announceEnd() : isWaiting else {
      return []
    }
    return [.viewDone(ViewDone(view: view.view))]
  }

  /// Ends pauses that are over, and announces a view for which the client has waited long enough.
  package mutating func wake(at now: Int64) -> [DataMessage] {
    timing.endPauses(at: now)
    return timing.isImpatient(at: now) ? announce(isEnd: false) : []
  }

  /// Notes that the picture of all rows is finished.
  package mutating func finishExact(at now: Int64) { timing.finishExact(at: now) }

  /// Notes that a question has failed, and tries the view again after a pause if that may help.
  ///
  /// - Returns: Whether it is tried again.
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

  /// Asks for the next picture of the view.
  ///
  /// - Parameters:
  ///   - context: What the question depends on.
  ///   - slots: The questions that the source works on.
  ///   - now: The time, microseconds.
  /// - Returns: Nil if nothing can be asked now.
  package mutating func next(
    _ context: Context, _ slots: QuestionSlots<FeedJob>, at now: Int64
  ) -> (FeedJob, Question.Kind)? {
    guard isShown, let view = shown.view else { return nil }
    let key = LearnedParts.AxisKey(ColumnOrder(view), filters: context.filters.revision)
    guard context.learned.axis(key) != nil else {
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
      let wishes = lanes.map { LaneWish(column: Int($0.column), lens: context.table.lens($0, view)) }
      return (.picture(lanes, view, sent: []), .picture(wishes, window, context.rules))
    }
    return nil
  }

  private mutating func nextTexts(
    _ view: ShowTable, _ context: Context, _ slots: QuestionSlots<FeedJob>
  ) -> (FeedJob, Question.Kind)? {
    while !slots.isRunning(.strip), let next = pictures.nextTexts {
      let column = Int(next)
      guard context.learned.firstUnknown(textsOf: [column]) == nil else {
        return slots.isRunning(.texts) ? nil : (.texts(column), .texts(column: column))
      }
      pictures.dropTexts()
      guard let wish = context.learned.textWish(column), let buckets = shown.texts?.buckets, buckets > 0
      else { continue }
      return (.strip(next, view), .strip(wish, ColumnWindow(view, pixels: Int(buckets)), context.rules))
    }
    return nil
  }

  /// Removes and returns the overview, which is asked for after the view.
  package mutating func nextOverview() -> ShowLane? { pictures.nextOverview(in: shown) }
}
