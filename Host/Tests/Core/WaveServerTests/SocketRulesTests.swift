import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import Testing
import WaveAccess
import WaveWire

@testable import WaveServer

/// Which requests open sockets, and which sockets of a device are closed with its access.
@Suite struct SocketRulesTests {
  private static func head(
    _ changes: KeyValuePairs<String, String?> = [:], method: HTTPMethod = .GET, uri: String = "/socket",
    version: HTTPVersion = .http1_1
  ) -> HTTPRequestHead {
    var headers = HTTPHeaders([
      ("Host", "lab"), ("Upgrade", "WebSocket"), ("Connection", "keep-alive, Upgrade"),
      ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ])
    for (name, value) in changes {
      headers.remove(name: name)
      if let value { headers.add(name: name, value: value) }
    }
    return HTTPRequestHead(version: version, method: method, uri: uri, headers: headers)
  }

  @Test func aWholeRequestAsksForASocket() { #expect(RequestRules.asksForSocket(Self.head())) }

  @Test func whateverIsMissingItIsAnOrdinaryRequest() {
    #expect(!RequestRules.asksForSocket(Self.head(method: .POST)))
    #expect(!RequestRules.asksForSocket(Self.head(uri: "/socket?a")))
    #expect(!RequestRules.asksForSocket(Self.head(version: .http1_0)))
    for (name, value) in [
      ("Content-Length", "0"), ("Transfer-Encoding", "chunked"), ("Upgrade", nil), ("Upgrade", "h2c"),
      ("Upgrade", "websocket, h2c"), ("Connection", "keep-alive"), ("Sec-WebSocket-Version", "8"),
      ("Sec-WebSocket-Version", nil), ("Sec-WebSocket-Key", nil), ("Sec-WebSocket-Key", "AAAA"),
    ] as [(String, String?)] {
      #expect(!RequestRules.asksForSocket(Self.head([name: value])), "\(name)")
    }
  }

  @Test func aRequestIsNoLongerThanItsLimits() {
    let rules = RequestRules(bodyBytesLimit: 10)
    #expect(rules.refusal(of: Self.head(uri: "/" + String(repeating: "a", count: 2047))) == nil)
    #expect(
      rules.refusal(of: Self.head(uri: "/" + String(repeating: "a", count: 2048)))?.status == .uriTooLong)
    #expect(rules.refusal(of: Self.head(["Content-Length": "10"])) == nil)
    #expect(rules.refusal(of: Self.head(["Content-Length": "11"])) == .bodyTooLarge)
    #expect(rules.refusal(of: Self.head(["Content-Length": "x"])) == .bodyTooLarge)
  }

  // MARK: - The gate

  private static func channel(_ address: String = "127.0.0.1") throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    channel.localAddress = try SocketAddress(ipAddress: "10.0.0.1", port: 80)
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 9)
    return channel
  }

  private static func gate(limit: Int = 9) -> SocketGate {
    SocketGate(
      policy: { HostPolicy(.init(scheme: "http", names: ["lab"])) },
      authenticator: Authenticator(registry: nil, isLoopbackPaired: false, isSecure: false), limit: limit)
  }

  @Test func theGateAdmitsTheOwnPageAlone() throws {
    let channel = try Self.channel()
    func admits(
      _ changes: KeyValuePairs<String, String?>, uri: String = "/socket", on channel: EmbeddedChannel
    ) -> Bool {
      Self.gate().admit(Self.head(changes, uri: uri), on: channel)
    }
    #expect(admits([:], on: channel) && admits(["Origin": "http://lab"], on: channel))
    #expect(!admits([:], uri: "/socket2", on: channel))
    #expect(!admits(["Host": nil], on: channel) && !admits(["Host": "evil.example"], on: channel))
    #expect(!admits(["Origin": "http://evil.example"], on: channel))
    #expect(!admits(["X-Forwarded-For": "10.0.0.2"], on: channel))
    #expect(try !admits([:], on: Self.channel("10.0.0.2")))
    for name in ["Host", "Origin"] {
      var twice = Self.head(["Origin": "http://lab"])
      twice.headers.add(name: name, value: twice.headers.first(name: name) ?? "")
      #expect(!Self.gate().admit(twice, on: channel), "\(name)")
    }
  }

  @Test func theGateCountsOpenSockets() throws {
    let gate = Self.gate(limit: 2)
    let channels = try (0..<3).map { _ in try Self.channel() }
    #expect(channels.map { gate.admit(Self.head(), on: $0) } == [true, true, false])
    try channels[0].close().wait()
    channels[0].embeddedEventLoop.run()
    #expect(gate.admit(Self.head(), on: channels[2]))
    #expect(try !gate.admit(Self.head(), on: Self.channel()))
  }

  // MARK: - Open sockets

  private final class Endings: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    private(set) var codes: [Int] = []
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let ending = event as? SocketEnding {
        codes.append(Int(UInt16(webSocketErrorCode: ending.frame.code)))
      }
    }
  }

  @Test func aDevicesSocketsAreClosedTogether() throws {
    let sockets = OpenSockets()
    let handlers = (0..<3).map { _ in Endings() }
    let channels = handlers.map { EmbeddedChannel(handler: $0) }
    for (channel, device) in zip(channels, ["a", "b", "a"]) { sockets.add(channel, of: device) }
    #expect(sockets.devices.sorted() == ["a", "b"])
    sockets.close("a", .accessChanged)
    sockets.close("c", .accessChanged)
    #expect(handlers.map(\.codes) == [[4001], [], [4001]])
    func leave(_ channel: EmbeddedChannel) throws {
      try channel.close().wait()
      channel.embeddedEventLoop.run()
    }
    try leave(channels[0])
    #expect(sockets.devices.sorted() == ["a", "b"])
    sockets.close("a", .accessChanged)
    #expect(handlers.map(\.codes) == [[4001], [], [4001, 4001]])
    try leave(channels[2])
    #expect(sockets.devices == ["b"])
  }

  // MARK: - Controls

  @Test func controlsThatNoClientReadsAreLeftOut() {
    let controls = (0..<4 as Range<UInt8>).map { number in
      SourceControl.toggle(id: number, name: [0x61 + number], isOn: true)
    }
    let all = SourceControls(source: 3, controls: controls)
    #expect(all.readable { _ in true } == all)
    // One of them is not read, whatever else there is.
    let without = all.readable { !$0.controls.contains { $0.id == 2 } }
    #expect(without.source == 3 && without.controls.map(\.id) == [0, 1, 3])
    // Each of them is read, but not all of them together.
    #expect(all.readable { $0.controls.count < 2 } == SourceControls(source: 3, controls: []))
  }
}
