import CoreMetrics
import Logging
import NIOCore
import NIOWebSocket
import WaveSystem
import WaveWire

/// A channel handler that transfers one client's messages over its socket in both directions.
///
/// It runs on the client's event loop until either side closes the socket.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The number of bytes reserved before a frame's payload, where the encoder writes the header.
  private static let headerBytes = 4

  let session: ClientSession
  /// The client's index among the clients of its loop; nil if the client is not connected.
  var place: Int?
  /// Whether the client is in the queue of clients to serve.
  var isWaiting = false
  /// The time at which to check again for messages to send, unless an event occurs earlier.
  var wakeMicroseconds = Int64.max

  private let loop: SessionLoop
  private let limits: ServerLimits
  private var budget: MessageBudget
  private var assembler = FrameAssembler(limit: WireLimits.clientMessageBytes)
  private var context: ChannelHandlerContext?
  private var isClosing = false
  private var address = ""
  private var stalled: Scheduled<Void>?
  private var closeTimeout: Scheduled<Void>?

  init(session: ClientSession, limits: ServerLimits) {
    self.session = session
    loop = session.loop
    self.limits = limits
    budget = MessageBudget(perSecond: limits.messagesPerSecond)
  }

  // MARK: - The channel

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    session.join(self)
    loop.scheduler.add(self)
    loop.metrics.connections.increment()
    loop.metrics.clients.increment()
    address = context.remoteAddress?.ipAddress ?? "local"
    loop.logger.debug("client connected", metadata: ["address": "\(address)"])
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    leave()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard let ending = event as? SocketEnding else { return context.fireUserInboundEventTriggered(event) }
    if !isClosing { close(with: ending.frame, context) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // NIO's own handler has already answered malformed frames.
    leave()
    context.close(promise: nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stalled?.cancel()
    stalled = nil
    if context.channel.isWritable {
      wake()
    } else {
      stalled = context.channel.scheduleClosing(in: .seconds(limits.stalledSeconds))
    }
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !isClosing else {
      if frame.opcode == .connectionClose { context.close(promise: nil) }
      return
    }
    do throws(ClientFault) {
      try receive(frame, at: MonotonicClock.microseconds, context)
    } catch {
      loop.metrics.countRefusal(error.kind)
      close(with: CloseFrame(error), context)
    }
  }

  // MARK: - Reading

  private func receive(_ frame: WebSocketFrame, at now: Int64, _ context: ChannelHandlerContext)
    throws(ClientFault)
  {
    try budget.spend(at: now)
    guard frame.maskKey != nil else { throw .protocolError("frames from a client must be masked") }
    switch frame.opcode {
    case .ping:
      // No more answers are sent to a client that does not read them.
      guard context.channel.isWritable else { return }
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .pong: return
    case .connectionClose: close(with: CloseFrame(code: .normalClosure, reason: ""), context)
    default:
      guard let message = try assembler.append(frame) else { return }
      try session.receive(message, at: now, budget: &budget)
      wake()
    }
  }

  /// Closes the connection with a reason, and continues to read for up to a second.
  ///
  /// If the server stopped reading, unread data from the client would reset the connection, and the client
  /// would never receive the reason.
  private func close(with ending: CloseFrame, _ context: ChannelHandlerContext) {
    leave()
    isClosing = true
    let channel = context.channel
    let written = context.writeAndFlush(wrapOutboundOut(ending.frame))
    if ending.code == .normalClosure { written.whenComplete { _ in channel.close(promise: nil) } }
    closeTimeout = channel.scheduleClosing(in: .seconds(1))
  }

  private func leave() {
    guard place != nil else { return }
    loop.scheduler.remove(self)
    loop.metrics.clients.decrement()
    loop.logger.debug("client disconnected", metadata: ["address": "\(address)"])
    session.leave(at: MonotonicClock.microseconds)
    stalled?.cancel()
    stalled = nil
    closeTimeout?.cancel()
  }

  // MARK: - Writing

  /// Serves the client if it is due.
  func wake() {
    guard place != nil else { return }
    let scheduler = loop.scheduler
    scheduler.schedule(self, now: MonotonicClock.microseconds)
    scheduler.serve()
  }

  /// Returns whether there are messages to send to the client and its socket is writable.
  func isReady(at now: Int64) -> Bool {
    guard place != nil, let context, context.channel.isWritable else { return false }
    return session.isDue(at: now)
  }

  /// Sends the session's messages that are due.
  func send(at now: Int64, _ frames: inout MeteredFrames) {
    guard place != nil, let context else { return }
    frames.clear()
    session.collect(at: now, into: &frames)
    var start = 0
    for end in frames.frames.finish() {
      var buffer = context.channel.allocator.buffer(capacity: Self.headerBytes + end - start)
      buffer.moveWriterIndex(forwardBy: Self.headerBytes)
      buffer.moveReaderIndex(forwardBy: Self.headerBytes)
      buffer.writeBytes(frames.frames.bytes[start..<end])
      context.write(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .binary, data: buffer)), promise: nil)
      start = end
    }
    guard start > 0 else { return }
    context.flush()
    loop.metrics.bytesSent.increment(by: start)
    loop.metrics.rowsSent.increment(by: frames.rows)
    loop.metrics.rowsSkipped.increment(by: frames.skipped)
  }
}
