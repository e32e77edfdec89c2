import WaveSensorsWire

/// How streams are looked at, for the server's recording of them, and of recordings that are played.
struct Looks: Sendable {
  /// The server hears at most this often how streams are looked at.
  static let intervalMicroseconds: Int64 = 1_000_000

  private var sent: StreamLook?
  private var sentAt: Int64 = .min / 2
  /// A look whose parts are coming.
  private var pending: StreamLook?
  /// How each source was looked at while it was recorded.
  private var recorded: [StreamLook] = []

  /// The connection was opened or closed: the server knows no look.
  mutating func connectionChanged() { sent = nil }

  /// Sends a look that has changed; it is nil while the server does not record.
  mutating func update(_ look: StreamLook?, at now: Int64) -> Dispatch {
    guard let look else {
      sent = nil
      return .none
    }
    guard look != sent else { return .none }
    guard now - sentAt >= Self.intervalMicroseconds else { return .wait(sentAt + Self.intervalMicroseconds) }
    sent = look
    sentAt = now
    return .sendLook(look.parts)
  }

  /// Receives how a source was looked at, part by part; what is no part, or not the next one, is passed over.
  ///
  /// - Returns: The source whose look is complete.
  mutating func receive(_ message: StreamLookPart) -> UInt16? {
    guard let part = try? StreamLook(message) else { return nil }
    if part.firstPlace == 0 { pending = part } else { pending?.append(part) }
    guard let look = pending, look.isWhole else { return nil }
    pending = nil
    forget(look.source)
    recorded.append(look)
    return look.source
  }

  /// Another recording is played under a source's number.
  mutating func forget(_ source: UInt16) { recorded.removeAll { $0.source == source } }

  /// How a source was looked at while it was recorded.
  func recorded(of source: UInt16) -> StreamLook? { recorded.first { $0.source == source } }
}
