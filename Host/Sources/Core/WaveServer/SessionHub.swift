import CoreMetrics
import Logging
import NIOCore
import Synchronization
import WaveSystem

/// The sessions of one instrument on one event loop.
///
/// An event from a source reaches all sessions with a single wake-up of the loop. A source never waits for
/// the loop: its events are queued in an inbox, which drops the oldest when it is full. Everything else
/// happens on the loop.
package final class SessionHub<Session: EventSession>: Sendable {
  /// The maximum number of events queued while the loop is busy; beyond this limit, the oldest are dropped,
  /// rows first.
  package static var eventsLimit: Int { 64 }

  private struct Inbox: Sendable {
    /// The events, each with the number of its source.
    var events: [(event: Session.Event, source: UInt16)] = []
    var isAwaited = false
  }

  private final class Members {
    var list: [(session: Session, client: ClientSession)] = []
  }

  private let loop: SessionLoop
  private let inbox = Mutex(Inbox())
  private let members: NIOLoopBound<Members>
  private let listener: (@Sendable (Session.Event, UInt16) -> Void)?

  /// Creates a hub; must be called on its event loop.
  ///
  /// - Parameters:
  ///   - loop: The clients of the event loop.
  ///   - listener: A closure for tests that receives events in place of the sessions, immediately and on any
  ///     thread.
  package init(on loop: SessionLoop, listener: (@Sendable (Session.Event, UInt16) -> Void)? = nil) {
    self.loop = loop
    self.listener = listener
    members = NIOLoopBound(Members(), eventLoop: loop.eventLoop)
  }

  /// Adds a session, which receives events until its client leaves; must be called on the event loop.
  package func add(_ session: Session, of client: ClientSession) {
    let members = members.value
    members.list.append((session, client))
    client.onDisconnect { members.list.removeAll { $0.session === session } }
  }

  /// Queues an event from a source for all sessions; can be called from any thread.
  package func post(_ event: Session.Event, from source: UInt16) {
    if let listener { return listener(event, source) }
    let isFirst = inbox.withLock { inbox in
      if event.isSignal, inbox.events.contains(where: { $0.event.isSignal && $0.source == source }) {
        return false
      }
      if inbox.events.count == Self.eventsLimit {
        inbox.events.remove(at: inbox.events.firstIndex { $0.event.isRow } ?? 0)
        loop.metrics.rowsOverrun.increment()
      }
      inbox.events.append((event, source))
      defer { inbox.isAwaited = true }
      return !inbox.isAwaited
    }
    guard isFirst else { return }
    loop.eventLoop.execute { self.drain() }
  }

  /// Passes the queued events to all sessions, then serves the clients that are due.
  private func drain() {
    let events = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox.events
    }
    let (scheduler, now) = (loop.scheduler, MonotonicClock.microseconds)
    for member in members.value.list {
      for posted in events { member.session.receive(posted.event, from: posted.source) }
      member.client.schedule(on: scheduler, now: now)
    }
    scheduler.serve()
  }
}
