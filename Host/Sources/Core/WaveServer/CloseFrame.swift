import NIOCore
import NIOWebSocket
import WaveSystem

/// A WebSocket close frame with a code and a reason, which is truncated to 123 bytes.
struct CloseFrame: Equatable {
  var code: WebSocketErrorCode
  var reason: String

  init(code: WebSocketErrorCode, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Creates the frame that reports an error, or returns nil if the connection itself failed.
  init?(_ error: any Error) {
    switch error {
    case ClientFault.notBinary:
      self.init(code: .unacceptableData, reason: "this socket accepts binary messages only")
    case ClientFault.protocolError(let reason): self.init(code: .protocolError, reason: reason)
    case ClientFault.tooLarge(let reason): self.init(code: .messageTooLarge, reason: reason)
    case ClientFault.flood(let reason): self.init(code: .policyViolation, reason: reason)
    default: return nil
    }
  }

  var frame: WebSocketFrame {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeBytes(reason.utf8(limit: 123))
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }
}
