import NIOCore
import NIOWebSocket

/// An assembler that joins the fragments of messages (RFC 6455, 5.4) up to a size limit, and rejects frames
/// that clients must not send.
struct FrameAssembler {
  /// The maximum length of a message, in bytes.
  let limit: Int
  private var fragments: [UInt8]?

  init(limit: Int) { self.limit = limit }

  /// Adds a data frame.
  /// - Returns: The complete message, or nil if more fragments follow.
  mutating func append(_ frame: WebSocketFrame) throws(ClientFault) -> [UInt8]? {
    switch (frame.opcode, fragments) {
    case (.text, _): throw .notBinary
    case (.binary, nil), (.continuation, .some): break
    default: throw .protocolError("fragments in the wrong order")
    }
    let bytes = (fragments ?? []) + Array(buffer: frame.unmaskedData)
    guard bytes.count <= limit else {
      throw .tooLarge("a message of \(bytes.count) bytes or more is over the limit of \(limit)")
    }
    fragments = frame.fin ? nil : bytes
    return frame.fin ? bytes : nil
  }
}
