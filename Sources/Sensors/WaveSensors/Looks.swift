import WaveSensorsWire

/// The appearances of streams: the one that this client sends to the server for recording, and those stored
/// in recordings.
struct Looks: Sendable {
  /// The shortest interval between messages that send the appearance to the server.
  static let intervalMicroseconds: Int64 = 1_000_000

  private var sent: StreamLook?
  private var sentAt: Int64 = .min / 2
  /// An appearance that has been received only in part.
  private var pending: StreamLook?
  /// The appearances stored in recordings, for each source.
  private var recorded: [StreamLook] = []

  /// Marks the appearance as not sent, because a connection has opened or closed.
  mutating func connectionChanged() { sent = nil }

  /// Decides whether a changed appearance must be sent now; `look` is nil while the server is not recording.
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

  /// Receives one part of a recorded appearance; an invalid or unexpected part is ignored.
  ///
  /// - Returns: The number of the source whose appearance is now complete; nil if none is complete.
  mutating func receive(_ message: StreamLookPart) -> UInt16? {
    guard let part = try? StreamLook(message) else { return nil }
    if part.firstPlace == 0 { pending = part } else { pending?.append(part) }
    guard let look = pending, look.isWhole else { return nil }
    pending = nil
    forget(look.source)
    recorded.append(look)
    return look.source
  }

  /// Discards the appearance stored for a source that now plays a different recording.
  mutating func forget(_ source: UInt16) { recorded.removeAll { $0.source == source } }

  /// Returns the appearance stored in a source's recording; nil if there is none.
  func recorded(of source: UInt16) -> StreamLook? { recorded.first { $0.source == source } }
}
