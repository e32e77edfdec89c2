package import Hummingbird
package import ServiceLifecycle

/// An instrument of a server: its sources, and the sessions of its clients.
package protocol ServedInstrument: Sendable {
  /// The instrument's name in messages to pages, such as `spectrum`.
  var name: String { get }
  /// Whether the instrument has no sources; its sessions report this to clients.
  var isEmpty: Bool { get }
  /// The services that run as long as the server does.
  var services: [any Service] { get }
  /// The sources that `/healthz`, the metrics and `doctor` report.
  var observedSources: [any ObservedSource] { get }

  /// Returns whether a client's first message selects this instrument.
  func isHello(_ frame: [UInt8]) -> Bool

  /// Creates the session of a client; called on the client's event loop.
  func makeSession(for client: ClientSession) -> any InstrumentSession

  /// Answers an HTTP request if it is for this instrument.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: The context of the connection.
  ///   - authenticator: The authenticator that identifies the client behind the request.
  /// - Returns: The answer, or nil if the request is not for this instrument.
  /// - Throws: The reason to refuse the request.
  func respond(
    _ request: Request, _ context: PageContext, _ authenticator: Authenticator
  ) async throws(Refusal) -> Response?
}

extension ServedInstrument {
  /// The default, an empty array, since most instruments have no sources that can fail.
  package var observedSources: [any ObservedSource] { [] }

  /// Returns nil by default, since most instruments communicate only by messages.
  package func respond(
    _ request: Request, _ context: PageContext, _ authenticator: Authenticator
  ) async throws(Refusal) -> Response? { nil }
}
