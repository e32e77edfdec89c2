public import WaveCertificates

/// The way in which browsers reach a server.
public enum ServerAccess: Sendable {
  /// From this machine only, over plain HTTP on the loopback.
  case loopback
  /// From other machines, over TLS.
  ///
  /// - keeper: Holds the certificate.
  /// - authority: The page that offers the issuer, if that is this machine's own authority.
  case secure(CertificateKeeper, authority: AuthorityOffer?)
  /// Through a reverse proxy at an address, which decides on access and connects over plain HTTP.
  case behindProxy(ProxyOrigin)
}

/// A certificate authority offered to devices, on a separate port for plain HTTP.
public struct AuthorityOffer: Sendable {
  /// The authority.
  public let authority: LocalAuthority
  /// The port to listen on; 0 selects a free one.
  public let port: Int

  /// Offers an authority on a port.
  public init(authority: LocalAuthority, port: Int) {
    self.authority = authority
    self.port = port
  }
}

/// The addresses of a running server.
public struct ServerAddresses: Equatable, Sendable {
  /// The page, as browsers open it.
  public let page: String
  /// The page's address on this machine, also for a reverse proxy on it.
  public let local: String
  /// The page that offers the certificate authority, if there is one.
  public let authority: String?
}
