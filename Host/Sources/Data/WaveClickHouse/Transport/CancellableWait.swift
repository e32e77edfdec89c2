import Synchronization

/// A wait for work in a separate task, which ends as soon as the waiting task is cancelled.
///
/// Without this type, a cancelled task would, for example, wait until a connection to a server succeeds or
/// fails.
final class CancellableWait<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Result<Value, ClickHouseError>, Never>?
    var outcome: Result<Value, ClickHouseError>?
    var tasks: [Task<Void, Never>] = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Waits for work to finish.
  ///
  /// - Parameters:
  ///   - seconds: The maximum waiting time.
  ///   - left: Called if the wait ends before the work, because of a timeout or cancellation.
  ///   - work: The work to do. Its task is cancelled when the wait ends.
  /// - Returns: The result of the work.
  /// - Throws: The errors of the work; `tooSlow`; or `cancelled` as soon as the caller's task is cancelled.
  static func wait(
    seconds: Int, left: @escaping @Sendable () -> Void,
    work: @escaping @Sendable () async throws(ClickHouseError) -> Value
  ) async throws(ClickHouseError) -> Value {
    let waiting = CancellableWait()
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

  /// Ends the wait unless it has already ended.
  ///
  /// - Returns: Whether this call ended a wait for work that had begun.
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
