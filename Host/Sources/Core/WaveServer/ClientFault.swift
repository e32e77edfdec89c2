package import WaveWire

/// The reason why a client's connection is closed.
package enum ClientFault: Error, Equatable {
  /// A text frame was received where only binary frames are allowed.
  case notBinary
  /// The client violated the protocol.
  case protocolError(String)
  /// A message was longer than its limit.
  case tooLarge(String)
  /// The client sent messages faster than the limit.
  case flood(String)
}

extension ClientFault {
  /// Returns a description of an error that concerns only one value in a message.
  ///
  /// - Throws: The reason to close the connection, if the error is of any other kind.
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

  /// The name under which the metrics count the fault.
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
  /// Receives the messages of a frame, and spends one unit of the budget for each message but the first,
  /// which has already been counted.
  ///
  /// A message with an invalid value is rejected; the messages after it are still received.
  ///
  /// - Parameters:
  ///   - now: Server time in microseconds.
  ///   - next: A closure that reads the next message, or returns nil at the end of the frame.
  ///   - receive: A closure that processes a message.
  ///   - refuse: A closure that sends the client the reason why a message was ignored.
  /// - Throws: The reason to close the connection.
  package mutating func spend<Message>(
    at now: Int64, next: () throws(WireError) -> Message?,
    receive: (Message) throws(ProtocolViolation) -> Void, refuse: ([UInt8]) throws(ProtocolViolation) -> Void
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
      } catch { throw .protocolError(error.reason) }
    }
  }
}
