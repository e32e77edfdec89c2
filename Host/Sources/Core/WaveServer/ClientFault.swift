package import WaveWire

/// Why a client's connection is closed.
package enum ClientFault: Error, Equatable {
  /// A text frame, where only binary ones are allowed.
  case notBinary
  /// A violation of the protocol.
  case protocolError(String)
  /// A message over its limit.
  case tooLarge(String)
  /// Messages over the client's rate.
  case flood(String)
}

extension ClientFault {
  /// What is said of a value out of range.
  ///
  /// - Throws: Why the connection is to be closed, where the bytes are no messages.
  package static func text(of error: WireError) throws(ClientFault) -> [UInt8] {
    switch error {
    case .truncated(let byte, let needed):
      throw .protocolError("the message ends at byte \(byte), \(needed) bytes too early")
    case .tooLong(_, let length, let limit):
      throw .protocolError("a message of \(length) bytes is over the limit of \(limit)")
    case .invalid(let byte):
      return Array("Byte \(byte) of a message has a value that is not allowed; the message was ignored.".utf8)
    }
  }

  /// What it is counted as.
  package var kind: String {
    switch self {
    case .notBinary: "socket-not-binary"
    case .protocolError: "socket-protocol"
    case .tooLarge: "socket-too-large"
    case .flood: "socket-flood"
    }
  }
}
