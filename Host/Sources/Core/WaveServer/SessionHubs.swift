import Synchronization

/// The hubs of an instrument, one for each event loop that has had one of its clients.
package final class SessionHubs<Session: EventSession>: Sendable {
  private let hubs = Mutex<[ObjectIdentifier: SessionHub<Session>]>([:])

  /// Starts without hubs.
  package init() {}

  /// Returns the hub of an event loop, and creates it on the first call; called on that loop.
  ///
  /// - Parameters:
  ///   - loop: The loop.
  ///   - prepare: Connects the instrument's sources to a new hub.
  /// - Returns: The same hub for the same loop.
  package func hub(
    of loop: SessionLoop, prepare: (SessionHub<Session>) -> Void
  ) -> SessionHub<Session> {
    let key = ObjectIdentifier(loop)
    if let known = hubs.withLock({ $0[key] }) { return known }
    let hub = SessionHub<Session>(on: loop)
    hubs.withLock { $0[key] = hub }
    prepare(hub)
    return hub
  }
}
