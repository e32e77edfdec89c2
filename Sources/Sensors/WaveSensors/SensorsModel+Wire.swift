import WaveInteraction
package import WaveSensorsWire
import WaveUnits
package import WaveWire

extension SensorsModel {
  /// While a finger moves, the server is told at most this often.
  static let showIntervalMicroseconds: Int64 = 100_000
  static let fetchIntervalMicroseconds: Int64 = 100_000

  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    shown = nil
    spectrum.asked = nil
    looks.sent = nil
    fetching = nil
    creditedView = nil
    acknowledged = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
    guard isOpen else { return }
    recency.listen(at: now)
    viewChanged(at: now)
  }

  /// False while paused, since no live data are shown.
  package var isExpecting: Bool { !isPaused }

  package mutating func accept(_ message: StreamMessage, at now: Int64) {
    switch message {
    case .source(let info): receive(info, at: now)
    case .columns(let columns): receive(columns, at: now)
    case .times(let times): receive(times)
    case .readings(let readings): receive(readings, at: now)
    case .marks(let marks):
      allMarks.removeAll { $0.source == marks.source }
      allMarks.append(marks)
      redraw()
    case .timeMap(let map):
      let wasAtRest = map.source == source?.source && timeMap?.speed == 0
      receive(map)
      if wasAtRest, map.speed > 0 { playsOn(at: now) }
      viewChanged(at: now)
      redraw()
    case .fetched(let fetched):
      guard let fetching, fetched.view == fetching.view else { return }
      self.fetching = nil
      oldestMicroseconds = fetched.oldestMicroseconds
      redraw()
    case .controls(let controls):
      allControls.removeAll { $0.source == controls.source }
      allControls.append(controls)
      redraw()
    case .steering(let steering):
      allSteering.removeAll { $0.source == steering.source }
      allSteering.append(steering)
    case .mixtures(let mixtures): receive(mixtures)
    case .spectrum(let spectrum): receive(spectrum, at: now)
    case .look(let look): receive(look, at: now)
    case .setMixture, .showSpectrum, .setLook, .hello, .show, .setMark, .acknowledge, .clockRequest, .command,
      .fetch, .welcome, .clockReply, .notice:
      break
    }
  }

  package mutating func show(_ notice: Notice, at now: Int64) {
    // Beside a picture that goes on, good news are said by the way; they end what was said of trouble.
    if notice.severity == .information, recency.newest != nil {
      shell.words.showToast(notice.text, at: now)
      alertText = []
    } else {
      alertText = notice.text
      shell.words.dismissToast()
    }
    redraw()
  }

  /// A recording that was at rest goes on: what was said of that holds no longer, and how far back in it the
  /// picture stood neither.
  private mutating func playsOn(at now: Int64) {
    alertText = []
    shell.words.dismissToast()
    if delayMicroseconds > 0 { goLive(at: now) }
  }

  /// Discards all sources if the server has restarted, since it counts samples from the beginning again.
  package mutating func welcomed(_ welcome: Welcome, clockJump: Int64?, at now: Int64) {
    serverWallMicroseconds =
      welcome.wallMicroseconds == 0 ? nil : welcome.wallMicroseconds - welcome.serverMicroseconds
    guard clockJump != nil else { return }
    sources = []
    allClocks = []
    allPlaybacks = []
    allMarks = []
    allControls = []
    allSteering = []
    allMixtures = []
    showSpectrum(of: nil, at: now)
    resetStores(at: now)
  }

  private mutating func receive(_ info: StreamSource, at now: Int64) {
    guard let index = sources.firstIndex(where: { $0.source == info.source }) else {
      sources.append(info)
      allClocks.append([StreamClock](repeating: StreamClock(), count: info.groups.count))
      allPlaybacks.append(PlaybackClock())
      if sources.count == 1 {
        sourceIndex = 0
        open(at: now)
        offerRecordings()
      }
      return
    }
    let before = sources[index]
    sources[index] = info
    // Another name is another recording: what was seen is of another time.
    let isOther = before.name != info.name
    guard before.groups != info.groups || isOther else { return redraw() }
    if isOther { looks.recorded.removeAll { $0.source == info.source } }
    allClocks[index] = [StreamClock](repeating: StreamClock(allPlaybacks[index]), count: info.groups.count)
    guard index == sourceIndex else { return }
    // A test bed counts from zero, however alike its streams are.
    if isOther || info.flags.contains(.testbed) || !keepView(from: before, at: now) { open(at: now) }
  }

  /// Shows the source at `sourceIndex`, all of its streams.
  mutating func open(at now: Int64) {
    guard let source else { return }
    shell.words.startHint(at: now)
    hidden = ChannelSet()
    isPaused = false
    frozenEdge = nil
    delayMicroseconds = 0
    readings = nil
    trigger = Trigger()
    alarms = []
    paperNames = []
    mixing = nil
    showSpectrum(of: nil, at: now)
    let channels = source.groups.flatMap { $0.channels }
    order = Array(channels.indices)
    scales = channels.map { channel in
      var scale = ChannelScale()
      if channel.low < channel.high {
        scale.fit(minimum: Double(channel.low), maximum: Double(channel.high))
      }
      return scale
    }
    openTestbed(at: now)
    layout = channels.contains { $0.lead != nil } ? .paper : .lanes
    if testbed == nil { motion = layout == .paper ? .sweep : .scroll }
    // Where four leads side by side would have little more than a second each, there are two.
    paper.form = screen.width / pixelsPerMillimetre < 160 ? .sixByTwo : .threeByFour
    arrangePaper()
    resetStores(at: now)
    // Of other groups the view is another one, though it looks the same.
    shown = nil
    showAsRecorded(at: now)
    viewChanged(at: now)
    alertText = []
    shell.words.dismissToast()
    redraw()
  }

  /// Forgets the blocks: other streams, or another source.
  mutating func resetStores(at now: Int64) {
    let count = source?.groups.count ?? 0
    stores = [BlockStore?](repeating: nil, count: count)
    storesBefore = stores
    recency.begin(groups: count, at: now)
    fetching = nil
    strip.drawn = 0..<0
  }

  private mutating func receive(_ columns: StreamColumns, at now: Int64) {
    if acknowledged.view != columns.view {
      acknowledged = Acknowledge(view: columns.view, liveRows: 0, fetchedRows: 0, sequence: 0)
    }
    if columns.isFetched { acknowledged.fetchedRows &+= 1 } else { acknowledged.liveRows &+= 1 }
    redraw()
    let group = Int(columns.group)
    guard columns.view == view, columns.source == source?.source, stores.indices.contains(group) else {
      return
    }
    if columns.isAnew { forget(group) }
    guard stores[group]?.insert(columns) == true else { return }
    let clock = allClocks[sourceIndex][group]
    let length = Double(Int64(1) << Int64(columns.level))
    // The line to the first block begins at the one before it.
    let first = clock.microseconds(of: (Double(columns.firstBlock) - 1) * length)
    let end = clock.microseconds(of: Double(columns.firstBlock + UInt64(columns.blockCount)) * length)
    if columns.hasSkipped { hasSkippedAt = now }
    noteTestbed(columns)
    watch(columns, at: now)
    if !columns.isFetched {
      recency.take(
        group: group, microseconds: columns.level == 0 ? end - length : end,
        serverMicroseconds: delayMicroseconds > 0 ? nil : sourceTime(now), at: now)
      newestArrival = Swift.max(newestArrival ?? .min, columns.arrivalMicroseconds)
    }
    if motion == .trigger { findCrossing(group) }
    // A clock that jumps back within these blocks has their end before their beginning.
    let from = column(at: Swift.min(first, end)) - 1
    let until = column(at: Swift.max(first, end)) + 2
    strip.stale =
      strip.stale.map { Swift.min($0.lowerBound, from)..<Swift.max($0.upperBound, until) } ?? from..<until
  }

  /// Forgets the blocks of a group: its samples are filtered in another way now.
  private mutating func forget(_ group: Int) {
    storesBefore[group] = nil
    guard let store = stores[group] else { return }
    stores[group] = BlockStore(level: store.level, channelCount: store.channelCount)
    fetching = nil
    strip.drawn = 0..<0
  }

  private mutating func receive(_ next: StreamReadings, at now: Int64) {
    guard next.source == source?.source else { return }
    readings = next
    testbed?.meter.setMissing(next.missingCount)
    if !isPaused {
      for reading in next.readings where Int(reading.channel) < scales.count {
        _ = scales[Int(reading.channel)].follow(
          minimum: Double(reading.minimum), maximum: Double(reading.maximum), at: now)
      }
    }
    redraw()
  }

  /// Says that what can be shown has changed; the server hears of it now, or soon while a finger moves.
  mutating func viewChanged(at now: Int64) {
    showDue = showDue ?? now
  }

  /// Sends what is due: the view, a window of the past, the clock exchange.
  package mutating func sendDue(at now: Int64) {
    guard canShow else { return }
    sendLook(at: now)
    if showDue != nil, now - lastShow >= Self.showIntervalMicroseconds { sendShow(at: now) }
    if let due = showDue { wake(at: Swift.max(due, lastShow + Self.showIntervalMicroseconds)) }
    sendSpectrum(at: now)
    guard link.isVisible else { return }
    if !isPaused { exchangeClocks(at: now) }
    sendFetch(at: now)
  }

  private mutating func sendShow(at now: Int64) {
    showDue = nil
    guard let source else { return }
    var wanted = ShowStreams(
      view: 0, source: source.source, isShowing: link.isVisible,
      messagesPerSecond: UInt8(clamping: testbed?.viewRate ?? 60), columnMicroseconds: columnMicroseconds,
      delayMicroseconds: delayMicroseconds, fromMicroseconds: 0, channels: shownChannels,
      windowMicroseconds: wireWindow(at: now))
    if isPaused {
      // Standing still costs nothing; what is missing of the past is still fetched.
      wanted.delayMicroseconds = WireLimits.microseconds / 4
    }
    var comparable = wanted
    comparable.view = view
    comparable.fromMicroseconds = shown?.fromMicroseconds ?? 0
    guard comparable != shown else { return }
    lastShow = now
    let channelsDiffer = shown?.channels != wanted.channels || shown?.source != wanted.source
    prepareStores(keepsOld: !channelsDiffer)
    view = view == .max ? 1 : view + 1
    wanted.view = view
    wanted.fromMicroseconds = liveStart(at: now)
    shown = wanted
    fetching = nil
    send(.show(wanted))
  }

  /// Makes room for blocks of the levels that are shown now.
  private mutating func prepareStores(keepsOld: Bool) {
    guard let source else { return }
    var first = 0
    for (group, info) in source.groups.enumerated() {
      let count = info.channels.indices.count { shownChannels.contains(first + $0) }
      first += info.channels.count
      let level = StreamColumns.level(rateHertz: info.rateHertz, columnMicroseconds: columnMicroseconds)
      if let store = stores[group], store.level == level, store.channelCount == count, keepsOld { continue }
      storesBefore[group] = keepsOld && stores[group]?.channelCount == count ? stores[group] : nil
      stores[group] = count > 0 ? BlockStore(level: level, channelCount: count) : nil
      strip.drawn = 0..<0
      // How far back the server reaches depends on the level.
      oldestMicroseconds = .min / 2
    }
  }

  /// From when on live blocks are wanted: the end of what is there already, within the window.
  private func liveStart(at now: Int64) -> Int64 {
    let start = edgeMicroseconds(at: now) - windowSeconds * 1e6
    var latest = Double.infinity
    for (group, store) in stores.enumerated() {
      guard let store else { continue }
      let clock = allClocks[sourceIndex][group]
      let block = Int64(saturating: clock.sequence(at: start)) >> Int64(store.level)
      let end = store.endOfRun(from: Swift.max(0, block))
      latest = Swift.min(latest, clock.microseconds(of: Double(Swift.max(0, end - 1) << Int64(store.level))))
    }
    return wireMicroseconds(Swift.max(start, latest.isFinite ? latest : start))
  }

  /// Asks for what the window lacks and live blocks will not bring.
  private mutating func sendFetch(at now: Int64) {
    guard let shown, shown.isShowing, fetching == nil, showDue == nil else { return }
    let edge = edgeMicroseconds(at: now)
    let oldest = playback.microseconds(atServer: Double(oldestMicroseconds))
    let start = Swift.max(edge - windowSeconds * 1e6, oldest)
    let liveStart = playback.microseconds(atServer: Double(shown.fromMicroseconds))
    var missing: (from: Double, until: Double)?
    for (group, store) in stores.enumerated() {
      guard let store else { continue }
      let clock = allClocks[sourceIndex][group]
      guard !clock.isEmpty else { continue }
      let level = Int64(store.level)
      // The newest blocks come by themselves; at rest, what a slow page was spared before them comes no more.
      let until = isPaused || isAtRest ? edge : Swift.min(edge, liveStart)
      let first = Swift.max(0, Int64(saturating: clock.sequence(at: start)) >> level)
      var last = Int64(saturating: clock.sequence(at: until)) >> level
      if isAtRest, !isPaused { last = Swift.min(last, store.newest) }
      guard last >= first, let run = store.newestMissing(from: first, through: last) else { continue }
      let from = clock.microseconds(of: Double(run.lowerBound << level))
      let end = clock.microseconds(of: Double((run.upperBound + 1) << level))
      missing = (Swift.min(missing?.from ?? from, from), Swift.max(missing?.until ?? end, end))
    }
    guard let missing, missing.until > oldest + 1 else { return }
    guard now - lastFetch >= Self.fetchIntervalMicroseconds else {
      return wake(at: lastFetch + Self.fetchIntervalMicroseconds)
    }
    let (from, until) = (wireMicroseconds(missing.from), wireMicroseconds(missing.until))
    // A clock that a server sets back has the end before the start.
    guard missing.from < missing.until, from < until else { return }
    lastFetch = now
    let fetch = Fetch(view: view, fromMicroseconds: from, untilMicroseconds: until)
    fetching = fetch
    send(.fetch(fetch))
  }

  /// The streams that are shown.
  var shownChannels: ChannelSet {
    var set = ChannelSet()
    for channel in layout == .paper ? paperChannels : layout == .xy ? crossedChannels : order
    where !hidden.contains(channel) {
      set.insert(channel)
    }
    return set
  }
}
