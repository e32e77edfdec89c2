/// A violation of the protocol by a client, whose connection has to be closed.
public enum ProtocolViolation: Error, Equatable, Sendable {
  /// The first message is not a hello: send that first.
  case notGreeted
  /// The client speaks another version of the protocol: reload the page.
  case version(UInt16)
  /// The message travels from server to client only.
  case serverMessage
  /// Too many requests came from a client that does not read the answers: read them.
  case answersUnread
}
