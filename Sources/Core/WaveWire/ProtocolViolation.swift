/// What a client may not do; the connection is to be closed.
public enum ProtocolViolation: Error, Equatable, Sendable {
  /// The first message is not a hello: send that first.
  case notGreeted
  /// The client speaks another version of the protocol: reload the page.
  case version(UInt16)
  /// The message travels from server to client only.
  case serverMessage
  /// Too many questions came whose answers were not read: read them.
  case answersUnread
}
