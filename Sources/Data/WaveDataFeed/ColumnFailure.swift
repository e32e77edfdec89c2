/// Why a source of columns has no answer: what happened, where, and what to do, as text for the screen.
public enum ColumnFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The request was cancelled.
  case cancelled
  /// The engine does not answer; it may do so later.
  case notReachable(String)
  /// A part of the engine does not answer, and all rows were requested.
  case shardLost(String)
  /// The request needs more time or memory than is allowed.
  case tooMuch(String)
  /// The engine refuses this user.
  case refused(String)
  /// The table has changed since it was opened, or no longer exists.
  case changed(String)
  /// This engine cannot answer the request.
  case absent(String)
  /// Another failure.
  case other(String)

  /// The whole failure in one line.
  public var description: String {
    switch self {
    case .cancelled: "ended before it was done"
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
