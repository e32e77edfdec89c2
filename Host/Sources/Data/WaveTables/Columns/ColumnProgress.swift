/// The progress of a request in an engine.
public struct ColumnProgress: Equatable, Sendable {
  /// Number of rows read so far.
  public var rowCount: UInt64
  /// Number of rows to be read in all; 0 if unknown.
  public var total: UInt64

  /// Makes a progress.
  public init(rowCount: UInt64, total: UInt64) {
    self.rowCount = rowCount
    self.total = total
  }

  /// Receives the progress of the current task's requests.
  @TaskLocal public static var report: Report?

  /// A receiver of progress.
  ///
  /// It is a struct rather than a function, since optimised code traps on a task-local value that is a
  /// function (Swift 6.3.1).
  public struct Report: Sendable {
    private let body: @Sendable (ColumnProgress) -> Void
    private let end: @Sendable () -> Void

    /// Makes a receiver from a function for progress and one for answers from the engine.
    public init(
      _ body: @escaping @Sendable (ColumnProgress) -> Void, answered end: @escaping @Sendable () -> Void
    ) {
      self.body = body
      self.end = end
    }

    /// Reports progress.
    public func callAsFunction(_ progress: ColumnProgress) { body(progress) }

    /// Reports that the engine itself has answered; answers from a cache do not show whether it is available.
    public func answered() { end() }
  }
}
