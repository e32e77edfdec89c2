public import WaveCertificates

/// The way in which browsers reach a server.
public enum ServerAccess: Sendable {
  /// From this machine only, over plain HTTP on loopback.
  case loopback
  /// From other machines, over TLS.
  ///
  /// - keeper: The keeper that provides and renews the certificate.
  /// - authority: The offer of this machine's own authority, if it issued the certificate; otherwise nil.
  case secure(CertificateKeeper, authority: AuthorityOffer?)
  /// Through a reverse proxy at an address; the proxy controls access and connects over plain HTTP.
  case behindProxy(ProxyOrigin)
}

/// A certificate authority offered to devices, on a separate port for plain HTTP.
public struct AuthorityOffer: Sendable {
  /// The certificate authority to offer.
  public let authority: LocalAuthority
  /// The port to listen on; 0 selects a free one.
  public let port: Int

  /// Creates an offer that serves the authority's certificate on a port.
  public init(authority: LocalAuthority, port: Int) {
    self.authority = authority
    self.port = port
  }
}

/// The addresses of a running server.
public struct ServerAddresses: Equatable, Sendable {
  /// The address at which browsers open the page.
  public let page: String
  /// The page's address on this machine, which a reverse proxy on this machine can also use.
  public let local: String
  /// The address of the page that offers the certificate authority; nil if there is none.
  public let authority: String?
}
