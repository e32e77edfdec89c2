import Testing

@testable import WaveClickHouse

@Suite struct ServerTextTests {
  @Test(
    arguments: [
      "elapsed 1.2 seconds, maximum: 3, e.what() = DB::Exception",
      "elapsed 3001.4 ms, maximum: 3000.000 ms. (TIMEOUT_EXCEEDED) (version 26.9.2.1 (official build))",
    ])
  func theTimeThatAServerAllowsIsReported(_ words: String) throws {
    let text = ServerText(
      Array("Code: 159, e.displayText() = DB::Exception: Timeout exceeded: \(words)".utf8))
    let address = try ClickHouseAddress("clickhouse://there/base/table")
    #expect(text.error(status: 500, header: nil, of: address, .init()) == .tooSlow(seconds: 3))
  }
}
