import WaveSignal
public import WaveStreams
public import WaveWire

extension SpectrumFeed {
  /// Fetched rows given at once at most, so that a live row never waits behind a long fetch.
  static let fetchBatch = 8
  /// Bins of rows merged into fetched ones at once at most, unless a single slot has more.
  static let fetchBatchBins = 1e6

  /// Gives what is to be sent now, in order; call again until that is nothing.
  ///
  /// While the view shows nothing, only answers to the client's own messages are given.
  public mutating func collect<Sink: FeedSink>(
    at now: Int64, past: (UInt16) -> SpectrumHistory, into sink: inout Sink
  ) {
    for answer in answers { sink.put(answer) }
    answers.removeAll(keepingCapacity: true)
    guard isGreeted, view.mode != .nothing else { return }
    collectNews(into: &sink)
    closeOverdueSlot(at: now)
    collectLive(at: now, past: past, into: &sink)
    if window != nil { collectFetched(at: now, past(view.source), into: &sink) }
  }

  /// What to send now, as a list.
  public mutating func collect(at now: Int64, past: (UInt16) -> SpectrumHistory) -> [Message] {
    var list = MessageList()
    collect(at: now, past: past, into: &list)
    return list.messages
  }

  /// Whether `collect` may give something now.
  public func isDue(at now: Int64) -> Bool {
    if !answers.isEmpty { return true }
    guard isGreeted, view.mode != .nothing else { return false }
    if pending != nil, isFirst || credit.isOpen, now >= pace.earliest { return true }
    if view.mode == .waterfall {
      if openSlot != nil, now >= openSlotCloses { return true }
      if window != nil, fetchedInFlight < SpectrumFeed.fetchLimit { return true }
    }
    return hasNews
  }

  /// Whether something has changed that this view is to hear of.
  private var hasNews: Bool {
    if !isStill, !notices.isEmpty { return true }
    return sources.contains {
      $0.hasNewInfo || $0.hasNewSteering || $0.hasNewControls
        || (!isStill && ($0.hasNewTimeMap || $0.hasNewArtefacts || $0.hasNewAnnotations))
    }
  }

  /// When `collect` may have something without anything having arrived, in server microseconds.
  public var wakeMicroseconds: Int64? {
    guard isGreeted, view.mode != .nothing else { return nil }
    var wake: Int64?
    // Where rows come quicker than the view takes them, a fresh one is worth the short while until it is there.
    if pending != nil, isFirst || credit.isOpen {
      wake = isFirst ? pace.earliest : max(pace.earliest, nextRowMicroseconds)
    }
    if view.mode == .waterfall, openSlot != nil { wake = min(wake ?? .max, openSlotCloses) }
    return wake
  }

  /// What changed at the sources; while a row is held still, only that what concerns the axes.
  private mutating func collectNews<Sink: FeedSink>(into sink: inout Sink) {
    for index in sources.indices {
      if sources[index].hasNewInfo {
        sources[index].hasNewInfo = false
        sink.put(.source(sources[index].info))
      }
      if sources[index].hasNewSteering, let steering = sources[index].steering {
        sources[index].hasNewSteering = false
        sink.put(.steering(steering))
      }
      if sources[index].hasNewControls, let controls = sources[index].controls {
        sources[index].hasNewControls = false
        sink.put(.controls(controls))
      }
      guard !isStill else { continue }
      if sources[index].hasNewTimeMap, let map = sources[index].timeMap {
        sources[index].hasNewTimeMap = false
        sink.put(.timeMap(map))
      }
      if sources[index].hasNewArtefacts, let artefacts = sources[index].artefacts {
        sources[index].hasNewArtefacts = false
        sink.put(.artefacts(artefacts))
      }
      if sources[index].hasNewAnnotations, let annotations = sources[index].annotations {
        sources[index].hasNewAnnotations = false
        sink.put(.annotations(annotations))
      }
    }
    guard !isStill else { return }
    for notice in notices { sink.put(.notice(notice)) }
    notices.removeAll(keepingCapacity: true)
  }

  private mutating func collectLive<Sink: FeedSink>(
    at now: Int64, past: (UInt16) -> SpectrumHistory, into sink: inout Sink
  ) {
    guard let waiting = pending, isFirst || credit.isOpen, now >= pace.earliest else { return }
    pending = nil
    switch waiting {
    case .row(let row) where view.mode == .meter: sink.put(measure(row))
    case .row(let row):
      guard reduce(row, flags: view.mode == .waterfall ? .waterfall : [], into: &sink) else { return }
    case .slot(let index):
      guard let row = slot(index, past), reduce(row, flags: .waterfall, into: &sink) else { return }
    }
    isFirst = false
    skipped = 0
    isHeldUp = false
    credit.sent()
    pace.sent(at: now)
  }

  private func slot(_ index: Int64, _ past: (UInt16) -> SpectrumHistory) -> SharedRow? {
    let source = view.source
    if let slots = sources[Int(source)].slots {
      return slots(index, slotMicroseconds) { past(source) }
    }
    return past(source).slot(index: index, slotMicroseconds: slotMicroseconds).map { SharedRow($0) }
  }

  private mutating func collectFetched<Sink: FeedSink>(
    at now: Int64, _ history: SpectrumHistory, into sink: inout Sink
  ) {
    let rows = Double(slotMicroseconds) / 1e6 / sources[Int(view.source)].info.rowSeconds
    let bins = max(1, rows) * Double(max(1, history.newest?.axis.count ?? 1))
    let slots = max(1, min(Double(SpectrumFeed.fetchBatch), SpectrumFeed.fetchBatchBins / bins))
    for _ in 0..<Int(slots) {
      guard let running = window, fetchedInFlight < SpectrumFeed.fetchLimit else { return }
      guard
        let found = history.newestSlot(atMost: running.nextSlot, slotMicroseconds: slotMicroseconds),
        found.index >= running.oldestSlot
      else {
        window = nil
        sink.put(
          .fetched(
            Fetched(
              view: view.view, fromMicroseconds: running.request.fromMicroseconds,
              oldestMicroseconds: history.oldestMicroseconds ?? now)))
        return
      }
      window?.nextSlot = found.index - 1
      fetchedInFlight += 1
      reduce(SharedRow(found.row), flags: [.waterfall, .fetched], into: &sink)
    }
  }
}
