package import WaveWire

extension ProtocolViolation {
  /// The reason as text for the close frame.
  package var reason: String {
    switch self {
    case .notGreeted: "the first message must be Hello"
    case .version(let version): "protocol version \(version) is not \(WireVersion.current): reload the page"
    case .serverMessage: "this message is only sent from server to client"
    case .answersUnread: "too many requests whose answers were not read"
    }
  }
}
