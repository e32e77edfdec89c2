public import WaveCertificates

/// Who reaches a server, and by what way.
public enum ServerAccess: Sendable {
  /// This machine's own browsers, over plain HTTP on the loopback.
  case loopback
  /// All machines around, over TLS.
  ///
  /// - keeper: Holds the certificate.
  /// - authority: The page that hands out who signed it, where that is this machine's own authority.
  case secure(CertificateKeeper, authority: AuthorityOffer?)
  /// Who the reverse proxy at an address lets in; the proxy speaks plain HTTP here.
  case behindProxy(ProxyOrigin)
}

/// A certificate authority that devices are offered to trust, on a plain-HTTP port of its own.
public struct AuthorityOffer: Sendable {
  /// The authority.
  public let authority: LocalAuthority
  /// Port to listen on; 0 picks a free one.
  public let port: Int

  /// Offers an authority on a port.
  public init(authority: LocalAuthority, port: Int) {
    self.authority = authority
    self.port = port
  }
}

/// Where a running server is to be found.
public struct ServerAddresses: Equatable, Sendable {
  /// The page, as browsers open it.
  public let page: String
  /// The page, as this machine itself reaches it, and a reverse proxy on it.
  public let local: String
  /// The page that hands out the certificate authority, where there is one.
  public let authority: String?
}
