import WaveWire

/// The connection: whether the server answers, and what becomes of the picture where it does not.
///
/// A socket can be open long after its server is out of reach, so what counts is what was heard last. While something is
/// shown live, a silence of `probeMicroseconds` is answered by a question; a server that is there answers it.
extension SpectrumModel {
  static let clockIntervalMicroseconds: Int64 = 10_000_000
  /// After so long without a message the server is asked for one.
  static let probeMicroseconds: Int64 = 400_000
  /// After so long without an answer the chip says so: within a second of the last sign.
  static let patienceMicroseconds: Int64 = 500_000
  /// After so long another connection is tried.
  static let abandonMicroseconds: Int64 = 3_000_000

  /// Whether the server is connected and has been heard of late.
  var isAnswering: Bool { isConnected && !isSilent }

  mutating func connection(_ isOpen: Bool, at now: Int64) {
    let wasAnswering = isAnswering
    isConnected = isOpen
    isSilent = false
    shown = nil
    fetching = nil
    axes.removeAll(keepingCapacity: true)
    acknowledged = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
    if isOpen {
      lastHeard = now
      askedAt = nil
      hasAbandoned = false
      clock = ClockOffset()
      effects.append(.send(.hello(Hello())))
      clockRequests = 0
      requestClock(at: now)
      showChanged(at: now)
    } else {
      if lastServerTime == nil, clock.roundTripMicroseconds != nil {
        lastServerTime = ServerMoment(client: now, server: serverTime(now))
      }
      if wasAnswering { lostAt = now }
      freeze(at: now)
    }
    redraw()
  }

  /// The page is seen again: what was heard before it was hidden says nothing of now.
  mutating func becameVisible(at now: Int64) {
    guard isConnected else { return }
    lastHeard = now
    askedAt = nil
    requestClock(at: now)
  }

  mutating func requestClock(at now: Int64) {
    lastClockRequest = now
    askedAt = askedAt ?? now
    clockRequests += 1
    effects.append(.send(.clockRequest(ClockRequest(clientMicroseconds: now))))
  }

  /// Something came from the server.
  mutating func heard(at now: Int64) {
    lastHeard = now
    askedAt = nil
    guard isSilent else { return }
    isSilent = false
    goOn(at: now)
    redraw()
  }

  /// Notices a silence: asks, says so, and gives the connection up.
  ///
  /// A paused or hidden page expects nothing and asks nothing.
  mutating func watchLink(at now: Int64) {
    guard isVisible else { return }
    guard isAnswering else {
      // The chip counts the seconds.
      wake(at: now + 1_000_000)
      guard isConnected, !hasAbandoned, let askedAt, now - askedAt >= Self.abandonMicroseconds else { return }
      hasAbandoned = true
      effects.append(.reconnect)
      return
    }
    guard !isPaused else {
      lastHeard = now
      askedAt = nil
      return
    }
    guard let askedAt else {
      guard now - lastHeard >= Self.probeMicroseconds else {
        return wake(at: lastHeard + Self.probeMicroseconds)
      }
      requestClock(at: now)
      return wake(at: now + Self.patienceMicroseconds)
    }
    // Timed from the question: a page that slept has not been listening.
    guard now - askedAt >= Self.patienceMicroseconds else {
      return wake(at: askedAt + Self.patienceMicroseconds)
    }
    isSilent = true
    lostAt = lastHeard
    freeze(at: now)
    wake(at: now + 1_000_000)
    redraw()
  }

  /// Time flows again after a loss, from where it was looked at.
  private mutating func goOn(at now: Int64) {
    smoothLatency = nil
    guard !isPaused else { return }
    if mode == .waterfall { releaseTime(at: now) } else { frozenTop = nil }
  }

  /// A server whose clock does not go on from where it was was started anew: what was seen before stays, at its distance.
  mutating func receive(_ welcome: Welcome, at now: Int64) {
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
