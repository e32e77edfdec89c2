package import WaveWire

/// The reason why a client's connection is closed.
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
  /// Describes a value that is out of range.
  ///
  /// - Throws: The reason to close the connection, if the bytes are not messages.
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

  /// The name under which the fault is counted.
  package var kind: String {
    switch self {
    case .notBinary: "socket-not-binary"
    case .protocolError: "socket-protocol"
    case .tooLarge: "socket-too-large"
    case .flood: "socket-flood"
    }
  }
}

extension MessageBudget {
  /// Receives the messages of a frame, and spends one for each but the first, which has been counted already.
  ///
  /// A message with a value that is not allowed is refused, and the next ones are received.
  ///
  /// - Parameters:
  ///   - now: Server time in microseconds.
  ///   - next: Reads the next message; nil at the end of the frame.
  ///   - receive: Acts on a message.
  ///   - refuse: Reports to the client why a message was ignored.
  /// - Throws: The reason to close the connection.
  package mutating func spend<Message>(
    at now: Int64, next: () throws(WireError) -> Message?,
    receive: (Message) throws(ProtocolViolation) -> Void,
    refuse: ([UInt8]) throws(ProtocolViolation) -> Void
  ) throws(ClientFault) {
    var isFirst = true
    while true {
      let result = Result { () throws(WireError) in try next() }
      if case .success(nil) = result { return }
      if !isFirst { try spend(at: now) }
      isFirst = false
      let reason = if case .failure(let error) = result { try ClientFault.text(of: error) } else { [UInt8]() }
      do throws(ProtocolViolation) {
        if case .success(let message?) = result { try receive(message) } else { try refuse(reason) }
      } catch {
        throw .protocolError(error.reason)
      }
    }
  }
}
