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
      let ending = await withTaskGroup(of: CloseFrame?.self) { group in
        group.addTask { await read(inbound, outbound) }
        group.addTask { await write(outbound) }
        let ending = await group.next() ?? nil
        group.cancelAll()
        return ending
      }
      guard let ending else { return }
      try await withStallGuard { try await outbound.write(ending.frame) }
    }
  }

  /// Reads until the client closes or breaks a rule.
  /// - Returns: How to close; nil if there is no one left to tell.
  private func read(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
  ) async -> CloseFrame? {
    var budget = MessageBudget(perSecond: limits.messagesPerSecond)
    do {
      for try await frame in inbound {
        let now = MonotonicClock.microseconds
        guard budget.take(at: now) else {
          throw ClientFault.flood("more than \(limits.messagesPerSecond) messages a second")
        }
        guard frame.maskKey != nil else {
          throw ClientFault.protocolError("frames from a client must be masked")
        }
        switch frame.opcode {
        case .binary: try await session.receive(Array(buffer: frame.unmaskedData), at: now)
        case .text: throw ClientFault.notBinary
        case .ping:
          try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
        case .pong: continue
        case .connectionClose: return CloseFrame(code: .normalClosure, reason: "")
        default: throw ClientFault.protocolError("unexpected frame")
        }
      }
      return nil
    } catch {
      return CloseFrame(error)
    }
  }

  /// Writes what the feed gives, whenever it may have something.
  private func write(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async -> CloseFrame? {
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
        return nil
      }
    }
    return nil
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

  private func write(_ bytes: [UInt8], _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws
  {
    let frame = WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: bytes))
    try await withStallGuard { try await outbound.write(frame) }
  }

  /// Drops the connection where writing waits too long for a client that does not read.
  private func withStallGuard(_ body: () async throws -> Void) async throws {
    let channel = socket.channel
    let guardian = channel.eventLoop.scheduleTask(in: .seconds(limits.stalledSeconds)) {
      channel.close(promise: nil)
    }
    defer { guardian.cancel() }
    try await body()
  }
}

/// A close frame: a code and, in at most 123 bytes, the reason.
struct CloseFrame: Equatable {
  var code: WebSocketErrorCode
  var reason: String

  init(code: WebSocketErrorCode, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// How to close after a fault; nil where the connection itself failed.
  init?(_ error: any Error) {
    switch error {
    case ClientFault.notBinary:
      self.init(code: .unacceptableData, reason: "this socket takes binary messages only")
    case ClientFault.protocolError(let reason): self.init(code: .protocolError, reason: reason)
    case ClientFault.tooLarge(let reason): self.init(code: .messageTooLarge, reason: reason)
    case ClientFault.flood(let reason): self.init(code: .policyViolation, reason: reason)
    case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      self.init(code: .messageTooLarge, reason: "the message is too large")
    case is NIOWebSocketFrameAggregator.Error:
      self.init(code: .protocolError, reason: "fragments in a wrong order")
    default: return nil
    }
  }

  var frame: WebSocketFrame {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(String(decoding: reason.utf8.prefix(123), as: UTF8.self))
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }
}

/// Counts messages: two seconds' worth may come at once, then only as many as the rate gives.
struct MessageBudget {
  private let rate: Double
  private var left: Double
  private var updated: Int64 = 0

  init(perSecond: Int) {
    rate = Double(perSecond)
    left = rate * 2
  }

  /// Takes one message.
  /// - Returns: Whether there was room for it.
  mutating func take(at now: Int64) -> Bool {
    if updated != 0 { left = min(rate * 2, left + rate * Double(now - updated) / 1e6) }
    updated = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
