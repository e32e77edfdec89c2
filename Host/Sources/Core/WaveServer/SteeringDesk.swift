/// Identifies a client among several.
package typealias ClientID = ObjectIdentifier

/// Decides who steers a source that several clients watch.
///
/// The first that asks something of the source has the control, until it leaves, another takes it, or it has
/// not touched anything for a while. It knows no clock.
package struct SteeringDesk<Client: Hashable & Sendable>: Sendable {
  /// How long the control outlasts the last touch.
  package static var holdMicroseconds: Int64 { 30_000_000 }

  /// Who steers.
  package private(set) var holder: Client?
  private var lastTouch: Int64 = 0

  /// Starts without a client in control.
  package init() {}

  /// Takes note of a wish for the source.
  /// - Returns: Whether it is to be performed.
  package mutating func admits(_ client: Client, at now: Int64) -> Bool {
    expire(at: now)
    guard holder == nil || holder == client else { return false }
    take(client, at: now)
    return true
  }

  /// Gives the control to a client, whoever had it.
  package mutating func take(_ client: Client, at now: Int64) {
    holder = client
    lastTouch = now
  }

  /// A client is gone.
  package mutating func leave(_ client: Client) { if holder == client { holder = nil } }

  /// Frees the control where its holder has not touched anything for long.
  package mutating func expire(at now: Int64) { if now - lastTouch >= Self.holdMicroseconds { holder = nil } }
}
