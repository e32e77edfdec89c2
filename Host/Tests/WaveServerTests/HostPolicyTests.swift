import Testing

@testable import WaveServer

@Suite struct HostPolicyTests {
  @Test func onTheLoopbackOnlyItsNamesAreOurs() {
    let policy = HostPolicy(host: "127.0.0.1", machine: "lab")
    for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LocalHost:8080"] {
      #expect(policy.isOurs(host: host, port: 8080), "\(host)")
    }
    for host in [
      nil, "", "localhost", "localhost:80", "localhost:", "localhost:8080x", "localhost:+8080", "lab:8080",
      "192.168.1.5:8080", "evil.example:8080", "localhost.evil.example:8080", "[::2]:8080", ":8080",
      String(repeating: "a", count: 300) + ":8080",
    ] {
      #expect(!policy.isOurs(host: host, port: 8080), "\(host ?? "nil")")
    }
  }

  @Test func withoutAPortItIs80() {
    let policy = HostPolicy(host: "127.0.0.1", machine: "")
    #expect(policy.isOurs(host: "localhost", port: 80))
    #expect(policy.isOurs(host: "[::1]", port: 80))
  }

  @Test func listeningEverywhereTakesNumericAddressesAndTheMachinesName() {
    let policy = HostPolicy(host: "0.0.0.0", machine: "Lab")
    for host in ["192.168.1.5:8080", "[fe80::1]:8080", "lab:8080", "lab.local:8080", "localhost:8080"] {
      #expect(policy.isOurs(host: host, port: 8080), "\(host)")
    }
    for host in ["evil.example:8080", "1.2.3:8080", "1.2.3.4.5:8080", "1.2.3.256:8080", "192.168.1.5:80"] {
      #expect(!policy.isOurs(host: host, port: 8080), "\(host)")
    }
  }

  @Test func aSocketMustComeFromOurOwnPage() {
    let policy = HostPolicy(host: "127.0.0.1", machine: "")
    let host = "localhost:8080"
    #expect(policy.isOurs(origin: "http://localhost:8080", host: host))
    #expect(policy.isOurs(origin: nil, host: host))
    for origin in ["http://evil.example", "null", "", "https://localhost:8080", "http://127.0.0.1:8080"] {
      #expect(!policy.isOurs(origin: origin, host: host), "\(origin)")
    }
    #expect(!policy.isOurs(origin: "http://localhost:8080", host: nil))
  }
}
