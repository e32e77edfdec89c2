/// The progress of a request that an engine is executing.
public struct ColumnProgress: Equatable, Sendable {
  /// The number of rows read so far.
  public var rowCount: UInt64
  /// The total number of rows to read; 0 if unknown.
  public var total: UInt64

  /// Creates a progress value.
  public init(rowCount: UInt64, total: UInt64) {
    self.rowCount = rowCount
    self.total = total
  }

  /// The receiver of progress reports for requests of the current task; nil if no reports are wanted.
  @TaskLocal public static var report: Report?

  /// A receiver of progress reports.
  ///
  /// This is a struct rather than a closure, since optimized code traps on a task-local value that is a
  /// closure (Swift 6.3.1).
  public struct Report: Sendable {
    private let body: @Sendable (ColumnProgress) -> Void
    private let end: @Sendable () -> Void

    /// Creates a receiver from two closures, which are called with progress and when the engine responds.
    public init(
      _ body: @escaping @Sendable (ColumnProgress) -> Void, answered end: @escaping @Sendable () -> Void
    ) {
      self.body = body
      self.end = end
    }

    /// Reports progress.
    public func callAsFunction(_ progress: ColumnProgress) { body(progress) }

    /// Reports that the engine itself has responded.
    ///
    /// A response from a cache says nothing about the engine's availability.
    public func answered() { end() }
  }
}
