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
    let machine = HostNames(machine: "lab", addresses: [NumericAddress("192.168.1.5")].compactMap(\.self))
    authority = try LocalAuthority(for: machine, at: Date())
    let certificate = try authority.issue(to: machine, at: Date())
    site = AuthoritySite(authority: authority) { HostPolicy.certified(certificate, scheme: "http") }
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
    #expect(AuthorityPage.text(fingerprint: authority.fingerprint).contains(authority.fingerprint))
    let certificate = ask(AuthoritySite.certificatePath)
    #expect(certificate.headers[.contentType] == "application/x-x509-ca-cert")
    #expect(certificate.headers[.contentLength] == String(authority.rootBytes.count))
  }

  @Test func nothingRunsInThePage() throws {
    let policy = try #require(ask("/").headers[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(!policy.contains("script") && !policy.contains("unsafe"))
    #expect(!AuthorityPage.text(fingerprint: "").contains("<script"))
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
