public import WaveAccess

/// The configuration of a server.
public struct ServerConfiguration: Sendable {
  /// The address to listen on; `::` means every address, including IPv4.
  public var host: String
  /// The port to listen on; 0 selects a free one.
  public var port: Int
  /// The way in which browsers reach it.
  public var access: ServerAccess
  /// The rules of pairing; nil if only this machine is admitted.
  public var pairing: PairingConfiguration?
  /// The directory of the web client's files.
  public var webDirectory: String
  /// The limits for clients.
  public var limits: ServerLimits

  /// Describes a server.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, access: ServerAccess = .loopback,
    pairing: PairingConfiguration? = nil, webDirectory: String, limits: ServerLimits = ServerLimits()
  ) {
    self.host = host
    self.port = port
    self.access = access
    self.pairing = pairing
    self.webDirectory = webDirectory
    self.limits = limits
  }
}

/// The rules by which browsers are paired.
public struct PairingConfiguration: Sendable {
  /// The devices and the codes.
  public var registry: AccessRegistry
  /// Whether this machine's own browsers must be paired as well.
  public var includesLoopback: Bool
  /// The role of new devices; nil gives control to the first one and makes later ones viewers.
  public var role: Role?
  /// Shows a code, once the server runs and whenever the previous one becomes invalid.
  public var announce: @Sendable (PairingCodes) -> Void

  /// Describes the rules.
  public init(
    registry: AccessRegistry, includesLoopback: Bool, role: Role?,
    announce: @escaping @Sendable (PairingCodes) -> Void
  ) {
    self.registry = registry
    self.includesLoopback = includesLoopback
    self.role = role
    self.announce = announce
  }
}

/// The limits for clients of a server; exceeding them closes the client's own connection and disturbs no
/// other.
public struct ServerLimits: Sendable {
  /// Open sockets, as far as the system has file descriptors; more are refused with a message.
  public var sockets = 1024
  /// Other open connections; more wait to be accepted.
  public var pageConnections = 64
  /// Messages a second from one client, on average over two seconds.
  public var messagesPerSecond = 300
  /// The time for which a client may leave data unread.
  public var stalledSeconds: Int64 = 30
  /// The time for which a connection may stay open before its first request.
  public var firstRequestSeconds: Int64 = 10
  /// The time in which a request must arrive, including its body.
  public var requestSeconds: Int64 = 10
  /// The time for which a connection may stay open between requests.
  public var idleSeconds: Int64 = 60
  /// The maximum bytes in a header; twice as many in all headers together.
  public var headerBytes = 8192
  /// The maximum number of headers in a request.
  public var headerCount = 64
  /// The maximum bytes in a request's body.
  public var bodyBytes = 1024
  /// Open connections from one address; those of this machine are not counted unless they must be paired.
  public var connectionsPerAddress = 64
  /// Requests at once from one address, counted like connections.
  public var requestsAtOnce = 300
  /// Requests a second from one address, on average.
  public var requestsPerSecond = 30.0
  /// Codes that one address may try at once.
  public var triesAtOnce = 5
  /// The time between attempts of one address, on average.
  public var secondsPerTry = 20.0

  /// Creates limits that suit one browser as well as a thousand.
  public init() {}
}

/// The reason why a server cannot run.
public enum ServerError: Error, Equatable, Sendable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// Another program listens on the port for the certificate authority's page, or this user may not listen on
  /// it.
  case authorityPortNotAvailable(Int)
  /// The system does not let this user listen on the port.
  case portNotAllowed(Int)
  /// The address does not belong to this machine.
  case noSuchAddress(String)
  /// The directory lacks a file of the web client.
  case fileMissing(name: String, directory: String)
  /// Another failure, in the system's words.
  case failed(String)
}
