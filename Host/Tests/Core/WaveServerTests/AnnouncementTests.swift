import Foundation
import Synchronization
import Testing
import WaveCertificates

@testable import WaveServer

/// The addresses that a server says it has, and when.
@Suite struct AnnouncementTests {
  private final class Said: Sendable {
    let addresses = Mutex<[ServerAddresses]>([])
    var all: [ServerAddresses] { addresses.withLock { $0 } }
  }

  private static func announced(
    _ access: ServerAccess, host: String, _ note: (Announcement) -> Void
  ) -> [ServerAddresses] {
    let said = Said()
    let announcement = Announcement(access: access, host: host) { address in
      said.addresses.withLock { $0.append(address) }
    }
    note(announcement)
    return said.all
  }

  private static func keeper(_ names: HostNames) throws -> (CertificateKeeper, LocalAuthority) {
    let authority = try LocalAuthority(for: names, at: Date())
    return (try CertificateKeeper(authority: authority, host: { names }, at: Date()), authority)
  }

  @Test(arguments: [
    ("127.0.0.1", "http://127.0.0.1:80/"), ("0.0.0.0", "http://127.0.0.1:80/"),
    ("::", "http://127.0.0.1:80/"),
    ("::1", "http://[::1]:80/"), ("localhost", "http://localhost:80/"),
  ])
  func onTheLoopbackItIsTheHostThatListens(_ host: String, _ page: String) {
    let said = Self.announced(.loopback, host: host) { $0.page(port: 80) }
    #expect(said == [ServerAddresses(page: page, local: page, authority: nil)])
  }

  @Test(arguments: [
    ("https://radio.example.org", "https://radio.example.org/"),
    ("https://radio.example.org:443/", "https://radio.example.org/"),
    ("http://radio.example.org:443", "http://radio.example.org:443/"),
    ("http://radio.example.org:80", "http://radio.example.org/"),
    ("https://radio.example.org:80", "https://radio.example.org:80/"),
  ])
  func behindAProxyItIsTheProxys(_ origin: String, _ page: String) throws {
    let said = Self.announced(.behindProxy(try #require(ProxyOrigin(origin))), host: "0.0.0.0") {
      $0.page(port: 8080)
    }
    #expect(said == [ServerAddresses(page: page, local: "http://127.0.0.1:8080/", authority: nil)])
  }

  @Test func withACertificateItIsTheCertificates() throws {
    let names = HostNames(machine: "lab", addresses: ["192.168.1.5"].compactMap(NumericAddress.init))
    let (keeper, authority) = try Self.keeper(names)
    let host = keeper.certificate.host
    let access = ServerAccess.secure(keeper, authority: nil)
    #expect(keeper.certificate.names.contains("localhost") && host != "localhost")
    let page = ServerAddresses(
      page: "https://\(host):8080/", local: "https://localhost:8080/", authority: nil)
    #expect(Self.announced(access, host: "::") { $0.page(port: 8080) } == [page])
    let offered = ServerAccess.secure(keeper, authority: AuthorityOffer(authority: authority, port: 8081))
    let both = ServerAddresses(
      page: page.page, local: page.local, authority: "http://\(host):8081/")
    let said = Self.announced(offered, host: "::") { announcement in
      #expect(announcement.pagePort == nil)
      announcement.page(port: 8080)
      #expect(announcement.pagePort == 8080)
      announcement.authority(port: 8081)
    }
    #expect(said == [both])
    // The order in which the ports open makes no difference.
    let other = Self.announced(offered, host: "::") { announcement in
      announcement.authority(port: 8081)
      announcement.page(port: 8080)
    }
    #expect(other == [both])
  }
}
