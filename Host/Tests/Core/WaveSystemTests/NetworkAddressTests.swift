import Testing
import WaveSystem

@Suite struct NetworkAddressTests {
  @Test func readsAddresses() throws {
    let address = try NetworkAddress("[::1]:80/", example: "")
    #expect(address.host == "::1" && address.port == 80)
    #expect(try NetworkAddress("host", port: 1883, example: "").port == 1883)
    #expect(throws: SourceArgumentError.self) { try NetworkAddress("host:x", port: 1883, example: "") }
  }
}
