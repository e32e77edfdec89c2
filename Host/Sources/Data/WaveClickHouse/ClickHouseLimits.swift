/// The limits of a query, on the server and in this process.
public struct ClickHouseLimits: Equatable, Sendable {
  /// Maximum running time, seconds.
  public var executionSeconds: Int
  /// Maximum memory on the server, bytes; 0 leaves it to the server.
  public var memoryBytes: Int
  /// Maximum length of an answer that is read as a whole, bytes.
  public var answerBytes: Int
  /// Maximum time for connecting, seconds.
  public var connectSeconds: Int
  /// Maximum threads on each server; 0 leaves it to the server.
  public var threads: Int

  /// Makes limits.
  public init(
    executionSeconds: Int = 60, memoryBytes: Int = 4 << 30, answerBytes: Int = 64 << 20,
    connectSeconds: Int = 5, threads: Int = 0
  ) {
    self.executionSeconds = executionSeconds
    self.memoryBytes = memoryBytes
    self.answerBytes = answerBytes
    self.connectSeconds = connectSeconds
    self.threads = threads
  }
}
