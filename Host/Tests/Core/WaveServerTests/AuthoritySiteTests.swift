import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import WaveCertificates

@testable import WaveServer

@Suite struct AuthoritySiteTests {
  private let authority: LocalAuthority
  private let site: AuthoritySite

  init() throws {
    let machine = HostNames(
      machine: "lab", addresses: ["192.168.1.5", "fd00::5"].compactMap(NumericAddress.init))
    authority = try LocalAuthority(for: machine, at: Date())
    let certificate = try authority.issue(to: machine, at: Date())
    site = AuthoritySite(
      authority: authority, pagePort: { 8080 }, policy: { HostPolicy.certified(certificate, scheme: "http") })
  }

  private func ask(_ path: String, host: String = "lab.local:8081", method: HTTPRequest.Method = .get)
    -> Response
  {
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
    return site.respond(to: Request(head: head, body: RequestBody(buffer: ByteBuffer())), port: 8081)
  }

  @Test func handsOutTheRootAndItsFingerprint() throws {
    let page = ask("/")
    #expect(page.status == .ok)
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    let certificate = ask(AuthoritySite.certificatePath)
    #expect(certificate.headers[.contentType] == "application/x-x509-ca-cert")
    #expect(certificate.headers[.contentLength] == String(authority.rootBytes.count))
  }

  @Test func leadsOnUnderTheSameName() {
    let length = { (host: String) in ask("/", host: host).headers[.contentLength] }
    let text = { AuthorityPage.text(fingerprint: authority.fingerprint, address: $0) }
    for (host, address) in [
      ("lab.local:8081", "https://lab.local:8080/"), ("192.168.1.5:8081", "https://192.168.1.5:8080/"),
      ("[fd00::5]:8081", "https://[fd00::5]:8080/"),
    ] {
      #expect(length(host) == String(text(address).utf8.count))
      #expect(text(address).contains("<a href=\"\(address)\">"))
    }
    #expect(text("").replacing("<wbr>", with: "").contains(authority.fingerprint))
  }

  @Test func nothingRunsInThePage() throws {
    let policy = try #require(ask("/").headers[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(!policy.contains("script") && !policy.contains("unsafe"))
    #expect(!AuthorityPage.text(fingerprint: "", address: "").contains("<script"))
  }

  @Test(arguments: [
    "/x", "/index.html", "/waveglass.crt/", "/../waveglass.crt", "/authority.pem", "/socket", "//",
  ])
  func thereIsNothingElse(path: String) { #expect(ask(path).status == .notFound) }

  @Test(arguments: [HTTPRequest.Method.post, .put, .delete, .options])
  func itIsReadOnly(method: HTTPRequest.Method) {
    #expect(ask("/", method: method).status == .notFound)
    #expect(ask(AuthoritySite.certificatePath, method: method).status == .notFound)
  }

  @Test(arguments: ["evil.example:8081", "lab.local", "lab.local:8080", ""])
  func answersToItsOwnNamesOnly(host: String) { #expect(ask("/", host: host).status == .misdirectedRequest) }
}
