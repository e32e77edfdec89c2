import Testing

@testable import WaveServer

@Suite struct ProxyOriginTests {
  @Test(arguments: [
    ("https://radio.example.org", "https", "radio.example.org", 443, "https://radio.example.org/"),
    ("https://Radio.example.org/", "https", "radio.example.org", 443, "https://radio.example.org/"),
    ("http://radio:8081", "http", "radio", 8081, "http://radio:8081/"),
    ("https://[fd00::1]:8443", "https", "[fd00::1]", 8443, "https://[fd00::1]:8443/"),
    ("https://[fd00::1]", "https", "[fd00::1]", 443, "https://[fd00::1]/"),
  ])
  func reads(text: String, scheme: String, host: String, port: Int, address: String) throws {
    let origin = try #require(ProxyOrigin(text))
    #expect(origin.scheme == scheme && origin.host == host && origin.port == port)
    #expect(origin.address == address)
  }

  @Test(arguments: [
    "", "radio.example.org", "ftp://radio", "https://", "https:///", "https://radio/path", "https://radio:",
    "https://radio:0", "https://radio:70000", "https://radio:+1", "https://a@radio", "https://ra dio",
    "https://radio?x", "https://a:b:c", "https://" + String(repeating: "a", count: 300),
  ])
  func refuses(text: String) { #expect(ProxyOrigin(text) == nil) }
}
