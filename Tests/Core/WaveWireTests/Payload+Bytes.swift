@testable import WaveWire

extension Payload {
  /// The message as it is sent.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes
  }

  /// Reads the first message of this kind; others are stepped over.
  static func read(_ bytes: [UInt8]) throws(WireError) -> Self? {
    var steps = MessageSteps(limit: WireLimits.serverMessageBytes)
    return try steps.next(in: bytes.span.bytes) { tag, fields in
      tag == Self.tag ? Self(&fields) : nil
    }
  }
}
