package import Hummingbird
package import ServiceLifecycle

/// An instrument of a server: its sources, and the sessions of its clients.
package protocol ServedInstrument: Sendable {
  /// The name by which pages know the instrument, such as `spectrum`.
  var name: String { get }
  /// Whether the instrument has nothing to show; its sessions report this to clients.
  var isEmpty: Bool { get }
  /// The services that run as long as the server does.
  var services: [any Service] { get }
  /// The sources that `/healthz`, the metrics and `doctor` report.
  var observedSources: [any ObservedSource] { get }

  /// Whether a client's first message asks for this instrument.
  func isHello(_ frame: [UInt8]) -> Bool

  /// Creates the session of a client; called on the client's event loop.
  func makeSession(for client: ClientSession) -> any InstrumentSession

  /// Answers an HTTP request, if it is for this instrument.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: The connection.
  ///   - authenticator: Identifies the client that made the request.
  /// - Returns: The answer; nil if the request is not for this instrument.
  /// - Throws: The reason to refuse the request.
  func respond(
    _ request: Request, _ context: PageContext, _ authenticator: Authenticator
  ) async throws(Refusal) -> Response?
}

extension ServedInstrument {
  /// Empty, since most instruments have no sources that can fail.
  package var observedSources: [any ObservedSource] { [] }

  /// Returns nil, since most instruments are served by messages alone.
  package func respond(
    _ request: Request, _ context: PageContext, _ authenticator: Authenticator
  ) async throws(Refusal) -> Response? { nil }
}
