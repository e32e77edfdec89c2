/// What a query may cost, on the server and here.
public struct ClickHouseLimits: Equatable, Sendable {
  /// How long it may run.
  public var executionSeconds: Int
  /// The server's memory that it may take; 0 leaves that to the server.
  public var memoryBytes: Int
  /// How long an answer may be that is held as a whole.
  public var answerBytes: Int
  /// How long connecting may take.
  public var connectSeconds: Int
  /// Threads of each server that it may take; 0 leaves that to the server.
  public var threads: Int

  /// Sets limits.
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
