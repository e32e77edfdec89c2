import Synchronization

/// A description of the rows that are missing because some shards do not respond and the user chose to see
/// the remaining rows.
public struct MissingShards: Equatable, Sendable {
  /// The fraction of rows that are missing, from 0 to 1; nil if unknown.
  public var share: Double?
  /// The total number of shards.
  public var shardCount: Int
  /// The engine's error message.
  public var text: String

  /// The flag to set when a request of the current task gets an incomplete response; nil if no flag is
  /// needed.
  @TaskLocal public static var watch: Watch?

  /// A flag that records whether any response was incomplete.
  public final class Watch: Sendable {
    private let isAny = Atomic<Bool>(false)

    /// Creates an unset flag.
    ///
    /// It must be assigned to `watch` before the request is sent.
    public init() {}

    /// Whether rows were missing from any response.
    public var isNoted: Bool { isAny.load(ordering: .relaxed) }

    /// Records that rows were missing.
    public func note() { isAny.store(true, ordering: .relaxed) }
  }

  /// Creates a description of missing shards.
  public init(share: Double?, shardCount: Int, text: String) {
    self.share = share
    self.shardCount = shardCount
    self.text = text
  }
}
