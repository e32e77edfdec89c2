public import WaveAccess

/// Where and how a server answers.
public struct ServerConfiguration: Sendable {
  /// Address to listen on; `::` is every address, of IPv4 too.
  public var host: String
  /// Port to listen on; 0 picks a free one.
  public var port: Int
  /// Who reaches it.
  public var access: ServerAccess
  /// Who is let in by pairing; nil where nobody but this machine is.
  public var pairing: PairingConfiguration?
  /// Directory of the web client's files.
  public var webDirectory: String
  /// What clients may ask for.
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

/// How browsers are paired.
public struct PairingConfiguration: Sendable {
  /// The devices and the codes.
  public var book: AccessBook
  /// Whether this machine's own browsers must be paired, too.
  public var includesLoopback: Bool
  /// What devices will be allowed; nil lets the first one control and later ones look.
  public var role: Role?
  /// Shows a code, once the server runs and whenever the one before no longer holds.
  public var announce: @Sendable (PairingCodes) -> Void

  /// Says how browsers are paired.
  public init(
    book: AccessBook, includesLoopback: Bool, role: Role?,
    announce: @escaping @Sendable (PairingCodes) -> Void
  ) {
    self.book = book
    self.includesLoopback = includesLoopback
    self.role = role
    self.announce = announce
  }
}

/// What clients may ask of a server; what goes beyond closes their own connection and disturbs no other.
public struct ServerLimits: Sendable {
  /// Sockets open at a time, where the system has file descriptors for them; more are refused in words.
  public var sockets = 1024
  /// Other connections open at a time; more wait to be accepted.
  public var pageConnections = 64
  /// Messages a second from one client, on average over two seconds.
  public var messagesPerSecond = 300
  /// How long a client may leave what was sent to it unread.
  public var stalledSeconds: Int64 = 30
  /// How long a connection may stay open before its first request.
  public var firstRequestSeconds: Int64 = 10
  /// How long a request may take to come, body included.
  public var requestSeconds: Int64 = 10
  /// How long a connection may stay open between requests.
  public var idleSeconds: Int64 = 60
  /// Bytes of a header at most; of all headers twice as many.
  public var headerBytes = 8192
  /// Headers of a request at most.
  public var headerCount = 64
  /// Bytes of a request's body at most.
  public var bodyBytes = 1024
  /// Connections open at a time from one address; this machine's own are not counted unless they must be
  /// paired.
  public var connectionsPerAddress = 64
  /// Requests at once from one address, counted as connections are.
  public var requestsAtOnce = 300
  /// Requests a second from one address in the long run.
  public var requestsPerSecond = 30.0
  /// Codes that one address may try at once.
  public var triesAtOnce = 5
  /// How long one address waits for another try in the long run.
  public var secondsPerTry = 20.0

  /// The limits that suit one browser as well as a thousand.
  public init() {}
}

/// Why a server cannot run.
public enum ServerError: Error, Equatable, Sendable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// Another program listens on the port for the certificate authority's page, or this user may not.
  case authorityPortNotAvailable(Int)
  /// The system does not let this user listen on the port.
  case portNotAllowed(Int)
  /// The address is none of this machine's.
  case noSuchAddress(String)
  /// The directory lacks a file of the web client.
  case fileMissing(name: String, directory: String)
  /// Something else, in the system's words.
  case failed(String)
}
