/// Where and how a server answers.
public struct ServerConfiguration: Sendable {
  /// Address to listen on; `::` is every address, of IPv4 too.
  public var host: String
  /// Port to listen on; 0 picks a free one.
  public var port: Int
  /// Who reaches it.
  public var access: ServerAccess
  /// Directory of the web client's files.
  public var webDirectory: String
  /// What clients may ask for.
  public var limits: ServerLimits

  /// Describes a server.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, access: ServerAccess = .loopback, webDirectory: String,
    limits: ServerLimits = ServerLimits()
  ) {
    self.host = host
    self.port = port
    self.access = access
    self.webDirectory = webDirectory
    self.limits = limits
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
  /// How long a connection may stay open between requests.
  public var idleSeconds: Int64 = 60

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
