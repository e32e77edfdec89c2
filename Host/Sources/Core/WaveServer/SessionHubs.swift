import Synchronization

/// The hubs of an instrument, one for each event loop that has had a client of it.
package final class SessionHubs<Session: EventSession>: Sendable {
  private let hubs = Mutex<[ObjectIdentifier: SessionHub<Session>]>([:])

  /// No loop has had a client yet.
  package init() {}

  /// Finds or makes the hub of a loop; called on it.
  ///
  /// - Parameters:
  ///   - loop: The loop.
  ///   - prepare: Has the instrument's sources post to a new hub.
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
