import NIOCore
import NIOWebSocket
import WaveSystem

/// A WebSocket close frame with a code and a reason, which is truncated to 123 bytes.
struct CloseFrame: Equatable {
  var code: WebSocketErrorCode
  var reason: String

  var frame: WebSocketFrame {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeBytes(reason.utf8(limit: 123))
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }
}

extension CloseFrame {
  /// Creates the frame that reports a fault.
  init(_ fault: ClientFault) {
    switch fault {
    case .notBinary: self.init(code: .unacceptableData, reason: "this socket accepts binary messages only")
    case .protocolError(let reason): self.init(code: .protocolError, reason: reason)
    case .tooLarge(let reason): self.init(code: .messageTooLarge, reason: reason)
    case .flood(let reason): self.init(code: .policyViolation, reason: reason)
    }
  }
}
