import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import WaveServer

/// What a connection's own parser refuses before its guard looks at it.
@Suite struct SocketUpgradeChannelTests {
  /// The status of the answer to a request with headers; 418 if the parser lets it through.
  private static func status(ofHeaders headers: [String]) throws -> String {
    var limits = ServerLimits()
    (limits.headerBytes, limits.headerCount) = (100, 5)
    let policy = RequestGuard.Policy(
      rules: RequestRules(bodyBytesLimit: 10), firstRequest: .seconds(10), wholeRequest: .seconds(10),
      stalled: .seconds(10), refusalOfConnection: { _ in nil },
      refusalOfRequest: { _ in Refusal(.init(code: 418), "passed", "") }, admit: { _, _ in false },
      note: { _, _ in })
    let child = SocketUpgradeChannel(
      responder: { _, _, _ in }, limits: limits, policy: policy, serve: { _, _ in })
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "10.0.0.9", port: 9)).wait()
    _ = try child.setup(channel: channel, logger: Logger(label: "test")).wait()
    let text = "GET / HTTP/1.1\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
    try channel.writeInbound(ByteBuffer(string: text))
    let answer = try #require(try channel.readOutbound(as: ByteBuffer.self))
    _ = try channel.finish(acceptAlreadyClosed: true)
    return String(String(buffer: answer).split(separator: " ")[1])
  }

  private static func header(_ name: String, length: Int) -> String {
    name + ": " + String(repeating: "x", count: length - name.utf8.count)
  }

  @Test func ordinaryHeadersPass() throws {
    #expect(try Self.status(ofHeaders: ["Host: a"]) == "418")
    #expect(try Self.status(ofHeaders: ["Host: a", "A: b", "C: d", "E: f"]) == "418")
  }

  @Test func oneHeaderIsNoLongerThanItsLimit() throws {
    #expect(try Self.status(ofHeaders: [Self.header("Host", length: 90)]) == "418")
    #expect(try Self.status(ofHeaders: [Self.header("Host", length: 110)]) == "431")
  }

  @Test func allHeadersTogetherAreNoLongerThanTwice() throws {
    let long = Self.header("Host", length: 90)
    #expect(try Self.status(ofHeaders: [long, Self.header("A", length: 90)]) == "418")
    #expect(
      try Self.status(ofHeaders: [long, Self.header("A", length: 90), Self.header("B", length: 90)]) == "431")
  }

  @Test func thereAreNoMoreHeadersThanTheirLimit() throws {
    let headers = (0..<7).map { "H\($0): a" }
    #expect(try Self.status(ofHeaders: ["Host: a"] + headers.prefix(3)) == "418")
    #expect(try Self.status(ofHeaders: ["Host: a"] + headers) == "431")
  }
}
