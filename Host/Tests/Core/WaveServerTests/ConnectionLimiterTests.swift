import NIOCore
import NIOEmbedded
import Testing
import WaveAccess

@testable import WaveServer

/// How much one address may ask of the server.
@Suite struct ConnectionLimiterTests {
  private static func limiter(sparesLoopback: Bool = false) -> ConnectionLimiter {
    var limits = ServerLimits()
    (limits.connectionsPerAddress, limits.requestsAtOnce, limits.requestsPerSecond) = (2, 3, 0.001)
    (limits.triesAtOnce, limits.secondsPerTry) = (2, 5000)
    return ConnectionLimiter(limits: limits, sparesLoopback: sparesLoopback)
  }

  private static func channel(from address: String) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 9)
    return channel
  }

  private static func leave(_ channel: EmbeddedChannel) throws {
    try channel.close().wait()
    channel.embeddedEventLoop.run()
  }

  @Test func anAddressHasAsManyConnectionsAsItMay() throws {
    let limiter = Self.limiter()
    let channels = try (0..<3).map { _ in try Self.channel(from: "10.0.0.1") }
    #expect(channels.map { limiter.enter($0) } == [nil, nil, .tooManyConnections])
    #expect(limiter.enter(try Self.channel(from: "10.0.0.2")) == nil)
    // A surplus connection counts until it closes, as the others do.
    try Self.leave(channels[0])
    let fourth = try Self.channel(from: "10.0.0.1")
    #expect(limiter.enter(fourth) == .tooManyConnections)
    for channel in [channels[1], channels[2], fourth] { try Self.leave(channel) }
    let later = try (0..<3).map { _ in try Self.channel(from: "10.0.0.1") }
    #expect(later.map { limiter.enter($0) } == [nil, nil, .tooManyConnections])
  }

  @Test func anAddressAsksAsOftenAsItMay() throws {
    let limiter = Self.limiter()
    let channel = try Self.channel(from: "10.0.0.1")
    #expect((0..<3).map { _ in limiter.ask(channel) } == [nil, nil, nil])
    #expect(limiter.ask(channel) == .tooFast(retrySeconds: 1000))
    #expect(limiter.ask(try Self.channel(from: "10.0.0.2")) == nil)
  }

  @Test func anAddressTriesAsManyCodesAsItMay() throws {
    let limiter = Self.limiter()
    let address = AddressKey(try SocketAddress(ipAddress: "10.0.0.1", port: 9))
    #expect((0..<2).map { _ in limiter.tryCode(from: address) } == [nil, nil])
    #expect(limiter.tryCode(from: address) == 5000)
    // Codes and requests are counted apart.
    #expect(limiter.ask(try Self.channel(from: "10.0.0.1")) == nil)
  }

  @Test(arguments: ["127.0.0.1", "::1"]) func thisMachineIsSparedIfAskedFor(_ address: String) throws {
    let sparing = Self.limiter(sparesLoopback: true)
    let strict = Self.limiter(sparesLoopback: false)
    let channels = try (0..<4).map { _ in try Self.channel(from: address) }
    #expect(channels.map { sparing.enter($0) } == [nil, nil, nil, nil])
    #expect(channels.map { sparing.ask($0) } == [nil, nil, nil, nil])
    #expect(channels.map { strict.enter($0) != nil } == [false, false, true, true])
    #expect(channels.map { strict.ask($0) != nil } == [false, false, false, true])
    let other = try (0..<3).map { _ in try Self.channel(from: "10.0.0.1") }
    #expect(other.map { sparing.enter($0) } == [nil, nil, .tooManyConnections])
  }

  @Test func theInterfaceOfAnAddressIsNoPartOfIt() throws {
    let plain = AddressKey(try SocketAddress(ipAddress: "fe80::1", port: 9))
    #expect(plain == AddressKey(try SocketAddress(ipAddress: "fe80::1", port: 10)))
    #expect(plain != AddressKey(nil) && !AddressKey(nil).isLoopback)
  }
}
