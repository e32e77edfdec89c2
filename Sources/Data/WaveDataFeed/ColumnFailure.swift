/// The reason a source cannot answer a request: what happened, where, and what to do, as text to show to the
/// user.
public enum ColumnFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The request was cancelled.
  case cancelled
  /// The engine does not respond, but may do so later.
  case notReachable(String)
  /// A shard of the engine does not respond, but the request needs all rows.
  case shardLost(String)
  /// The request exceeds the allowed time or memory.
  case tooMuch(String)
  /// The engine denies access to this user.
  case refused(String)
  /// The table has changed since it was opened, or no longer exists.
  case changed(String)
  /// The engine does not support the request.
  case absent(String)
  /// Any other failure.
  case other(String)

  /// The complete error message on one line.
  public var description: String {
    switch self {
    case .cancelled: "stopped before it finished"
    case .notReachable(let text), .shardLost(let text), .tooMuch(let text), .refused(let text),
      .changed(let text), .absent(let text), .other(let text):
      text
    }
  }

  /// Whether repeating the request may succeed without any action by the user.
  public var isPassing: Bool {
    switch self {
    case .notReachable, .shardLost: true
    case .cancelled, .tooMuch, .refused, .changed, .absent, .other: false
    }
  }
}
