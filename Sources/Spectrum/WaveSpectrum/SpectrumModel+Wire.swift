import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits
package import WaveWire

extension SpectrumModel {
  /// While a finger moves, the server is told at most this often.
  static let showIntervalMicroseconds: Int64 = 100_000
  static let fetchIntervalMicroseconds: Int64 = 150_000

  package mutating func accept(_ message: Message, at now: Int64) {
    switch message {
    case .source(let info): receive(info, at: now)
    case .axis(let axis):
      axes.removeAll { $0.axis == axis.axis }
      if axes.count >= 64 { axes.removeFirst() }
      axes.append(axis)
    case .row(let row): receive(row, at: now)
    case .meter(let value): receive(value, at: now)
    case .timeMap(let map): keep(map)
    case .fetched(let fetched): receive(fetched, at: now)
    case .artefacts(let found):
      allArtefacts.removeAll { $0.source == found.source }
      allArtefacts.append(found)
      redraw()
    case .annotations(let list):
      keep(list)
    case .controls(let controls): receive(controls)
    case .steering(let steering): receive(steering, at: now)
    case .hello, .show, .acknowledge, .clockRequest, .command, .fetch, .welcome, .clockReply, .notice: break
    }
  }

  package mutating func show(_ notice: Notice, at now: Int64) { alertText = notice.text }

  /// Keeps the latest maps of every source: one that is opened later is not told again.
  private mutating func keep(_ map: TimeMap) {
    let same = allTimeMaps.indices.filter { allTimeMaps[$0].source == map.source }
    if same.count >= 64 { allTimeMaps.remove(at: same[0]) }
    allTimeMaps.append(map)
  }

  private mutating func receive(_ info: SourceInfo, at now: Int64) {
    guard let index = sources.firstIndex(where: { $0.source == info.source }) else {
      sources.append(info)
      if goesOn(with: info, at: now) { return showChanged(at: now) }
      if sources.count == 1 { open(at: now) }
      return
    }
    // Levels that were not changed are those of the source now.
    let isUnscaled = levels == baseLevels
    sources[index] = info
    guard index == sourceIndex else { return }
    if isUnscaled { levelView.open(baseLevels, keepsMeter: true) }
    changeBand(.changeRange, at: now)
    if isSteeredByAnother { followAnother(at: now) }
    showChanged(at: now)
    redraw()
  }

  /// Shows the source at `sourceIndex` from its whole view.
  mutating func open(at now: Int64) {
    guard let source else { return }
    shell.words.startHint(at: now)
    bandView.open(Band(low: source.lowHertz, high: source.highHertz))
    levelView.open(baseLevels, keepsMeter: false)
    trace = nil
    meter = MeterState()
    losses = Losses()
    marker = nil
    changeTime(.restart, at: now)
    watch = DataWatch()
    alertText = []
    showChanged(at: now)
    redraw()
  }

  private mutating func receive(_ row: RowMessage, at now: Int64) {
    guard let axis = axes.first(where: { $0.axis == row.axis }) else { return }
    let band = Band(low: axis.lowHertz, high: axis.highHertz)
    note(row.flags, skipped: row.skipped, at: now)
    if acknowledged.view != row.view {
      acknowledged = Acknowledge(view: row.view, liveRows: 0, fetchedRows: 0, sequence: 0)
    }
    if row.flags.contains(.fetched) { acknowledged.fetchedRows &+= 1 } else { acknowledged.liveRows &+= 1 }
    if row.flags.contains(.waterfall) {
      guard let reduction = reductions.number(ofView: row.view) else { return }
      store.insert(row, band: band, reduction: reduction, visible: visibleSlots(at: now))
      if !row.flags.contains(.fetched) {
        newestEnd = row.startMicroseconds + Int64(row.durationMicroseconds)
        watch.take(intervalMicroseconds: Int64(row.durationMicroseconds), at: now)
      }
    } else {
      countLoss(row.sequence, view: row.view, skipped: row.skipped)
      if row.flags.contains(.slowed), let trace {
        losses.slowed(
          toMicroseconds: row.startMicroseconds.saturatingSubtracting(trace.startMicroseconds), at: now)
      }
      trace = Trace(row, band: band, after: trace)
      watch.take(intervalMicroseconds: Int64(row.durationMicroseconds), at: now)
      newestEnd = row.startMicroseconds + Int64(row.durationMicroseconds)
    }
    redraw()
  }

  private mutating func receive(_ value: MeterMessage, at now: Int64) {
    note(value.flags, skipped: value.skipped, at: now)
    countLoss(value.sequence, view: value.view, skipped: value.skipped)
    if acknowledged.view != value.view {
      acknowledged = Acknowledge(view: value.view, liveRows: 0, fetchedRows: 0, sequence: 0)
    }
    acknowledged.liveRows &+= 1
    acknowledged.sequence = value.sequence
    meter.millibels = value.millibels == RowMessage.gap ? nil : value.millibels
    if let level = meter.millibels { meter.maximum = Swift.max(meter.maximum ?? .min, level) }
    watch.take(intervalMicroseconds: Int64(value.durationMicroseconds), at: now)
    newestEnd = value.startMicroseconds + Int64(value.durationMicroseconds)
    redraw()
  }

  private mutating func note(_ flags: RowFlags, skipped: UInt16, at now: Int64) {
    // What the view's own rate leaves out is no sign of a slow link or device.
    if flags.contains(.heldUp) {
      losses.skipped += UInt64(skipped)
      losses.skippedAt = now
    }
    if flags.contains(.incomplete), !flags.contains(.fetched) {
      losses.incomplete += 1
      losses.incompleteAt = now
    }
    if flags.contains(.clipped) { losses.clippedAt = now }
  }

  /// Sequence numbers that were neither sent nor skipped by the server were lost before it.
  private mutating func countLoss(_ sequence: UInt32, view: UInt16, skipped: UInt16) {
    if let last = losses.lastSequence, losses.lastView == view {
      let jump = Int64(sequence) - Int64(last) - 1 - Int64(skipped)
      if jump > 0, jump < 1_000_000 { losses.lost += UInt64(jump) }
    }
    losses.lastSequence = sequence
    losses.lastView = view
  }

  private mutating func receive(_ fetched: Fetched, at now: Int64) {
    guard let fetching, fetched.view == fetching.view else { return }
    self.fetching = nil
    oldestMicroseconds = Swift.min(fetched.oldestMicroseconds, keptFrom)
    let first = store.slot(at: fetching.fromMicroseconds)
    let last = store.slot(at: fetching.untilMicroseconds - 1)
    if last >= first, let reduction = reductions.number(ofView: fetching.view) {
      store.markGaps(first...last, reduction: reduction, visible: visibleSlots(at: now))
    }
    redraw()
  }

  /// Says that what can be shown has changed; the server hears of it now, or soon while a finger moves.
  @inline(never)
  mutating func showChanged(at now: Int64) {
    showDue = showDue ?? now
  }

  /// Sends what is due: the view, a window of the past, the clock exchange.
  package mutating func sendDue(at now: Int64) {
    if let due = tuneDeadline.due { wake(at: due) }
    if let due = frameDeadline.due { wake(at: due) }
    guard canShow else { return }
    if showDue != nil, now - lastShow >= Self.showIntervalMicroseconds { sendShow(at: now) }
    if let due = showDue { wake(at: Swift.max(due, lastShow + Self.showIntervalMicroseconds)) }
    guard link.isVisible, !isPaused || mode == .waterfall else { return }
    if !isPaused { exchangeClocks(at: now) }
    if mode == .waterfall { sendFetch(at: now) }
  }

  private mutating func sendShow(at now: Int64) {
    showDue = nil
    guard var wanted = wantedView else { return }
    wanted.view = view
    guard wanted != shown else { return }
    lastShow = now
    if let before = shown, before.lowHertz != wanted.lowHertz || before.highHertz != wanted.highHertz {
      meter.maximum = nil
    }
    view = view == .max ? 1 : view + 1
    wanted.view = view
    reductions.register(wanted)
    shown = wanted
    fetching = nil
    if wanted.mode == .waterfall {
      store.prepare(slotMicroseconds: Int64(wanted.slotMicroseconds), columns: Int(wanted.columns))
    }
    send(.show(wanted))
  }

  /// What the screen can show now.
  private var wantedView: ShowView? {
    guard let source else { return nil }
    var planes = PlaneSet.max
    if mode == .spectrum {
      planes.insert(.mean)
      if isHolding { planes.insert(.hold) }
    }
    let seen = range.nearest(to: band)
    var wanted = ShowView(
      view: 0, source: source.source, mode: mode, planes: planes,
      columns: UInt16(saturating: Swift.max(1, Swift.min(Float(WireLimits.columns), screen.width))),
      slotMicroseconds: UInt32(time.slotMicroseconds(plotHeight: screen.plot.height)), lowHertz: seen.low,
      highHertz: seen.high)
    if mode == .spectrum, levels.span > 0 {
      wanted.levels = LevelAxis(
        bottom: Float(levels.bottom), top: Float(levels.top), rows: UInt16(saturating: screen.plot.height))
    }
    if isPaused {
      // Standing still costs nothing; moved while it stands, the same past is asked for once.
      let canMove = mode == .waterfall || (mode == .spectrum && trace != nil)
      if time.hasMovedWhilePaused, canMove {
        wanted.frozenSequence = Swift.max(1, trace?.sequence ?? 1)
      } else {
        wanted.mode = .nothing
      }
    }
    if !link.isVisible { wanted.mode = .nothing }
    // What shows nothing stays as it is while levels move.
    if wanted.mode == .nothing { wanted.levels = nil }
    return wanted
  }

  private mutating func sendFetch(at now: Int64) {
    guard let shown, shown.mode == .waterfall, fetching == nil else { return }
    let visible = visibleSlots(at: now)
    // The newest slots are still being made, and those of a long row as long as it takes.
    let making = Swift.max(3 * store.slotMicroseconds, Int64(saturating: (source?.rowSeconds ?? 0) * 1.5e6))
    let last = Swift.min(visible.upperBound, store.slot(at: serverTime(now) - making))
    guard last >= visible.lowerBound else { return }
    guard
      let newest = (visible.lowerBound...last).last(where: {
        store.isMissing($0, reduction: reductions.current)
      }),
      let oldest = (visible.lowerBound...last).first(where: {
        store.isMissing($0, reduction: reductions.current)
      })
    else { return }
    guard now - lastFetch >= Self.fetchIntervalMicroseconds else {
      return wake(at: lastFetch + Self.fetchIntervalMicroseconds)
    }
    lastFetch = now
    let fetch = Fetch(
      view: view, fromMicroseconds: store.start(of: oldest),
      untilMicroseconds: store.start(of: newest + 1))
    // A clock at the very end of its range has slots beyond it.
    guard
      Swift.max(fetch.fromMicroseconds.magnitude, fetch.untilMicroseconds.magnitude)
        <= WireLimits.microseconds.magnitude
    else { return }
    fetching = fetch
    send(.fetch(fetch))
  }
}
