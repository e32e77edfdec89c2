import Synchronization

/// Why a `ColumnSource` has no answer: what, where, and what to do, in words for the screen.
public enum ColumnFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// It is no longer wanted.
  case cancelled
  /// The engine does not answer; it may again.
  case notReachable(String)
  /// A part of the engine does not answer, and all rows were asked for.
  case shardLost(String)
  /// It took longer, or more memory, than is allowed.
  case tooMuch(String)
  /// The engine does not let this user in.
  case refused(String)
  /// The table is not what it was when it was opened, or no longer there.
  case changed(String)
  /// What was asked for is not to be had of this engine.
  case absent(String)
  /// Something else.
  case other(String)

  /// All of it in one line.
  public var description: String {
    switch self {
    case .cancelled: "ended before it was done"
    case .notReachable(let text), .shardLost(let text), .tooMuch(let text), .refused(let text),
      .changed(let text), .absent(let text), .other(let text):
      text
    }
  }

  /// Whether asking again may help although nobody has done anything.
  public var isPassing: Bool {
    switch self {
    case .notReachable, .shardLost: true
    case .cancelled, .tooMuch, .refused, .changed, .absent, .other: false
    }
  }
}

/// What an engine's answers lack, since parts of it do not answer and the user wants to see the rest.
public struct ColumnLoss: Equatable, Sendable {
  /// The part of the rows that is missing, 0 to 1; nil where it is not known.
  public var share: Double?
  /// Parts that the engine has in all.
  public var shardCount: Int
  /// What the engine said.
  public var text: String

  /// Who wants to know whether answers to the questions that the task asks lack something.
  @TaskLocal public static var watch: Watch?

  /// Finds out whether an answer lacked something.
  public final class Watch: Sendable {
    private let isAny = Atomic<Bool>(false)

    /// Begins before the question.
    public init() {}

    /// Whether something was missing.
    public var isNoted: Bool { isAny.load(ordering: .relaxed) }

    /// Takes note that something was missing.
    public func note() { isAny.store(true, ordering: .relaxed) }
  }

  /// Describes what is missing.
  public init(share: Double?, shardCount: Int, text: String) {
    self.share = share
    self.shardCount = shardCount
    self.text = text
  }
}
