import WaveSignal
import WaveStreams
import WaveWire

extension SpectrumFeed {
  /// Fetched rows given at once at most, so that a live row never waits behind a long fetch.
  static let fetchBatch = 8
  /// Bins of rows merged into fetched ones at once at most, unless a single slot has more.
  static let fetchBatchBins = 1e6

  /// What to send now, in order; call again until it is empty.
  ///
  /// While the view shows nothing, only answers to the client's own messages are given.
  mutating func collect(at now: Int64, past: (UInt16) -> SpectrumHistory) -> [Message] {
    var messages = answers
    answers.removeAll(keepingCapacity: true)
    guard isGreeted, view.mode != .nothing else { return messages }
    collectNews(into: &messages)
    closeOverdueSlot(at: now)
    collectLive(at: now, past: past, into: &messages)
    if window != nil { collectFetched(at: now, past(view.source), into: &messages) }
    return messages
  }

  /// When `collect` may have something without anything having arrived, in server microseconds.
  var wakeMicroseconds: Int64? {
    guard isGreeted, view.mode != .nothing else { return nil }
    var wake: Int64?
    if pending != nil, isFirst || credit.isOpen { wake = pace.earliest }
    if view.mode == .waterfall, openSlot != nil { wake = min(wake ?? .max, openSlotCloses) }
    return wake
  }

  /// What changed at the sources; while a row is held still, only that what concerns the axes.
  private mutating func collectNews(into messages: inout [Message]) {
    for index in sources.indices {
      if sources[index].hasNewInfo {
        sources[index].hasNewInfo = false
        messages.append(.source(sources[index].info))
      }
      guard !isStill else { continue }
      if sources[index].hasNewTimeMap, let map = sources[index].timeMap {
        sources[index].hasNewTimeMap = false
        messages.append(.timeMap(map))
      }
      if sources[index].hasNewArtefacts, let artefacts = sources[index].artefacts {
        sources[index].hasNewArtefacts = false
        messages.append(.artefacts(artefacts))
      }
      if sources[index].hasNewAnnotations, let annotations = sources[index].annotations {
        sources[index].hasNewAnnotations = false
        messages.append(.annotations(annotations))
      }
    }
    guard !isStill else { return }
    for notice in notices { messages.append(.notice(notice)) }
    notices.removeAll(keepingCapacity: true)
  }

  private mutating func collectLive(
    at now: Int64, past: (UInt16) -> SpectrumHistory, into messages: inout [Message]
  ) {
    guard let waiting = pending, isFirst || credit.isOpen, now >= pace.earliest else { return }
    pending = nil
    let sent = messages.count
    switch waiting {
    case .row(let row) where view.mode == .meter: messages.append(measure(row))
    case .row(let row): reduce(row, flags: view.mode == .waterfall ? .waterfall : [], into: &messages)
    case .slot(let index):
      if let row = past(view.source).slot(index: index, slotMicroseconds: slotMicroseconds) {
        reduce(row, flags: .waterfall, into: &messages)
      }
    }
    guard messages.count > sent else { return }
    isFirst = false
    skipped = 0
    credit.sent()
    pace.sent(at: now)
  }

  private mutating func collectFetched(
    at now: Int64, _ history: SpectrumHistory, into messages: inout [Message]
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
        messages.append(
          .fetched(
            Fetched(
              view: view.view, fromMicroseconds: running.request.fromMicroseconds,
              oldestMicroseconds: history.oldestMicroseconds ?? now)))
        return
      }
      window?.nextSlot = found.index - 1
      fetchedInFlight += 1
      reduce(found.row, flags: [.waterfall, .fetched], into: &messages)
    }
  }
}
