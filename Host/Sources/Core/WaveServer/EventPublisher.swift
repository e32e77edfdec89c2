import Synchronization

/// Posts the events of one source to all event loops that have clients of its instrument.
package final class EventPublisher<Session: EventSession>: Sendable {
  private let source: UInt16
  private let hubs = Mutex<[SessionHub<Session>]>([])

  /// Creates a publisher without hubs.
  ///
  /// - Parameter source: The source's number.
  package init(source: UInt16) { self.source = source }

  /// Adds an event loop's hub, whose clients receive all events from now on.
  package func join(_ hub: SessionHub<Session>) { hubs.withLock { $0.append(hub) } }

  /// Posts an event to all hubs; can be called from any thread.
  package func post(_ event: Session.Event) {
    for hub in hubs.withLock({ $0 }) { hub.post(event, from: source) }
  }
}
