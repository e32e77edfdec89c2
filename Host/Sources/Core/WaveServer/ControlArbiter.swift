/// The identity of a client.
package typealias ClientID = ObjectIdentifier

/// An arbiter that decides which client controls a source that several clients watch.
///
/// The first client to make a request gets control until it leaves, another client takes over, or it has been
/// inactive for `holdMicroseconds`. The caller supplies the current time.
package struct ControlArbiter<Client: Hashable & Sendable>: Sendable {
  /// The time without a request after which a client loses control, in microseconds.
  package static var holdMicroseconds: Int64 { 30_000_000 }

  /// The client that has control; nil if there is none.
  package private(set) var holder: Client?
  private var lastTouch: Int64 = 0

  /// Creates an arbiter with no client in control.
  package init() {}

  /// Processes a client's request to change the source.
  /// - Returns: Whether the request is allowed.
  package mutating func admits(_ client: Client, at now: Int64) -> Bool {
    expire(at: now)
    guard holder == nil || holder == client else { return false }
    grantControl(to: client, at: now)
    return true
  }

  /// Gives control to a client, even if another client has it.
  package mutating func grantControl(to client: Client, at now: Int64) {
    holder = client
    lastTouch = now
  }

  /// Removes a client that has left.
  package mutating func leave(_ client: Client) { if holder == client { holder = nil } }

  /// Releases control if its holder has been inactive for too long.
  package mutating func expire(at now: Int64) { if now - lastTouch >= Self.holdMicroseconds { holder = nil } }
}
