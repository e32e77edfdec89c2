/// A violation of the protocol by a client; the client's connection must be closed.
public enum ProtocolViolation: Error, Equatable, Sendable {
  /// The client's first message is not a hello.
  case notGreeted
  /// The client uses a different protocol version; its page must be reloaded.
  case version(UInt16)
  /// The message may only be sent from server to client.
  case serverMessage
  /// The client sends too many requests without reading the responses.
  case answersUnread
}
