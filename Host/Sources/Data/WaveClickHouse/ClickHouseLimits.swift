/// The limits of a query, both on the server and in this process.
public struct ClickHouseLimits: Equatable, Sendable {
  /// The maximum execution time of a query, in seconds.
  public var executionSeconds: Int
  /// The maximum memory on the server, in bytes; 0 for the server's default.
  public var memoryBytes: Int
  /// The maximum length of a response that is read as a whole, in bytes.
  public var answerBytes: Int
  /// The maximum time to wait for a connection, in seconds.
  public var connectSeconds: Int
  /// The maximum number of threads on each server; 0 for the server's default.
  public var threads: Int

  /// Creates limits for a query.
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
