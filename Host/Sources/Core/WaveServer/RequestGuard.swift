import NIOCore
import NIOHTTP1
import WaveSystem

/// A channel handler that protects the handlers behind it.
///
/// It passes on complete, well-formed requests that arrive in time, refuses all other requests with one
/// answer, and admits WebSocket upgrades.
///
/// NIO drops a request whose upgrade is refused; without its Upgrade header, it is an ordinary request that
/// can be answered with an explanation. Once a WebSocket is admitted, the data is no longer HTTP, and this
/// handler is removed.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The closures that accept or refuse connections and requests.
  struct Policy: Sendable {
    var rules: RequestRules
    var firstRequest: TimeAmount
    var wholeRequest: TimeAmount
    var stalled: TimeAmount
    /// A closure that returns the reason to refuse the connection itself, or nil to accept it; called once.
    var refusalOfConnection: @Sendable (any Channel) -> Refusal?
    /// A closure that returns the reason to refuse the next request on the connection, or nil to accept it.
    var refusalOfRequest: @Sendable (any Channel) -> Refusal?
    /// A closure that reserves capacity for a socket, and returns whether the socket may be opened.
    var admit: @Sendable (HTTPRequestHead, any Channel) -> Bool
    /// A closure that logs a refusal.
    var note: @Sendable (Refusal, any Channel) -> Void
  }

  /// The time for which a refused connection can continue to send, so that the client still receives the
  /// answer.
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
    // A surplus connection is answered too, but with a shorter time limit.
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
    case .head(let head): receive(head, context)
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      guard bodyBytes <= policy.rules.bodyBytesLimit else { return refuse(.bodyTooLarge, context) }
      context.fireChannelRead(data)
    case .end:
      alarm?.cancel()
      context.fireChannelRead(data)
    }
  }

  private func receive(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
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
    // The server is stopping: there is no need to wait for a connection without a request.
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
    if !context.channel.isWritable { stalled = context.channel.scheduleClosing(in: policy.stalled) }
    context.fireChannelWritabilityChanged()
  }

  /// Refuses a request and closes the connection; no answer is sent if an answer has already begun.
  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard !isOver else { return }
    isOver = true
    cancelAlarms()
    policy.note(refusal, context.channel)
    let channel = context.channel
    // This bypasses NIO's pipeline handler, which traps on an answer without a valid request.
    guard !isAnswerBegun,
      let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
    else { return context.close(promise: nil) }
    let answer = channel.allocator.buffer(string: refusal.lastAnswer)
    encoder.writeAndFlush(NIOAny(answer), promise: nil)
    channel.scheduleClosing(in: Self.farewell)
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
  /// Creates the policy from the server's limits.
  init(
    limits: ServerLimits, limiter: ConnectionLimiter, log: RefusalLog,
    admit: @escaping @Sendable (HTTPRequestHead, any Channel) -> Bool
  ) {
    self.init(
      rules: RequestRules(bodyBytesLimit: limits.bodyBytes),
      firstRequest: .seconds(limits.firstRequestSeconds), wholeRequest: .seconds(limits.requestSeconds),
      stalled: .seconds(limits.stalledSeconds), refusalOfConnection: { limiter.enter($0) },
      refusalOfRequest: { limiter.ask($0) }, admit: admit, note: { log.note($0, from: $1.remoteAddress) })
  }
}
