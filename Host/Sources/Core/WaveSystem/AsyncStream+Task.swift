extension AsyncStream where Element: Sendable {
  /// Creates a stream from a task, which is cancelled when the stream ends or its reader is cancelled.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of elements kept for a slow reader; older ones are dropped.
  ///   - work: Yields the elements, and finishes the stream.
  package init(keepingNewest limit: Int, _ work: @escaping @Sendable (Continuation) async -> Void) {
    self.init(bufferingPolicy: .bufferingNewest(limit)) { continuation in
      let task = Task { await work(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
