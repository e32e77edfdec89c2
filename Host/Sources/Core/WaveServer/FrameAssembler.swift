import NIOCore
import NIOWebSocket

/// Puts fragments of a message together (RFC 6455, 5.4) within a limit, and refuses what a client may not
/// send.
struct FrameAssembler {
  /// Bytes of a message at most.
  let limit: Int
  private var fragments: [UInt8]?

  init(limit: Int) { self.limit = limit }

  /// Takes a data frame.
  /// - Returns: A whole message, or nil where more fragments are to come.
  mutating func take(_ frame: WebSocketFrame) throws(ClientFault) -> [UInt8]? {
    switch (frame.opcode, fragments) {
    case (.text, _): throw .notBinary
    case (.binary, nil), (.continuation, .some): break
    default: throw .protocolError("fragments in a wrong order")
    }
    let bytes = (fragments ?? []) + Array(buffer: frame.unmaskedData)
    guard bytes.count <= limit else {
      throw .tooLarge("a message of \(bytes.count) bytes or more is over the limit of \(limit)")
    }
    fragments = frame.fin ? nil : bytes
    return frame.fin ? bytes : nil
  }
}
