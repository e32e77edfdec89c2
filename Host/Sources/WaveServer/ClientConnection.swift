import Logging
import NIOCore
import NIOWebSocket
import WaveDevices
import WaveWire

/// Carries one client's messages over its socket, in both directions, until one side ends it.
struct ClientConnection {
  typealias Socket = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  /// Bytes gathered into one frame before it is written.
  private static let frameBytes = 48_000

  let socket: Socket
  let session: ClientSession
  let limits: ServerLimits

  func run() async throws {
    session.join()
    defer { session.leave() }
    try await socket.executeThenClose { inbound, outbound in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await write(outbound) }
        var frames = inbound.makeAsyncIterator()
        let ending = await read(&frames, outbound)
        session.leave()
        await group.waitForAll()
        if let ending { await sayGoodbye(ending, &frames, outbound) }
      }
    }
  }

  /// Reads until the client closes or breaks a rule.
  /// - Returns: How to close; nil if there is no one left to tell.
  private func read(
    _ frames: inout NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator,
    _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
  ) async -> CloseFrame? {
    var budget = MessageBudget(perSecond: limits.messagesPerSecond)
    var assembler = FrameAssembler(limit: WireLimits.clientMessageBytes)
    do {
      while let frame = try await frames.next() {
        let now = MonotonicClock.microseconds
        try budget.spend(at: now)
        guard frame.maskKey != nil else {
          throw ClientFault.protocolError("frames from a client must be masked")
        }
        switch frame.opcode {
        case .ping:
          try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
        case .pong: continue
        case .connectionClose: return CloseFrame(code: .normalClosure, reason: "")
        default:
          guard let message = try assembler.take(frame) else { continue }
          try await session.receive(message, at: now, budget: &budget)
        }
      }
      return nil
    } catch {
      return CloseFrame(error)
    }
  }

  /// Closes with a reason, and goes on reading for a moment.
  ///
  /// What a client has sent and nobody reads would reset the connection, and the reason would be lost on the way.
  private func sayGoodbye(
    _ ending: CloseFrame, _ frames: inout NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator,
    _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
  ) async {
    let channel = socket.channel
    let alarm = channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    defer { alarm.cancel() }
    do {
      try await outbound.write(ending.frame)
      guard ending.code != .normalClosure else { return }
      while let frame = try await frames.next(), frame.opcode != .connectionClose {}
    } catch {
      // The client is gone: there is no one left to tell.
    }
  }

  /// Writes what the feed gives, whenever it may have something.
  private func write(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async {
    var alarm: Scheduled<Void>?
    defer { alarm?.cancel() }
    session.wake()
    for await _ in session.wakes {
      alarm?.cancel()
      do {
        alarm = try await writeAll(outbound).map { wake in
          let delay = max(0, wake - MonotonicClock.microseconds)
          return socket.channel.eventLoop.scheduleTask(in: .microseconds(delay)) { session.wake() }
        }
      } catch {
        return
      }
    }
  }

  /// - Returns: When there may be something more without anything having arrived.
  private func writeAll(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws -> Int64? {
    while true {
      let (messages, wake) = session.collect(at: MonotonicClock.microseconds)
      guard !messages.isEmpty else { return wake }
      var bytes: [UInt8] = []
      for message in messages {
        message.encode(into: &bytes)
        if bytes.count >= ClientConnection.frameBytes {
          try await write(bytes, outbound)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      if !bytes.isEmpty { try await write(bytes, outbound) }
    }
  }

  /// Writes a frame; drops the connection where that waits too long for a client that does not read.
  private func write(_ bytes: [UInt8], _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws
  {
    let channel = socket.channel
    let alarm = channel.eventLoop.scheduleTask(in: .seconds(limits.stalledSeconds)) {
      channel.close(promise: nil)
    }
    defer { alarm.cancel() }
    try await outbound.write(WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: bytes)))
  }
}
