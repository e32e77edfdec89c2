import Synchronization

/// The hubs of an instrument, one for each event loop that has served a client of the instrument.
package final class SessionHubs<Session: EventSession>: Sendable {
  private let hubs = Mutex<[ObjectIdentifier: SessionHub<Session>]>([:])

  /// Creates an empty collection of hubs.
  package init() {}

  /// Returns the hub of an event loop, creating it on the first call; must be called on that loop.
  ///
  /// - Parameters:
  ///   - loop: The clients of the event loop.
  ///   - prepare: A closure that connects the instrument's sources to a new hub.
  /// - Returns: The hub, which is always the same for a loop.
  package func hub(of loop: SessionLoop, prepare: (SessionHub<Session>) -> Void) -> SessionHub<Session> {
    let key = ObjectIdentifier(loop)
    if let known = hubs.withLock({ $0[key] }) { return known }
    let hub = SessionHub<Session>(on: loop)
    hubs.withLock { $0[key] = hub }
    prepare(hub)
    return hub
  }
}
