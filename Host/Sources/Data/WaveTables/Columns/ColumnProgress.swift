/// How far an engine is with a question.
public struct ColumnProgress: Equatable, Sendable {
  /// Rows that it has read.
  public var rowCount: UInt64
  /// Rows that it will read; 0 where nobody knows.
  public var total: UInt64

  /// Describes progress.
  public init(rowCount: UInt64, total: UInt64) {
    self.rowCount = rowCount
    self.total = total
  }

  /// Who wants to know of the questions that the task asks.
  @TaskLocal public static var report: Report?

  /// What is told of progress.
  ///
  /// A value of its own, since optimised code traps on a task's local value that is a function (Swift 6.3.1).
  public struct Report: Sendable {
    private let body: @Sendable (ColumnProgress) -> Void
    private let end: @Sendable () -> Void

    /// Tells functions: how far the engine is, and that it has answered.
    public init(
      _ body: @escaping @Sendable (ColumnProgress) -> Void, answered end: @escaping @Sendable () -> Void
    ) {
      self.body = body
      self.end = end
    }

    /// Tells how far the engine is.
    public func callAsFunction(_ progress: ColumnProgress) { body(progress) }

    /// Tells that the engine has answered: what is known without it says nothing of how it is.
    public func answered() { end() }
  }
}
