import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import WaveCertificates

/// A site whose page offers this machine's certificate authority to devices that do not trust it yet.
struct AuthoritySite: Sendable {
  /// The URL path at which the certificate is served.
  static let certificatePath = "/waveglass.crt"

  private let policy: @Sendable () -> HostPolicy
  private let pagePort: @Sendable () -> Int?
  private let certificate: [UInt8]
  private let fingerprint: String
  private let headers: HTTPFields

  /// Creates a site that offers an authority.
  ///
  /// - Parameters:
  ///   - authority: The authority to offer.
  ///   - pagePort: A closure that returns the port of the server's own page, or nil until the port is known.
  ///   - policy: A closure that returns the policy with the host names at which the site can be requested.
  init(
    authority: LocalAuthority, pagePort: @escaping @Sendable () -> Int?,
    policy: @escaping @Sendable () -> HostPolicy
  ) {
    self.policy = policy
    self.pagePort = pagePort
    certificate = authority.rootBytes
    fingerprint = authority.fingerprint
    let hash = Data(SHA256.hash(data: Array(AuthorityPage.style.utf8))).base64EncodedString()
    headers = HTTPFields([
      (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'"
      ), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ])
  }

  func respond(to request: Request, port: Int) -> Response {
    guard let host = request.head.authority, policy().isOurs(host: host, port: port) else {
      let sentence = "This server does not accept that host name. Open it by its address."
      return Response(.misdirectedRequest, sentence: sentence, headers: headers)
    }
    let isGet = request.method == .get
    switch request.uri.path {
    case "/" where isGet || request.method == .head:
      return Response(
        .ok, page(of: host), type: "text/html; charset=utf-8", headers: headers, isWhole: isGet)
    case Self.certificatePath where isGet || request.method == .head:
      return Response(
        .ok, certificate, type: "application/x-x509-ca-cert", headers: headers, isWhole: isGet)
    default: return Response(.notFound, sentence: "There is no such page.", headers: headers)
    }
  }

  /// Returns the page, with a link to the server under the host name that the request used.
  private func page(of host: String) -> [UInt8] {
    let end = host.lastIndex { $0 == ":" || $0 == "]" }
    let name = end.map { host[$0] == ":" ? host[..<$0] : host[...$0] } ?? host[...]
    let address = "https://\(name)\(pagePort().map { ":\($0)" } ?? "")/"
    return Array(AuthorityPage.text(fingerprint: fingerprint, address: address).utf8)
  }
}
