import NIOCore
import WaveSystem

/// A scheduler that serves the clients of an event loop that are due, and sets one timer for all others.
package final class SessionScheduler {
  /// The maximum time for which clients are served before sockets are read again, in microseconds.
  private static let turnMicroseconds: Int64 = 2_000
  /// The delay added to each timer in microseconds, so that one timer serves all clients due at nearly the
  /// same time.
  private static let alarmSlackMicroseconds: Int64 = 2_000

  private let eventLoop: any EventLoop
  private var clients: [ClientHandler] = []
  private var waiting: [ClientHandler] = []
  private var served = 0
  private var isServing = false
  private var alarm: Scheduled<Void>?
  private var alarmMicroseconds = Int64.max
  private var frames = MeteredFrames()
  private var sharedValues: [ObjectIdentifier: AnyObject] = [:]

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

  /// Returns the object of the given type that all sessions on this loop share, creating it on the first
  /// call.
  package func shared<Value: AnyObject>(_ make: () -> Value) -> Value {
    let key = ObjectIdentifier(Value.self)
    if let known = sharedValues[key] as? Value { return known }
    let made = make()
    sharedValues[key] = made
    return made
  }

  /// Queues a client if it is due, or schedules it for later.
  func schedule(_ client: ClientHandler, now: Int64) {
    if client.isWaiting { return }
    if client.isReady(at: now) {
      client.isWaiting = true
      waiting.append(client)
    } else {
      client.wakeMicroseconds = client.session.wakeMicroseconds
      if client.wakeMicroseconds < alarmMicroseconds { setAlarm(client.wakeMicroseconds, now) }
    }
  }

  /// Serves the queued clients for a limited time; the rest are served after the sockets have been read.
  package func serve() {
    guard !isServing else { return }
    isServing = true
    let end = MonotonicClock.microseconds + Self.turnMicroseconds
    while served < waiting.count {
      let client = waiting[served]
      served += 1
      client.isWaiting = false
      let now = MonotonicClock.microseconds
      client.send(at: now, &frames)
      schedule(client, now: now)
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
      let scheduler = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.execute { scheduler.value.serve() }
    }
  }

  private func setAlarm(_ microseconds: Int64, _ now: Int64) {
    alarm?.cancel()
    alarmMicroseconds = microseconds
    let scheduler = NIOLoopBound(self, eventLoop: eventLoop)
    let delay = max(0, microseconds - now) + Self.alarmSlackMicroseconds
    alarm = eventLoop.scheduleTask(in: .microseconds(delay)) { scheduler.value.ring() }
  }

  private func ring() {
    alarm = nil
    alarmMicroseconds = .max
    let now = MonotonicClock.microseconds
    var next = Int64.max
    for client in clients where !client.isWaiting {
      if client.wakeMicroseconds <= now { schedule(client, now: now) }
      next = min(next, client.wakeMicroseconds)
    }
    if next < alarmMicroseconds { setAlarm(next, now) }
    serve()
  }
}
