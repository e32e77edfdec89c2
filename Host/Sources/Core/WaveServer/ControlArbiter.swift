/// Identifies a client among several.
package typealias ClientID = ObjectIdentifier

/// Decides which client controls a source that several clients watch.
///
/// The first client that requests something has control, until it leaves, another client takes over, or it
/// has been inactive for some time. It reads no clock.
package struct ControlArbiter<Client: Hashable & Sendable>: Sendable {
  /// The time for which control outlasts the last request.
  package static var holdMicroseconds: Int64 { 30_000_000 }

  /// The client in control.
  package private(set) var holder: Client?
  private var lastTouch: Int64 = 0

  /// Starts without a client in control.
  package init() {}

  /// Handles a request to change the source.
  /// - Returns: Whether the request is to be carried out.
  package mutating func admits(_ client: Client, at now: Int64) -> Bool {
    expire(at: now)
    guard holder == nil || holder == client else { return false }
    grantControl(to: client, at: now)
    return true
  }

  /// Gives control to a client, whoever had it.
  package mutating func grantControl(to client: Client, at now: Int64) {
    holder = client
    lastTouch = now
  }

  /// Removes a client that has left.
  package mutating func leave(_ client: Client) { if holder == client { holder = nil } }

  /// Releases control if its holder has been inactive too long.
  package mutating func expire(at now: Int64) { if now - lastTouch >= Self.holdMicroseconds { holder = nil } }
}
