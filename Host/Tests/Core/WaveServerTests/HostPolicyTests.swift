import Foundation
import Testing
import WaveCertificates

@testable import WaveServer

@Suite struct HostPolicyTests {
  @Test func onTheLoopbackOnlyItsNamesAreOurs() {
    let policy = HostPolicy.loopback(host: "127.0.0.1")
    for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LocalHost:8080"] {
      #expect(policy.isOurs(host: host, port: 8080), "\(host)")
    }
    for host in [
      nil, "", "localhost", "localhost:80", "localhost:", "localhost:8080x", "localhost:+8080",
      "localhost:08080", "lab:8080",
      "192.168.1.5:8080", "evil.example:8080", "localhost.evil.example:8080", "[::2]:8080", ":8080",
      String(repeating: "a", count: 300) + ":8080",
    ] {
      #expect(!policy.isOurs(host: host, port: 8080), "\(host ?? "nil")")
    }
    #expect(HostPolicy.loopback(host: "127.0.0.2").isOurs(host: "127.0.0.2:8080", port: 8080))
  }

  @Test func withoutAPortItIsTheSchemes() throws {
    let policy = HostPolicy.loopback(host: "127.0.0.1")
    #expect(policy.isOurs(host: "localhost", port: 80))
    #expect(policy.isOurs(host: "[::1]", port: 80))
    let secure = HostPolicy(.init(scheme: "https", names: ["lab"]))
    #expect(secure.isOurs(host: "lab", port: 443))
    #expect(!secure.isOurs(host: "lab", port: 80))
  }

  @Test func withACertificateItsNamesAreOurs() throws {
    let addresses = ["127.0.0.1", "192.168.1.5", "fd00::5"].compactMap(NumericAddress.init)
    let machine = HostNames(machine: "lab", addresses: addresses)
    let certificate = try LocalAuthority(for: machine, at: Date()).issue(to: machine, at: Date())
    let policy = HostPolicy.certified(certificate)
    for host in ["192.168.1.5:8080", "[fd00::5]:8080", "Lab:8080", "lab.local:8080", "localhost:8080"] {
      #expect(policy.isOurs(host: host, port: 8080), "\(host)")
    }
    for host in ["evil.example:8080", "192.168.1.6:8080", "[fd00::6]:8080", "x.lab:8080", "192.168.1.5:443"] {
      #expect(!policy.isOurs(host: host, port: 8080), "\(host)")
    }
    #expect(policy.isOurs(origin: "https://lab:8080", host: "lab:8080", port: 8080))
    #expect(!policy.isOurs(origin: "http://lab:8080", host: "lab:8080", port: 8080))
    #expect(!policy.isOurs(origin: "https://lab.local:8080", host: "lab:8080", port: 8080))
  }

  @Test func aStarStandsForOneLabel() {
    let policy = HostPolicy(.init(scheme: "https", names: ["*.example.org"]))
    #expect(policy.isOurs(host: "radio.example.org", port: 443))
    for host in ["example.org", ".example.org", "a.b.example.org", "radioxexample.org", "*.example.com"] {
      #expect(!policy.isOurs(host: host, port: 443), "\(host)")
    }
  }

  @Test func behindAProxyItsNameIsOurs() throws {
    let origin = try #require(ProxyOrigin("https://radio.example.org"))
    let policy = HostPolicy.proxied(origin, host: "127.0.0.1")
    #expect(policy.isOurs(host: "radio.example.org", port: 8080))
    #expect(policy.isOurs(host: "radio.example.org:443", port: 8080))
    #expect(policy.isOurs(host: "127.0.0.1:8080", port: 8080))
    #expect(!policy.isOurs(host: "radio.example.org:8080", port: 8080))
    #expect(!policy.isOurs(host: "evil.example", port: 8080))
    let host = "radio.example.org"
    #expect(policy.isOurs(origin: "https://radio.example.org", host: host, port: 8080))
    #expect(!policy.isOurs(origin: "http://radio.example.org", host: host, port: 8080))
    #expect(!policy.isOurs(origin: "https://127.0.0.1:8080", host: "127.0.0.1:8080", port: 8080))
    let onEveryAddress = HostPolicy.proxied(origin, host: "0.0.0.0")
    #expect(!onEveryAddress.isOurs(host: "127.0.0.1:8080", port: 8080))
  }

  @Test func noChangedHeaderIsOurs() {
    let policy = HostPolicy(.init(scheme: "https", names: ["lab.local", "[fd00::5]", "*.example.org"]))
    let good = ["lab.local:8080", "[fd00::5]:8080", "radio.example.org:8080"]
    let known = Set(good)
    var seed: UInt64 = 11
    func random(below limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<1000 {
      var bytes = Array(good[random(below: good.count)].utf8)
      for _ in 0...random(below: 3) {
        let place = random(below: bytes.count)
        switch random(below: 3) {
        case 0: bytes[place] = UInt8(random(below: 256))
        case 1: bytes.insert(UInt8(random(below: 128)), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      let header = String(decoding: bytes, as: UTF8.self)
      guard policy.isOurs(host: header, port: 8080) else { continue }
      let text = header.lowercased()
      let label = text.dropLast(".example.org:8080".count)
      #expect(known.contains(text) || text.hasSuffix(".example.org:8080") && !label.contains("."), "\(text)")
    }
  }

  @Test func aSocketMustComeFromOurOwnPage() {
    let policy = HostPolicy.loopback(host: "127.0.0.1")
    let host = "localhost:8080"
    #expect(policy.isOurs(origin: "http://localhost:8080", host: host, port: 8080))
    #expect(policy.isOurs(origin: nil, host: host, port: 8080))
    for origin in ["http://evil.example", "null", "", "https://localhost:8080", "http://127.0.0.1:8080"] {
      #expect(!policy.isOurs(origin: origin, host: host, port: 8080), "\(origin)")
    }
    #expect(!policy.isOurs(origin: "http://localhost:8080", host: nil, port: 8080))
  }
}
