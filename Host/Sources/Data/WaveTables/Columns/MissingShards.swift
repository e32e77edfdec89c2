import Synchronization

/// The rows that an engine's answers lack, because parts of it do not answer and the user chose to see the
/// rest.
public struct MissingShards: Equatable, Sendable {
  /// The share of missing rows, 0 to 1; nil if unknown.
  public var share: Double?
  /// Total number of parts of the engine.
  public var shardCount: Int
  /// The engine's message.
  public var text: String

  /// Notes whether answers to the current task's requests are incomplete.
  @TaskLocal public static var watch: Watch?

  /// Notes whether an answer was incomplete.
  public final class Watch: Sendable {
    private let isAny = Atomic<Bool>(false)

    /// Starts watching; create it before the request.
    public init() {}

    /// Whether rows were missing.
    public var isNoted: Bool { isAny.load(ordering: .relaxed) }

    /// Notes that rows were missing.
    public func note() { isAny.store(true, ordering: .relaxed) }
  }

  /// Makes a loss.
  public init(share: Double?, shardCount: Int, text: String) {
    self.share = share
    self.shardCount = shardCount
    self.text = text
  }
}
