import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import WaveCertificates

/// The page that hands out this machine's certificate authority, before a device can trust anything from here.
struct AuthoritySite: Sendable {
  /// Where the certificate itself is.
  static let certificatePath = "/waveglass.crt"

  private let policy: @Sendable () -> HostPolicy
  private let certificate: [UInt8]
  private let page: [UInt8]
  private let headers: HTTPFields

  /// - Parameters:
  ///   - authority: What is handed out.
  ///   - policy: Names under which it is.
  init(authority: LocalAuthority, policy: @escaping @Sendable () -> HostPolicy) {
    self.policy = policy
    certificate = authority.rootBytes
    page = Array(AuthorityPage.text(fingerprint: authority.fingerprint).utf8)
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
    guard policy().isOurs(host: request.head.authority, port: port) else {
      return say(.misdirectedRequest, "This server does not answer to that name. Open it by its address.")
    }
    let isGet = request.method == .get
    switch request.uri.path {
    case "/" where isGet || request.method == .head:
      return answer(.ok, page, "text/html; charset=utf-8", isWhole: isGet)
    case Self.certificatePath where isGet || request.method == .head:
      return answer(.ok, certificate, "application/x-x509-ca-cert", isWhole: isGet)
    default: return say(.notFound, "There is no such page.")
    }
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
