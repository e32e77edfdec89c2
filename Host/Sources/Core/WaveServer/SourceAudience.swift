package import WaveWire

/// The clients that watch a source, and the one that controls it.
///
/// The caller supplies the current time.
package struct SourceAudience<View: Sendable>: Sendable {
  /// The minimum interval between updates of the number of viewers, in microseconds.
  private static var viewersMicroseconds: Int64 { 1_000_000 }

  /// Each watching client's view of the source.
  package private(set) var views: [ClientID: View] = [:]
  private var arbiter = ControlArbiter<ClientID>()
  private var published: (holder: ClientID?, viewers: UInt16, microseconds: Int64) = (nil, 0, .min / 2)

  /// Creates an audience without clients.
  package init() {}

  /// The client that has control; nil if there is none.
  package var holder: ClientID? { arbiter.holder }

  private var viewers: UInt16 { UInt16(clamping: views.count) }

  /// Records a client's view of the source; nil means that the client does not show the source.
  package mutating func watch(_ client: ClientID, _ view: View?) { views[client] = view }

  /// Removes a client that has disconnected.
  package mutating func leave(_ client: ClientID) {
    arbiter.leave(client)
    views[client] = nil
  }

  /// Processes a client's request to change the source.
  ///
  /// - Returns: Whether the request is allowed.
  package mutating func admits(_ client: ClientID, at now: Int64) -> Bool { arbiter.admits(client, at: now) }

  /// Processes a client's command, which can also take control from another client.
  ///
  /// - Returns: Whether the command is allowed.
  package mutating func admits(_ command: Command, of client: ClientID, at now: Int64) -> Bool {
    guard case .takeControl = command else { return admits(client, at: now) }
    arbiter.grantControl(to: client, at: now)
    return true
  }

  /// Releases control if its holder has been inactive for too long.
  package mutating func expire(at now: Int64) { arbiter.expire(at: now) }

  /// Returns the client in control and the number of viewers if clients must be informed of a change.
  ///
  /// A new client in control is reported immediately, a new number of viewers at most once a second.
  package mutating func news(at now: Int64) -> (holder: ClientID?, viewers: UInt16)? {
    let isDue = now - published.microseconds >= Self.viewersMicroseconds
    guard holder != published.holder || isDue && viewers != published.viewers else { return nil }
    published = (holder, viewers, now)
    return (holder, viewers)
  }

  /// Returns the control state of a source for a newly connected client.
  package func steering(of source: UInt16) -> Steering {
    Steering(source: source, state: holder == nil ? .free : .another, viewers: viewers)
  }
}
