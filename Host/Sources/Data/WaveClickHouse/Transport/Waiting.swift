import Synchronization

/// What someone waits for, and may leave at once: work in a task of its own.
///
/// Cancelling a task that awaits a connection takes as long as the connection likes; whoever waits here does
/// not take part in that.
final class Waiting<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Result<Value, ClickHouseError>, Never>?
    var outcome: Result<Value, ClickHouseError>?
    var tasks: [Task<Void, Never>] = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Waits for work.
  ///
  /// - Parameters:
  ///   - seconds: How long at most.
  ///   - left: Called where the work is left before its end, since it took too long or its task was
  ///     cancelled.
  ///   - work: What is waited for; its task is cancelled when it is left.
  /// - Returns: What the work gives.
  /// - Throws: What the work throws; `tooSlow`; `cancelled` as soon as the caller's task is cancelled.
  static func wait(
    seconds: Int, left: @escaping @Sendable () -> Void,
    work: @escaping @Sendable () async throws(ClickHouseError) -> Value
  ) async throws(ClickHouseError) -> Value {
    let waiting = Waiting()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.begin(continuation, seconds: seconds, left: left, work: work)
      }
    } onCancel: {
      if waiting.finish(.failure(.cancelled)) { left() }
    }
    return try outcome.get()
  }

  private func begin(
    _ continuation: CheckedContinuation<Result<Value, ClickHouseError>, Never>, seconds: Int,
    left: @escaping @Sendable () -> Void, work: @escaping @Sendable () async throws(ClickHouseError) -> Value
  ) {
    let early: Result<Value, ClickHouseError>? = state.withLock { state in
      if let outcome = state.outcome { return outcome }
      state.continuation = continuation
      state.tasks = [
        Task {
          let outcome: Result<Value, ClickHouseError>
          do throws(ClickHouseError) { outcome = .success(try await work()) } catch {
            outcome = .failure(error)
          }
          self.finish(outcome)
        },
        Task {
          guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
          if self.finish(.failure(.tooSlow(seconds: seconds))) { left() }
        },
      ]
      return nil
    }
    if let early { continuation.resume(returning: early) }
  }

  /// Ends the waiting where nobody has.
  ///
  /// - Returns: Whether it was this that ended work that had begun.
  @discardableResult private func finish(_ outcome: Result<Value, ClickHouseError>) -> Bool {
    let (continuation, tasks) = state.withLock { state in
      guard state.outcome == nil else {
        return (nil as CheckedContinuation<Result<Value, ClickHouseError>, Never>?, [Task<Void, Never>]())
      }
      state.outcome = outcome
      defer {
        state.continuation = nil
        state.tasks = []
      }
      return (state.continuation, state.tasks)
    }
    continuation?.resume(returning: outcome)
    for task in tasks { task.cancel() }
    return continuation != nil
  }
}
