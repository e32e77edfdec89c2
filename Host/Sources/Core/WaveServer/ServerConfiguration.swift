public import WaveAccess

/// The configuration of a server.
public struct ServerConfiguration: Sendable {
  /// The address to listen on; `::` means all addresses, including IPv4.
  public var host: String
  /// The port to listen on; 0 selects a free one.
  public var port: Int
  /// The way in which browsers reach the server.
  public var access: ServerAccess
  /// The configuration of pairing; nil if only this machine is admitted.
  public var pairing: PairingConfiguration?
  /// The directory of the web client's files.
  public var webDirectory: String
  /// The limits for clients.
  public var limits: ServerLimits

  /// Creates a configuration.
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

/// The configuration of browser pairing.
public struct PairingConfiguration: Sendable {
  /// The registry of devices and invitations.
  public var registry: AccessRegistry
  /// Whether this machine's own browsers must be paired as well.
  public var includesLoopback: Bool
  /// The role of new devices; if nil, the first one gets control and later ones become viewers.
  public var role: Role?
  /// A closure that shows a code when the server has started and whenever the previous code becomes invalid.
  public var announce: @Sendable (PairingCodes) -> Void

  /// Creates a pairing configuration.
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

/// The limits for a server's clients; if a client exceeds them, only its own connection is affected.
public struct ServerLimits: Sendable {
  /// The maximum number of open sockets, if the system has enough file descriptors; further ones are refused
  /// with a message.
  public var sockets = 1024
  /// The maximum number of open connections that are not sockets; further ones wait to be accepted.
  public var pageConnections = 64
  /// The maximum number of messages per second from one client, averaged over two seconds.
  public var messagesPerSecond = 300
  /// The time in seconds for which a client may leave data unread.
  public var stalledSeconds: Int64 = 30
  /// The time in seconds for which a connection may stay open before its first request.
  public var firstRequestSeconds: Int64 = 10
  /// The time in seconds within which a request must arrive, including its body.
  public var requestSeconds: Int64 = 10
  /// The time in seconds for which a connection may stay open between requests.
  public var idleSeconds: Int64 = 60
  /// The maximum length of one header in bytes; all headers together can be twice as long.
  public var headerBytes = 8192
  /// The maximum number of headers in a request.
  public var headerCount = 64
  /// The maximum length of a request's body, in bytes.
  public var bodyBytes = 1024
  /// The maximum number of open connections from one address; this machine is exempt unless its browsers must
  /// be paired.
  public var connectionsPerAddress = 64
  /// The maximum burst of requests from one address; this machine is exempt unless its browsers must be
  /// paired.
  public var requestsAtOnce = 300
  /// The maximum number of requests per second from one address, on average.
  public var requestsPerSecond = 30.0
  /// The maximum burst of pairing attempts from one address.
  public var triesAtOnce = 5
  /// The minimum average interval between pairing attempts from one address, in seconds.
  public var secondsPerTry = 20.0

  /// Creates the default limits, which suit servers with one browser as well as servers with a thousand.
  public init() {}
}

/// The reason why a server cannot run.
public enum ServerError: Error, Equatable, Sendable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The port for the certificate authority's page is in use, or this user is not allowed to listen on it.
  case authorityPortNotAvailable(Int)
  /// This user is not allowed to listen on the port.
  case portNotAllowed(Int)
  /// The address does not belong to this machine.
  case noSuchAddress(String)
  /// A file of the web client is missing from the directory.
  case fileMissing(name: String, directory: String)
  /// Any other error, as described by the system.
  case failed(String)
}
