package import Hummingbird
package import ServiceLifecycle

/// An instrument that a server has: what it shows, and how a client's session of it begins.
package protocol ServedInstrument: Sendable {
  /// What pages know it by, such as `spectrum`.
  var name: String { get }
  /// Whether it has nothing to show; its sessions say so.
  var isEmpty: Bool { get }
  /// What runs for as long as the server does.
  var services: [any Service] { get }
  /// The sources that `/healthz` and the metrics report, and so `doctor`.
  var observedSources: [any ObservedSource] { get }

  /// Whether a client's first message asks for this instrument.
  func isHello(_ frame: [UInt8]) -> Bool

  /// Begins the session of a client; called on the client's event loop.
  func makeSession(for client: ClientSession) -> any InstrumentSession

  /// Answers a request for something of its own over HTTP.
  ///
  /// - Parameters:
  ///   - request: What is asked.
  ///   - context: The connection.
  ///   - doorkeeper: Says whose request it is.
  /// - Returns: The answer; nil where the request is not for this instrument.
  /// - Throws: Why the request is refused.
  func respond(
    _ request: Request, _ context: PageContext, _ doorkeeper: Doorkeeper
  ) async throws(Refusal) -> Response?
}

extension ServedInstrument {
  /// Most have no sources that may fail.
  package var observedSources: [any ObservedSource] { [] }

  /// Most are served by messages alone.
  package func respond(
    _ request: Request, _ context: PageContext, _ doorkeeper: Doorkeeper
  ) async throws(Refusal) -> Response? { nil }
}
