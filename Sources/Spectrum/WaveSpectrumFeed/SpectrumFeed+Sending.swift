public import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumFeed {
  /// The maximum number of fetched rows in one batch, so that a live row is never delayed by a long fetch.
  static let fetchBatch = 8
  /// The maximum number of bins merged for the fetched rows in one batch, unless a single slot has more.
  static let fetchBatchBins = 1e6
  /// The maximum length of a WebSocket frame header in bytes.
  static let frameBytes = 10

  /// Appends the messages that can be sent now to a sink, in order.
  ///
  /// Call this method repeatedly until it appends no messages.
  ///
  /// While the view shows nothing, only replies to the client's own messages are sent.
  public mutating func collect<Sink: FeedSink>(
    at now: Int64, past: (UInt16) -> SpectrumHistory, into sink: inout Sink
  ) {
    let start = sink.byteCount
    for answer in answers { sink.append(answer) }
    answers.removeAll(keepingCapacity: true)
    guard isGreeted, view.mode != .nothing else { return pace.note(sink.byteCount - start, at: now) }
    collectNews(into: &sink)
    if sink.byteCount > start { pace.note(sink.byteCount - start + Self.frameBytes, at: now) }
    closeOverdueSlot(at: now)
    collectLive(at: now, past: past, into: &sink)
    if window != nil { collectFetched(at: now, past(view.source), into: &sink) }
  }

  /// Returns the messages that can be sent now.
  public mutating func collect(at now: Int64, past: (UInt16) -> SpectrumHistory) -> [Message] {
    var list = MessageList()
    collect(at: now, past: past, into: &list)
    return list.messages
  }

  /// Returns whether `collect` could return messages now.
  public func isDue(at now: Int64) -> Bool {
    if !answers.isEmpty { return true }
    guard isGreeted, view.mode != .nothing else { return false }
    if pending != nil, isFirst || credit.isOpen, now >= pace.earliest { return true }
    if view.mode == .waterfall {
      if openSlot != nil, now >= openSlotCloses { return true }
      if isFetching, now >= pace.fetchEarliest { return true }
    }
    return hasNews
  }

  /// Whether past rows are being fetched, and the client has credit for more.
  private var isFetching: Bool { window != nil && fetchedInFlight < SpectrumFeed.fetchLimit }

  /// Whether there are changes to send to the client, given its current view.
  private var hasNews: Bool {
    if !isStill, !notices.isEmpty { return true }
    let heard = relevantChanges
    return sources.contains { !$0.news.isDisjoint(with: heard) }
  }

  private var relevantChanges: PendingChanges { isStill ? .ofAxes : .all }

  /// The server time, in microseconds, at which `collect` could return messages even if nothing has arrived;
  /// nil if there is no such time.
  public var wakeMicroseconds: Int64? {
    guard isGreeted, view.mode != .nothing else { return nil }
    var wake: Int64?
    // If rows arrive faster than the view shows them, waiting briefly gives a more recent row.
    if pending != nil, isFirst || credit.isOpen {
      wake = isFirst ? pace.earliest : max(pace.earliest, nextRowMicroseconds)
    }
    if view.mode == .waterfall {
      if openSlot != nil { wake = min(wake ?? .max, openSlotCloses) }
      if isFetching { wake = min(wake ?? .max, pace.fetchEarliest) }
    }
    return wake
  }

  /// Sends changes in the sources.
  ///
  /// While a row is frozen, only changes that affect axes or permissions are sent.
  private mutating func collectNews<Sink: FeedSink>(into sink: inout Sink) {
    for index in sources.indices {
      let news = sources[index].news.intersection(relevantChanges)
      guard !news.isEmpty else { continue }
      sources[index].news.subtract(news)
      let source = sources[index]
      if news.contains(.info) { sink.append(.source(source.info)) }
      if news.contains(.steering), let steering = source.steering { sink.append(.steering(steering)) }
      if news.contains(.controls), let controls = source.controls { sink.append(.controls(controls)) }
      if news.contains(.timeMap), let map = source.timeMap { sink.append(.timeMap(map)) }
      if news.contains(.artefacts), let artefacts = source.artefacts { sink.append(.artefacts(artefacts)) }
      if news.contains(.annotations), let marks = source.annotations { sink.append(.annotations(marks)) }
    }
    guard !isStill else { return }
    for notice in notices { sink.append(.notice(notice)) }
    notices.removeAll(keepingCapacity: true)
  }

  private mutating func collectLive<Sink: FeedSink>(
    at now: Int64, past: (UInt16) -> SpectrumHistory, into sink: inout Sink
  ) {
    guard let waiting = pending, isFirst || credit.isOpen, now >= pace.earliest, pace.maySend(at: now)
    else { return }
    pending = nil
    let start = sink.byteCount
    var planes = view.planes
    switch waiting {
    case .row(let row) where view.mode == .meter: sink.append(measure(row))
    case .row(let row):
      // The first row for a view has all planes, as does every row if the client does not keep planes.
      if !isFirst { planes = pace.planes(of: planes, rowMicroseconds: row.row.durationMicroseconds, at: now) }
      planes = reduce(row, planes, flags: view.mode == .waterfall ? .waterfall : [], into: &sink)
      guard !planes.isEmpty else { return }
    case .slot(let index):
      guard let row = slot(index, past), !reduce(row, planes, flags: .waterfall, into: &sink).isEmpty else {
        return
      }
    }
    isFirst = false
    skipped = 0
    isHeldUp = false
    credit.sent()
    pace.sent(planes, bytes: sink.byteCount - start + Self.frameBytes, at: now)
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
    for _ in 0..<Int(saturating: slots) {
      guard let running = window, fetchedInFlight < SpectrumFeed.fetchLimit, pace.mayFetch(at: now) else {
        return
      }
      guard
        let found = history.newestSlot(atMost: running.nextSlot, slotMicroseconds: slotMicroseconds),
        found.index >= running.oldestSlot
      else {
        window = nil
        sink.append(
          .fetched(
            Fetched(
              view: view.view, fromMicroseconds: running.request.fromMicroseconds,
              oldestMicroseconds: history.oldestMicroseconds ?? now)))
        return
      }
      window?.nextSlot = found.index - 1
      fetchedInFlight += 1
      let start = sink.byteCount
      reduce(SharedRow(found.row), view.planes, flags: [.waterfall, .fetched], into: &sink)
      pace.fetched(bytes: sink.byteCount - start + Self.frameBytes, at: now)
    }
  }
}
