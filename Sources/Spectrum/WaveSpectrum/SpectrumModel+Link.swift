import WaveInteraction
import WaveSpectrumWire
import WaveWire

/// The connection: what becomes of the picture where the server does not answer.
extension SpectrumModel {
  static let clockIntervalMicroseconds: Int64 = 10_000_000

  /// Whether the server is connected and has been heard of late.
  var isAnswering: Bool { link.isAnswering }

  mutating func connection(_ isOpen: Bool, at now: Int64) {
    link.connection(isOpen, at: now)
    shown = nil
    fetching = nil
    axes.removeAll(keepingCapacity: true)
    acknowledged = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
    if isOpen {
      clock = ClockOffset()
      effects.append(.send(.hello(Hello())))
      clockRequests = 0
      watch.listen(at: now)
      requestClock(at: now)
      showChanged(at: now)
    } else {
      if lastServerTime == nil, clock.roundTripMicroseconds != nil {
        lastServerTime = ServerMoment(client: now, server: serverTime(now))
      }
      freeze(at: now)
    }
    redraw()
  }

  /// The page is seen again: what was heard before it was hidden says nothing of now.
  mutating func becameVisible(at now: Int64) {
    guard isConnected else { return }
    link.forget(at: now)
    requestClock(at: now)
  }

  mutating func requestClock(at now: Int64) {
    lastClockRequest = now
    link.asked(at: now)
    clockRequests += 1
    effects.append(.send(.clockRequest(ClockRequest(clientMicroseconds: now))))
  }

  /// Something came from the server.
  mutating func heard(at now: Int64) {
    guard link.heard(at: now) else { return }
    goOn(at: now)
    redraw()
  }

  /// Notices a silence: asks, says so, and gives the connection up.
  ///
  /// A paused or hidden page expects nothing and asks nothing.
  mutating func watchLink(at now: Int64) {
    guard isVisible else { return }
    let (step, wakeAt) = link.step(at: now, isExpecting: !isPaused)
    if let wakeAt { wake(at: wakeAt) }
    switch step {
    case .none: break
    case .ask: requestClock(at: now)
    case .lose:
      freeze(at: now)
      redraw()
    case .abandon: effects.append(.reconnect)
    }
  }

  /// Time flows again after a loss, from where it was looked at.
  private mutating func goOn(at now: Int64) {
    smoothLatency = nil
    guard !isPaused else { return }
    if mode == .waterfall { releaseTime(at: now) } else { frozenTop = nil }
  }

  /// A server whose clock does not go on from where it was was started anew: what was seen before stays, at its distance.
  mutating func receive(_ welcome: Welcome, at now: Int64) {
    if welcome.sourceCount == 0 { effects.append(.elsewhere) }
    let expected = lastServerTime.map { $0.server + (now - $0.client) }
    clock.guess(serverMicroseconds: welcome.serverMicroseconds, at: now)
    lastServerTime = nil
    defer { goOn(at: now) }
    guard let expected, (welcome.serverMicroseconds - expected).magnitude > 1_000_000 else { return }
    sourcesBefore = sources
    sources = []
    allSteering = []
    allArtefacts = []
    allAnnotations = []
    let shift = store.move(by: welcome.serverMicroseconds - expected)
    for index in allTimeMaps.indices { allTimeMaps[index].serverMicroseconds += shift }
    if let top = frozenTop { frozenTop = top + shift }
    keptFrom = oldestMicroseconds + shift
    oldestMicroseconds = keptFrom
    marker?.microseconds += shift
    losses.lastSequence = nil
    ring.isCreated = false
  }

  /// Whether a source of a server that was started anew is the one that was on the screen; if it is not, its past is none.
  mutating func goesOn(with info: SourceInfo, at now: Int64) -> Bool {
    guard !sourcesBefore.isEmpty else { return false }
    defer { if sources.count == sourcesBefore.count { sourcesBefore = [] } }
    let same = sourcesBefore.first { $0.source == info.source }
    if let same, same.name == info.name, same.unit == info.unit, same.tuneLowHertz == info.tuneLowHertz,
      same.tuneHighHertz == info.tuneHighHertz
    {
      // A receiver that was started anew is elsewhere.
      if sources.count - 1 == sourceIndex { tune(at: now) }
      return true
    }
    sourcesBefore = []
    sourceIndex = 0
    allTimeMaps = []
    keptFrom = .max
    store = WaterfallStore()
    reductions = Reductions()
    return false
  }
}
