import NIOCore
import NIOHTTP1

/// Stands between the connection and everything that answers: passes on whole, well-formed requests in good
/// time, ends all others with one answer, and lets a socket be opened where it may.
///
/// NIO loses a request whose upgrade is refused; without its Upgrade header it is a plain request that can be
/// answered in words. Once a socket is let in, what comes is no HTTP, and this handler leaves.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// What the connection is about to be told, at most once.
  struct Policy: Sendable {
    var rules: RequestRules
    var firstRequest: TimeAmount
    var wholeRequest: TimeAmount
    var stalled: TimeAmount
    /// What speaks against the connection as such; asked once.
    var refusalOfConnection: @Sendable (any Channel) -> Refusal?
    /// What speaks against one more request.
    var refusalOfRequest: @Sendable (any Channel) -> Refusal?
    /// Takes a place for a socket, and tells whether it may be opened.
    var admit: @Sendable (HTTPRequestHead, any Channel) -> Bool
    /// Takes note of a refusal.
    var note: @Sendable (Refusal, any Channel) -> Void
  }

  /// How long a connection that is refused may go on sending: less would lose the answer on its way.
  private static let farewell = TimeAmount.milliseconds(250)

  private let policy: Policy
  private var refusalOfConnection: Refusal?
  private var hasRequest = false
  private var isAnswerDue = false
  private var isAnswerBegun = false
  private var isOver = false
  private var bodyBytes = 0
  private var alarm: Scheduled<Void>?
  private var stalled: Scheduled<Void>?

  init(policy: Policy) { self.policy = policy }

  func handlerAdded(context: ChannelHandlerContext) {
    refusalOfConnection = policy.refusalOfConnection(context.channel)
    // One too many is told so, but not waited for as long.
    setAlarm(refusalOfConnection == nil ? policy.firstRequest : .seconds(1), context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancelAlarms() }

  func channelInactive(context: ChannelHandlerContext) {
    cancelAlarms()
    context.fireChannelInactive()
  }

  // MARK: - Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): take(head, context)
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      guard bodyBytes <= policy.rules.bodyBytesLimit else { return refuse(.bodyTooLarge, context) }
      context.fireChannelRead(data)
    case .end:
      alarm?.cancel()
      context.fireChannelRead(data)
    }
  }

  private func take(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    alarm?.cancel()
    (hasRequest, bodyBytes) = (true, 0)
    if let refusal = refusalOfConnection ?? policy.refusalOfRequest(context.channel)
      ?? policy.rules.refusal(of: head)
    {
      return refuse(refusal, context)
    }
    var head = head
    if head.headers.contains(name: "Upgrade") {
      if !isAnswerDue, RequestRules.asksForSocket(head), policy.admit(head, context.channel) {
        context.fireChannelRead(wrapInboundOut(.head(head)))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
        return
      }
      head.headers.remove(name: "Upgrade")
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    }
    isAnswerDue = true
    setAlarm(policy.wholeRequest, context)
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    refuse(error == .headerOverflow ? .headersTooLarge : .malformed, context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    // The server stops: a connection that has asked for nothing yet need not be waited for.
    case is ChannelShouldQuiesceEvent where !hasRequest: context.close(promise: nil)
    case ChannelEvent.inputClosed where isOver: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  // MARK: - Answers

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head: isAnswerBegun = true
    case .body: break
    case .end: (isAnswerDue, isAnswerBegun) = (false, false)
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stalled?.cancel()
    stalled = nil
    if !context.channel.isWritable {
      let channel = context.channel
      stalled = context.eventLoop.scheduleTask(in: policy.stalled) { channel.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  /// Says no, once, and ends the connection; in the middle of another answer it ends without a word.
  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard !isOver else { return }
    isOver = true
    cancelAlarms()
    policy.note(refusal, context.channel)
    let channel = context.channel
    // Beyond the encoder: NIO's handler between here and there traps on an answer to what was no request.
    guard !isAnswerBegun,
      let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    else { return context.close(promise: nil) }
    let answer = channel.allocator.buffer(string: refusal.lastAnswer)
    encoder.writeAndFlush(NIOAny(answer), promise: nil)
    context.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
  }

  // MARK: - Time

  private func setAlarm(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    alarm?.cancel()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    alarm = context.eventLoop.scheduleTask(in: time) {
      let (guardian, context) = bound.value
      guardian.refuse(guardian.refusalOfConnection ?? .tooSlow, context)
    }
  }

  private func cancelAlarms() {
    alarm?.cancel()
    stalled?.cancel()
    (alarm, stalled) = (nil, nil)
  }
}

extension RequestGuard.Policy {
  /// What the server's limits say.
  init(
    limits: ServerLimits, lobby: Lobby, log: RefusalLog,
    admit: @escaping @Sendable (HTTPRequestHead, any Channel) -> Bool
  ) {
    self.init(
      rules: RequestRules(bodyBytesLimit: limits.bodyBytes),
      firstRequest: .seconds(limits.firstRequestSeconds),
      wholeRequest: .seconds(limits.requestSeconds), stalled: .seconds(limits.stalledSeconds),
      refusalOfConnection: { lobby.enter($0) }, refusalOfRequest: { lobby.ask($0) }, admit: admit,
      note: { log.note($0, from: $1.remoteAddress) })
  }
}
