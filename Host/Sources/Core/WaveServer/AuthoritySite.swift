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
    var headers = HTTPFields()
    headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'sha256-\(Self.hash(of: AuthorityPage.style))'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.cacheControl] = "no-store"
    for (name, value) in [
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ] {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    self.headers = headers
  }

  func respond(to request: Request, port: Int) -> Response {
    guard let host = request.head.authority, policy().isOurs(host: host, port: port) else {
      return say(
        .misdirectedRequest, "This server does not accept that host name. Open it by its address.")
    }
    let isGet = request.method == .get
    switch request.uri.path {
    case "/" where isGet || request.method == .head:
      return answer(.ok, page(of: host), "text/html; charset=utf-8", isWhole: isGet)
    case Self.certificatePath where isGet || request.method == .head:
      return answer(.ok, certificate, "application/x-x509-ca-cert", isWhole: isGet)
    default: return say(.notFound, "There is no such page.")
    }
  }

  /// Returns the page, with a link to the server under the host name that the request used.
  private func page(of host: String) -> [UInt8] {
    let end = host.lastIndex { $0 == ":" || $0 == "]" }
    let name = end.map { host[$0] == ":" ? host[..<$0] : host[...$0] } ?? host[...]
    let address = "https://\(name)\(pagePort().map { ":\($0)" } ?? "")/"
    return Array(AuthorityPage.text(fingerprint: fingerprint, address: address).utf8)
  }

  private func say(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
    answer(status, Array((sentence + "\n").utf8), "text/plain; charset=utf-8", isWhole: true)
  }

  private func answer(
    _ status: HTTPResponse.Status, _ bytes: [UInt8], _ type: String, isWhole: Bool
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    headers[.contentLength] = String(bytes.count)
    return Response(
      status: status, headers: headers,
      body: isWhole ? ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)) : ResponseBody())
  }

  private static func hash(of text: String) -> String {
    Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
  }
}
