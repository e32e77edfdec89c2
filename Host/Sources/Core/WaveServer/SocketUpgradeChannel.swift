import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL
import NIOWebSocket
import ServiceLifecycle
import WaveWire

/// An HTTP/1.1 channel, with or without TLS, that can upgrade one path to a WebSocket.
struct SocketUpgradeChannel: ServerChildChannel, HTTPChannelHandler {
  typealias Web = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  enum Upgrade: Sendable {
    case socket(any Channel)
    case web(Web)
  }

  struct Value: ServerChildChannelValue {
    let upgrade: EventLoopFuture<Upgrade>
    let channel: any Channel
  }

  let responder: HTTPChannelHandler.Responder
  let limits: ServerLimits
  /// A closure that returns the TLS context for a new connection; nil if the server uses plain HTTP.
  var secure: (@Sendable () -> NIOSSLContext)?
  /// The rules for connections and requests.
  let policy: RequestGuard.Policy
  /// A closure that adds the handlers that serve a socket to its pipeline; called on the socket's event loop.
  let serve: @Sendable (HTTPRequestHead, any Channel) throws -> Void

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      if let secure { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: secure())) }
      let upgrader = NIOTypedWebSocketServerUpgrader<Upgrade>(
        maxFrameSize: WireLimits.clientMessageBytes,
        // The guard has removed the Upgrade header from all requests that it did not admit.
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
        upgradePipelineHandler: { channel, head in
          channel.eventLoop.makeCompletedFuture {
            try prepare(channel)
            try serve(head, channel)
            return .socket(channel)
          }
        })
      var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
        upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
          upgraders: [upgrader],
          notUpgradingCompletionHandler: { channel in
            channel.eventLoop.makeCompletedFuture { .web(try web(on: channel, logger)) }
          }))
      // The request guard answers errors.
      configuration.enableErrorHandling = false
      configuration.decoderConfiguration.maxHeaderFieldSize = limits.headerBytes
      configuration.decoderConfiguration.maxHeaderListSize = 2 * limits.headerBytes
      configuration.decoderConfiguration.maxHeaderFieldCount = limits.headerCount
      let upgrade = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
        configuration: configuration)
      let operations = channel.pipeline.syncOperations
      let handler = try operations.handler(type: NIOTypedHTTPServerUpgradeHandler<Upgrade>.self)
      try operations.addHandler(RequestGuard(policy: policy), position: .before(handler))
      return Value(upgrade: upgrade, channel: channel)
    }
  }

  func handle(value: Value, logger: Logger) async {
    do {
      switch try await value.upgrade.get() {
      case .web(let web): await handleHTTP(asyncChannel: web, logger: logger)
      case .socket(let socket):
        try await withGracefulShutdownHandler {
          try await socket.closeFuture.get()
        } onGracefulShutdown: {
          let goodbye = CloseFrame(code: .goingAway, reason: "the server is stopping").frame
          socket.writeAndFlush(goodbye, promise: nil)
          socket.close(promise: nil)
        }
      }
    } catch {
      logger.debug("connection ended: \(error)")
      value.channel.close(promise: nil)
    }
  }

  private func prepare(_ channel: any Channel) throws {
    // Buffers are small, because data that waits in them can no longer be replaced by newer rows.
    try channel.syncOptions?.setOption(.writeBufferWaterMark, value: .init(low: 4096, high: 8192))
    try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: 1 << 17)
    // Keep-alive lets the system detect a peer that has vanished.
    try channel.syncOptions?.setOption(.socketOption(.so_keepalive), value: 1)
  }

  private func web(on channel: any Channel, _ logger: Logger) throws -> Web {
    let operations = channel.pipeline.syncOperations
    try operations.addHandler(HTTP1ToHTTPServerCodec(secure: secure != nil))
    try operations.addHandler(
      HTTPConnectionStateHandler(idleTimeout: .seconds(limits.idleSeconds), logger: logger))
    return try Web(
      wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
  }
}
