import WaveCertificates

/// A policy that separates requests for this server from requests that a browser makes for another site's
/// page.
///
/// A page of another site can make a browser connect to this server under that site's name (DNS rebinding) or
/// from its own origin. The browser, not the page, sets the Host and Origin headers, so checking them is
/// sufficient.
struct HostPolicy: Sendable {
  /// The scheme, names and port of the server's own pages.
  struct Site: Sendable {
    /// The scheme, `http` or `https`.
    let scheme: String
    /// The names and addresses in the form of a Host header, in lower case, without port; a leading `*.`
    /// matches one label.
    let names: [String]
    /// The port in a Host header; nil if it is the port of the connection.
    var port: Int?
  }

  private let sites: [Site]

  init(_ sites: Site...) { self.sites = sites }

  /// Returns the policy for a server on loopback: it accepts the loopback names and the server's address.
  static func loopback(host: String) -> HostPolicy { HostPolicy(.loopback(host: host)) }

  /// Returns the policy for a server with a certificate: it accepts the names in the certificate.
  static func certified(_ certificate: ServerCertificate, scheme: String = "https") -> HostPolicy {
    HostPolicy(Site(scheme: scheme, names: certificate.hosts))
  }

  /// Returns the policy for a server behind a reverse proxy: it accepts the proxy's name and, if the server
  /// listens on loopback, the loopback names.
  static func proxied(_ origin: ProxyOrigin, host: String) -> HostPolicy {
    let proxy = Site(scheme: origin.scheme, names: [origin.host], port: origin.port)
    return ListeningAddress.isLoopback(host) ? HostPolicy(proxy, .loopback(host: host)) : HostPolicy(proxy)
  }

  /// Returns whether a Host header names this server at the port of a connection.
  func isOurs(host header: String?, port: Int) -> Bool {
    sites.contains { $0.isOurs(host: header, port: port) }
  }

  /// Returns whether a request may open a socket: its Origin header names this server, or is absent because
  /// the client is not a browser.
  func isOurs(origin: String?, host: String?, port: Int) -> Bool {
    guard let origin else { return true }
    guard let host else { return false }
    return sites.contains { site in
      site.isOurs(host: host, port: port) && origin.lowercased() == site.scheme + "://" + host.lowercased()
    }
  }
}

extension HostPolicy.Site {
  static func loopback(host: String) -> Self {
    let host = host.lowercased()
    return Self(
      scheme: "http", names: ["localhost", "127.0.0.1", "[::1]", host.contains(":") ? "[\(host)]" : host])
  }

  /// Returns whether a Host header names this site at the port of a connection.
  fileprivate func isOurs(host header: String?, port connection: Int) -> Bool {
    guard let header, header.utf8.count <= 255 else { return false }
    let (name, headerPort) = split(header.lowercased())
    guard let headerPort, headerPort == port ?? connection else { return false }
    return names.contains { pattern in
      guard pattern.hasPrefix("*.") else { return pattern == name }
      guard let dot = name.firstIndex(of: "."), dot > name.startIndex else { return false }
      return name[dot...] == pattern.dropFirst()
    }
  }

  /// Splits a Host header into name and port; a missing port is replaced by the scheme's default port, and an
  /// invalid port by nil.
  private func split(_ header: String) -> (name: String, port: Int?) {
    let usual = scheme == "https" ? 443 : 80
    let end = header.lastIndex(of: "]")
    guard let colon = header.lastIndex(of: ":"), end.map({ $0 < colon }) ?? true else {
      return (header, usual)
    }
    let digits = header[header.index(after: colon)...]
    let isNumber =
      !digits.isEmpty && !digits.hasPrefix("0") && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return (String(header[..<colon]), isNumber ? Int(digits) : nil)
  }
}
