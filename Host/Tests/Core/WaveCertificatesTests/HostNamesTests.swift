import Testing

@testable import WaveCertificates

@Suite struct HostNamesTests {
  @Test(arguments: [
    ("Lab", ["localhost", "lab", "lab.local"]),
    ("lab.example.org.", ["localhost", "lab.example.org", "lab", "lab.local"]),
    ("localhost", ["localhost"]), ("localhost.localdomain", ["localhost"]),
    ("lab.local", ["localhost", "lab.local", "lab"]),
    ("", ["localhost"]), ("my_box", ["localhost"]), ("-x", ["localhost"]),
    ("a..b", ["localhost", "a", "a.local"]),
    (String(repeating: "a", count: 64), ["localhost"]),
  ])
  func namesAMachine(machine: String, names: [String]) {
    #expect(HostNames(machine: machine, addresses: []).names == names)
  }

  @Test func takesEachAddressOnceAndNoLinkLocalOne() {
    let addresses = ["127.0.0.1", "10.0.0.1", "10.0.0.1", "fe80::1", "fd00::1"]
    let host = HostNames(machine: "lab", addresses: addresses.compactMap(NumericAddress.init))
    #expect(host.addresses.map(\.description) == ["127.0.0.1", "10.0.0.1", "fd00::1"])
    let many = (0..<200).compactMap { NumericAddress("10.0.0.\($0)") }
    #expect(HostNames(machine: "lab", addresses: many).addresses.count == 64)
  }

  @Test func thisMachineHasALoopback() {
    #expect(HostNames.current().addresses.contains { $0.isLoopback })
    #expect(HostNames.current().names.contains("localhost"))
  }

  @Test func readsAddresses() {
    #expect(NumericAddress("192.168.1.5")?.bytes == [192, 168, 1, 5])
    #expect(NumericAddress("fd00::5")?.bytes.last == 5)
    for text in ["", "1.2.3", "1.2.3.256", "lab", "[::1]", "::g", "1.2.3.4.5", "fe80::1%eth0"] {
      #expect(NumericAddress(text) == nil, "\(text)")
    }
    #expect(NumericAddress(bytes: [1, 2, 3]) == nil)
  }

  @Test(arguments: [
    ("172.16.0.0", 12, "172.31.255.255", "172.32.0.0"), ("10.0.0.0", 8, "10.255.0.1", "11.0.0.0"),
    ("100.64.0.0", 10, "100.127.0.1", "100.128.0.0"), ("fc00::", 7, "fdff::1", "fe00::1"),
    ("::1", 128, "::1", "::2"), ("192.168.0.0", 16, "192.168.7.7", "fd00::1"),
  ])
  func knowsARange(first: String, bitCount: Int, inside: String, outside: String) throws {
    let octets = try #require(AddressRange(first, bitCount: bitCount)).octets
    #expect(AddressRange.contains(octets, try #require(NumericAddress(inside))))
    #expect(AddressRange.contains(octets, try #require(NumericAddress(first))))
    #expect(!AddressRange.contains(octets, try #require(NumericAddress(outside))))
  }
}
