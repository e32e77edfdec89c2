import NIOCore
import NIOHTTP1

/// Waits for a connection's first request, for a limited time, and keeps it from upgrading where it may not.
///
/// NIO loses a request whose upgrade is refused; without its Upgrade header it is a plain request that can be answered
/// in words. Only the first request of a connection can upgrade, so this handler leaves after it.
final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let admit: @Sendable (HTTPRequestHead, any Channel) -> Bool
  private let timeout: TimeAmount
  private var alarm: Scheduled<Void>?

  init(admit: @escaping @Sendable (HTTPRequestHead, any Channel) -> Bool, timeout: TimeAmount) {
    self.admit = admit
    self.timeout = timeout
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    alarm = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    alarm?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    if head.headers.contains(name: "Upgrade"), !admit(head, context.channel) {
      head.headers.remove(name: "Upgrade")
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The server stops: a connection that has asked for nothing yet need not be waited for.
    if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }
}
