import CoreMetrics
import Logging
import NIOCore
import Synchronization
import WaveDevices

/// The clients of one event loop: what happens at the sources reaches all of them by one wake-up of the loop.
///
/// A source never waits here: its events go into an inbox that keeps the newest. All else happens on the loop, so that
/// clients need no locks; a long piece of work gives way to the sockets every few milliseconds.
final class SessionHub: Sendable {
  /// Events that wait at most while the loop is busy; older ones are dropped, rows first.
  private static let eventsLimit = 64

  private struct Inbox {
    var events: [PostedEvent] = []
    var isAwaited = false
  }

  let eventLoop: any EventLoop
  let metrics: ServerMetrics
  let logger: Logger
  private let inbox = Mutex(Inbox())
  private let bound: NIOLoopBound<SessionFloor>
  /// Receives the events of a hub whose clients have no sockets.
  private let listener: (@Sendable (PostedEvent) -> Void)?

  /// Prepares a hub; called on its event loop.
  ///
  /// - Parameters:
  ///   - eventLoop: The loop of its clients.
  ///   - metrics: What is counted.
  ///   - logger: Where clients that come and go are written down.
  ///   - listener: Receives events instead of the loop's clients, at once and on any thread.
  init(
    eventLoop: any EventLoop, metrics: ServerMetrics, logger: Logger,
    listener: (@Sendable (PostedEvent) -> Void)? = nil
  ) {
    self.listener = listener
    self.eventLoop = eventLoop
    self.metrics = metrics
    self.logger = logger
    bound = NIOLoopBound(SessionFloor(eventLoop: eventLoop), eventLoop: eventLoop)
  }

  /// What belongs to the loop; to be used on it only.
  var floor: SessionFloor { bound.value }

  /// Hands in what happened at a source; from any thread.
  func post(_ event: StationEvent, from source: UInt16) {
    if let listener { return listener(PostedEvent(event: event, source: source)) }
    let isFirst = inbox.withLock { inbox in
      // That samples have come is said once, since they are read when they are sent.
      if case .streams(.samples) = event, inbox.events.contains(where: { $0.isSamples(of: source) }) {
        return false
      }
      if case .tables(.answers) = event, inbox.events.contains(where: { $0.isAnswers }) { return false }
      if case .terrain = event, inbox.events.contains(where: { $0.isTerrain }) { return false }
      if inbox.events.count == Self.eventsLimit {
        let row = inbox.events.firstIndex { if case .row = $0.event { true } else { false } }
        inbox.events.remove(at: row ?? 0)
        metrics.rowsOverrun.increment()
      }
      inbox.events.append(PostedEvent(event: event, source: source))
      defer { inbox.isAwaited = true }
      return !inbox.isAwaited
    }
    guard isFirst else { return }
    eventLoop.execute { self.drain() }
  }

  private func drain() {
    let events = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox.events
    }
    floor.take(events)
  }
}

/// Something that happened, and at which source of its kind.
struct PostedEvent: Sendable {
  var event: StationEvent
  var source: UInt16

  func isSamples(of source: UInt16) -> Bool {
    guard case .streams(.samples) = event else { return false }
    return self.source == source
  }

  /// Whether it says that answers about tables are there.
  var isAnswers: Bool { if case .tables(.answers) = event { true } else { false } }

  /// Whether it says that parts of the terrain are there.
  var isTerrain: Bool { if case .terrain = event { true } else { false } }
}

/// The hubs of a server, one for each event loop that has had a client.
final class SessionHubs: Sendable {
  private let stations: [SourceStation]
  private let streams: [StreamStation]
  private let tables: [any ServedTable]
  private let terrain: TerrainStation
  private let metrics: ServerMetrics
  private let logger: Logger
  private let hubs = Mutex<[ObjectIdentifier: SessionHub]>([:])

  init(
    stations: [SourceStation], streams: [StreamStation], tables: [any ServedTable],
    terrain: TerrainStation, metrics: ServerMetrics, logger: Logger
  ) {
    self.stations = stations
    self.streams = streams
    self.tables = tables
    self.terrain = terrain
    self.metrics = metrics
    self.logger = logger
  }

  /// The hub of the event loop that this is called on.
  func hub(of eventLoop: any EventLoop) -> SessionHub {
    let key = ObjectIdentifier(eventLoop)
    if let known = hubs.withLock({ $0[key] }) { return known }
    let hub = SessionHub(eventLoop: eventLoop, metrics: metrics, logger: logger)
    hubs.withLock { $0[key] = hub }
    for station in stations { station.join(hub) }
    for station in streams { station.join(hub) }
    for station in tables { station.join(hub) }
    terrain.join(hub)
    return hub
  }
}

/// What a hub keeps on its event loop: the clients, who of them has something to send, and one alarm for all.
final class SessionFloor {
  /// How long clients are served in one go before the sockets have their turn.
  private static let turnMicroseconds: Int64 = 2_000
  /// Alarms this near to each other are one.
  private static let alarmSlackMicroseconds: Int64 = 2_000

  private let eventLoop: any EventLoop
  private var clients: [ClientHandler] = []
  private var waiting: [ClientHandler] = []
  private var served = 0
  private var isServing = false
  private var alarm: Scheduled<Void>?
  private var alarmMicroseconds = Int64.max
  private var frames = MeteredFrames()

  init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func add(_ client: ClientHandler) {
    client.place = clients.count
    clients.append(client)
  }

  func remove(_ client: ClientHandler) {
    guard let place = client.place else { return }
    client.place = nil
    let last = clients.removeLast()
    guard last !== client else { return }
    clients[place] = last
    last.place = place
  }

  /// Hands events to all clients, and serves those that are due then.
  func take(_ events: [PostedEvent]) {
    let now = MonotonicClock.microseconds
    for client in clients {
      for posted in events { client.session.take(posted.event, from: posted.source) }
      look(at: client, now)
    }
    serve()
  }

  /// Serves a client soon if it is due, or wakes for it later.
  func look(at client: ClientHandler, _ now: Int64) {
    if client.isWaiting { return }
    if client.isReady(at: now) {
      client.isWaiting = true
      waiting.append(client)
    } else {
      client.wakeMicroseconds = client.session.wakeMicroseconds
      if client.wakeMicroseconds < alarmMicroseconds { setAlarm(client.wakeMicroseconds, now) }
    }
  }

  /// Serves who waits, for a while; what is left has its turn after the sockets.
  func serve() {
    guard !isServing else { return }
    isServing = true
    let end = MonotonicClock.microseconds + Self.turnMicroseconds
    while served < waiting.count {
      let client = waiting[served]
      served += 1
      client.isWaiting = false
      let now = MonotonicClock.microseconds
      client.send(at: now, &frames)
      look(at: client, now)
      guard now < end else { break }
    }
    isServing = false
    if served == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      served = 0
    } else {
      if served > 1024 {
        waiting.removeFirst(served)
        served = 0
      }
      let floor = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.execute { floor.value.serve() }
    }
  }

  private func setAlarm(_ microseconds: Int64, _ now: Int64) {
    alarm?.cancel()
    alarmMicroseconds = microseconds
    let floor = NIOLoopBound(self, eventLoop: eventLoop)
    let delay = max(0, microseconds - now) + Self.alarmSlackMicroseconds
    alarm = eventLoop.scheduleTask(in: .microseconds(delay)) { floor.value.ring() }
  }

  private func ring() {
    alarm = nil
    alarmMicroseconds = .max
    let now = MonotonicClock.microseconds
    var next = Int64.max
    for client in clients where !client.isWaiting {
      if client.wakeMicroseconds <= now { look(at: client, now) }
      next = min(next, client.wakeMicroseconds)
    }
    if next < alarmMicroseconds { setAlarm(next, now) }
    serve()
  }
}
